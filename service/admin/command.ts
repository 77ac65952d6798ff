/**
 * What an admin command is: its words, what it takes, and the work. The work is the same whether it runs
 * in this process or inside a running service; it never prints, it answers.
 */
import type { Pool } from 'pg'
import type { Sealing } from '../accounts/sealing.ts'
import type { Models } from '../models/types.ts'
import { noteAudit } from '../store/audit.ts'
import type { Db } from '../store/db.ts'
import type { OnTurnEnded } from '../turns/ports.ts'

export interface AdminDeps {
  db: Db
  pool: Pool
  sealing: Sealing
  models: Pick<Models, 'list' | 'defaults'>
  /** Tells Google that a grant is no longer wanted; never throws. */
  revokeGrant: (refreshToken: string) => Promise<void>
  /** Ends what still runs of erased turns, and lets their bytes go. */
  afterErasure: (turnIds: string[]) => Promise<void>
  now: () => Date
  newId: () => string
  /** Writes the webhook of a turn that a command ends. */
  onTurnEnded: OnTurnEnded
}

export interface Input {
  /** The words after the command's own. */
  words: string[]
  options: Record<string, string | true>
  /** What the command looked up: whom the audit log is told about. */
  about?: { spaceId: string; keyId?: string }
}

/** `data` is what --json prints, `text` what people read. */
export type Result =
  | { state: 'ok'; data: unknown; text: string }
  /** Nothing was changed; `message` says what to do. */
  | { state: 'refused'; message: string }

export interface Option {
  name: string
  /** What stands for the value in the help; absent for a switch. */
  value?: string
  help: string
}

export interface Command {
  /** "keys create" */
  name: string
  /** Words after the name, as the help shows them. */
  words: string[]
  summary: string
  options: Option[]
  /** Not while a service runs on the same data. */
  alone?: true
  run(deps: AdminDeps, input: Input): Promise<Result>
}

export const ok = (data: unknown, text: string): Result => ({ state: 'ok', data, text })

/** Ends a command early with a sentence for the person; `runCommand` turns it into a result. */
export class Refusal extends Error {}

/** Commands that a space's audit log tells of, in its words. */
const NOTED: Record<string, string> = {
  'keys create': 'key-created',
  'keys limit': 'key-limited',
  'keys replace': 'key-replaced',
  'keys rename': 'key-renamed',
  'keys disable': 'key-disabled',
  'keys enable': 'key-enabled',
  'keys delete': 'key-deleted',
  'keys webhook-secret': 'secret-shown',
  'members add': 'member-added',
  'members role': 'role-changed',
  'members remove': 'member-removed',
  'credits add': 'credits-added',
  'limits set': 'limit-saved',
  'models set': 'models-saved',
  'spaces rename': 'space-renamed',
  'spaces export': 'space-exported',
}

async function noteCommand({ name }: Command, { db, now }: AdminDeps, { about }: Input): Promise<void> {
  const action = NOTED[name]
  if (action === undefined || about === undefined) return
  await noteAudit(db, { ...about, at: now(), userId: null, via: 'operator', action })
}

export async function runCommand(command: Command, deps: AdminDeps, input: Input): Promise<Result> {
  try {
    const result = await command.run(deps, input)
    if (result.state === 'ok') await noteCommand(command, deps, input)
    return result
  } catch (error) {
    if (error instanceof Refusal) return { state: 'refused', message: error.message }
    throw error
  }
}

export const textOption = (input: Input, name: string): string | undefined => {
  const value = input.options[name]
  return typeof value === 'string' ? value : undefined
}

export const SPACE: Option = {
  name: 'space',
  value: 'id or name',
  help: 'The space; may be left out where there is only one.',
}

/** Columns as wide as their longest cell; nothing for an empty list but a word that says so. */
export function table(head: string[], rows: string[][], none: string): string {
  if (rows.length === 0) return none
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map(row => row[i]?.length ?? 0)))
  const line = (cells: string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(head), ...rows.map(line)].join('\n')
}
