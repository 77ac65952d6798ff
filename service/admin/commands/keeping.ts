/** Backup, restore, erasing, and sealing again after the secret was changed. */
import { grantOwner } from '../../accounts/connections.ts'
import { backUp } from '../../keeping/backup.ts'
import { type ErasedAccount, eraseSpace, eraseUser } from '../../keeping/erase.ts'
import { reseal } from '../../keeping/reseal.ts'
import { restore } from '../../keeping/restore.ts'
import { type AdminDeps, type Command, ok, Refusal, SPACE } from '../command.ts'
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
      const code = (error as NodeJS.ErrnoException).code
      if (code === 'ENOENT' || code === 'EACCES' || code === 'EROFS' || code === 'EISDIR')
        throw new Refusal(`${path} cannot be written (${code})`)
      throw error
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
  secretsReseal,
]
