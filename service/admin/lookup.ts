/** Finds what a command names: people by address, spaces by id or name, keys by id. Refuses in words. */
import { parseDollars } from '../accounts/money.ts'
import { findUser, listSpaces, type Role, type Space } from '../accounts/spaces.ts'
import type { Queryable } from '../store/db.ts'
import { type Input, Refusal, textOption } from './command.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export async function theSpace(db: Queryable, input: Input): Promise<Space> {
  const wanted = textOption(input, 'space')
  const spaces = await listSpaces(db)
  const found =
    wanted === undefined ? spaces : spaces.filter(space => space.id === wanted || space.name === wanted)
  const only = found[0]
  if (only && found.length === 1) {
    input.about = { spaceId: only.id }
    return only
  }
  if (wanted === undefined) {
    throw new Refusal(
      only
        ? `there are ${spaces.length} spaces: say which with --space (see "spaces list")`
        : 'there is no space yet: make one with "spaces create"',
    )
  }
  throw new Refusal(
    only
      ? `${found.length} spaces are called "${wanted}": use the id instead (see "spaces list")`
      : `there is no space "${wanted}": see "spaces list"`,
  )
}

export async function thePerson(db: Queryable, email: string): Promise<{ id: string; email: string }> {
  const user = await findUser(db, email)
  if (!user) throw new Refusal(`nobody has the address ${email}: see "users list"`)
  return user
}

export interface KeyPlace {
  id: string
  spaceId: string
  name: string
}

export async function theKey(db: Queryable, input: Input): Promise<KeyPlace> {
  const id = input.words[0]!
  const { rows } = UUID.test(id)
    ? await db.query<{ id: string; space_id: string; name: string }>(
        'select id, space_id, name from api_keys where id = $1 and deleted_at is null',
        [id],
      )
    : { rows: [] }
  const row = rows[0]
  if (!row) throw new Refusal(`there is no key with the id ${id}: see "keys list"`)
  input.about = { spaceId: row.space_id, keyId: row.id }
  return { id: row.id, spaceId: row.space_id, name: row.name }
}

export function anEmail(text: string): string {
  const email = text.trim().toLowerCase()
  if (!EMAIL.test(email)) throw new Refusal(`"${text}" is not an email address`)
  return email
}

export function dollars(text: string): bigint {
  const nano = parseDollars(text)
  if (nano === null) throw new Refusal(`"${text}" is not an amount in dollars: write it like 20 or 12.50`)
  return nano
}

export function aRole(text: string): Role {
  if (text === 'owner' || text === 'member') return text
  throw new Refusal(`"${text}" is not a role: use owner or member`)
}

export function aName(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > 100) throw new Refusal('a name has 1 to 100 characters')
  return name
}

export const spaceName = (space: Pick<Space, 'name'>) => space.name ?? 'Personal space'
