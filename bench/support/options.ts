/** A bench's options that are numbers, by their defaults: `--rounds 7`. */
import { parseArgs } from 'node:util'

export function readNumbers<T extends Record<string, number>>(
  defaults: T,
): { numbers: T; positionals: string[] } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: Object.fromEntries(
      Object.entries(defaults).map(([name, value]) => [name, { type: 'string', default: String(value) }]),
    ),
  })
  const read = Object.entries(values).map(([name, value]) => [name, Number(value)])
  return { numbers: Object.fromEntries(read) as T, positionals }
}
