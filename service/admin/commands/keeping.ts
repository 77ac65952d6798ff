/** Backup, restore, erasing, and sealing again after the secret was changed. */
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { grantOwner } from '../../accounts/connections.ts'
import { backUp } from '../../keeping/backup.ts'
import { type ErasedAccount, eraseSpace, eraseUser } from '../../keeping/erase.ts'
import { exportSpace } from '../../keeping/export.ts'
import { reseal } from '../../keeping/reseal.ts'
import { restore } from '../../keeping/restore.ts'
import { type AdminDeps, type Command, ok, Refusal, SPACE, textOption } from '../command.ts'
import { thePerson, theSpace } from '../lookup.ts'

const backup: Command = {
  name: 'backup',
  words: ['file'],
  summary: 'Writes everything into one file while the service runs. Keep ROWHAND_SECRET with it.',
  options: [],
  async run({ pool, now }, input) {
    const path = input.words[0]!
    try {
      const { rows } = await backUp(pool, path, now)
      return ok({ file: path, rows }, `Wrote ${rows} rows to ${path}.`)
    } catch (error) {
      throw unwritable(path, error)
    }
  },
}

const restoreCommand: Command = {
  name: 'restore',
  words: ['file'],
  summary: 'Takes a backup back into an empty database. Stop the service first.',
  options: [],
  alone: true,
  async run({ pool }, input) {
    const restored = await restore(pool, input.words[0]!)
    if (restored.state === 'refused') throw new Refusal(restored.message)
    const { state: _, ...data } = restored
    const ended = data.endedTurns > 0 ? ` ${data.endedTurns} turns that were under way are ended.` : ''
    return ok(data, `Restored ${data.rows} rows as of ${data.madeAt}.${ended}`)
  },
}

const usersErase: Command = {
  name: 'users erase',
  words: ['email'],
  summary:
    'Deletes a person with their keys, conversations and Google grant, and spaces that are theirs alone.',
  options: [],
  async run(deps, input) {
    const person = await thePerson(deps.db, input.words[0]!)
    const erased = await eraseUser(deps.db, person.id)
    if (erased.state === 'last_owner') {
      throw new Refusal(
        `${person.email} is the last owner of ${erased.spaces.join(', ')}, which others use: make somebody else an owner first, or erase the space`,
      )
    }
    await finish(deps, erased.account, person.id)
    return ok({ email: person.email, erased: true }, `${person.email} is erased.`)
  },
}

const spacesErase: Command = {
  name: 'spaces erase',
  words: [],
  summary: 'Deletes a space with its keys, skills and conversations.',
  options: [SPACE],
  async run(deps, input) {
    const space = await theSpace(deps.db, input)
    await finish(deps, await eraseSpace(deps.db, space.id), null)
    return ok({ space_id: space.id, erased: true }, `The space ${space.name ?? space.id} is erased.`)
  },
}

const spacesExport: Command = {
  name: 'spaces export',
  words: ['file'],
  summary: 'Writes all that a space holds, everybody’s conversations too, into one file. No keys, no grants.',
  options: [
    SPACE,
    { name: 'format', value: 'json or csv', help: 'csv makes a zip of files. Default: json.' },
  ],
  async run({ db, now }, input) {
    const space = await theSpace(db, input)
    const kind = textOption(input, 'format') ?? 'json'
    if (kind !== 'json' && kind !== 'csv') throw new Refusal(`--format is json or csv, not "${kind}"`)
    const path = input.words[0]!
    const scope = { spaceId: space.id, rowsOf: null, contentsOf: null }
    const unfinished = `${path}.unfinished`
    try {
      const file = createWriteStream(unfinished, { mode: 0o600, flags: 'wx' })
      await pipeline(Readable.from(exportSpace(kind, { db, scope, at: now() })), file)
      await rename(unfinished, path)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw unwritable(path, error)
    }
    return ok({ space_id: space.id, file: path }, `Wrote the space ${space.name ?? space.id} to ${path}.`)
  },
}

function unwritable(path: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  const isOurs = ['ENOENT', 'EACCES', 'EROFS', 'EISDIR'].includes(code)
  return isOurs ? new Refusal(`${path} cannot be written (${code})`) : error
}

const secretsReseal: Command = {
  name: 'secrets reseal',
  words: [],
  summary: 'Seals what was sealed under an earlier ROWHAND_SECRET under today’s.',
  options: [],
  async run({ db, sealing }) {
    const result = await reseal(db, sealing)
    const lost = result.unreadable > 0 ? ` ${result.unreadable} open under none of the secrets given.` : ''
    return ok(result, `Sealed ${result.resealed} values again.${lost}`)
  },
}

async function finish(deps: AdminDeps, erased: ErasedAccount, userId: string | null): Promise<void> {
  await deps.afterErasure(erased.turnIds)
  for (const sealed of erased.sealedGrants) {
    if (userId !== null) await deps.revokeGrant(deps.sealing.open(sealed, grantOwner(userId)))
  }
}

export const keepingCommands: readonly Command[] = [
  backup,
  restoreCommand,
  usersErase,
  spacesErase,
  spacesExport,
  secretsReseal,
]
