/** A Stop is told to whoever runs the turn by a notice, and notices are lost with their connection. */
import { expect, inject, test } from 'vitest'
import { cancelled, endTurn } from '../../../service/turns/record/end-turn.ts'
import { freshPostgres } from '../../support/database.ts'
import { startHarness } from './harness.ts'

test('a turn whose stop was told to nobody is stopped where it runs all the same', async () => {
  const database = await freshPostgres(inject('postgresUrl'))
  const harness = await startHarness(database, { databaseUrl: database.url })
  try {
    const aborted = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const { agent, turnId } = await harness.start((_step, { signal }) => {
      begun.resolve()
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          aborted.resolve()
          reject(signal.reason as Error)
        })
      })
    })
    await begun.promise
    const turn = { agentId: agent.id, turnId, claim: 0 }
    await database.db.transaction(tx => endTurn(tx, turn, cancelled, new Date(), async () => {}))
    await aborted.promise
    const after = await harness.get(agent.id)
    expect(after).toMatchObject({ status: 'idle', error_message: cancelled.message })
  } finally {
    await harness.close()
  }
})
