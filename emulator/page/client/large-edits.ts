/**
 * What a person does to very many cells at once: sorting, pasting, filling. The engine compresses the cells of an
 * edit before it sends them, and hands them on as arguments of one call, of which there cannot be that many: it
 * fails, and neither this edit nor any after it is saved. So many cells are sent as they are.
 */
import type { PageModel } from './globals.ts'

const MANY_COMMANDS = 50_000

export function sendLargeEdits({ session: { commandSquisher } }: Pick<PageModel, 'session'>): void {
  const squish = commandSquisher.squish.bind(commandSquisher)
  commandSquisher.squish = commands => (commands.length > MANY_COMMANDS ? commands : squish(commands))
}
