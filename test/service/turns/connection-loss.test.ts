import { expect, inject, it } from 'vitest'
import { freshPostgres, onServer } from '../../support/database.ts'
import { until } from '../../support/until.ts'
import { startHarness, toolCalls } from './harness.ts'
import { says } from './scripted.ts'

it('a turn outlives the loss of every database connection', { timeout: 60_000 }, async () => {
  const serverUrl = inject('postgresUrl')
  const database = await freshPostgres(serverUrl)
  const harness = await startHarness(database, { databaseUrl: database.url })
  const name = new URL(database.url).pathname.slice(1)
  const cut = () =>
    onServer(serverUrl, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  const { agent } = await harness.start(
    async step => {
      if (step === 2 || step === 5) await cut()
      return step < 8 ? says(`Step ${step}`, [{ name: 'write', args: { step } }]) : says('Arrived.')
    },
    {
      async tool(args, context) {
        if (args.step === 3 || args.step === 6) {
          await cut()
          await context.db.query('select 1')
        }
        return { state: 'succeeded', output: null }
      },
    },
  )
  await until(() => harness.world.ended.length > 0, { within: 30_000 })
  const done = await harness.get(agent.id)
  expect(done.error_message).toBeNull()
  expect(toolCalls(done.messages).map(call => call.status)).toEqual(
    Array.from({ length: 8 }, () => 'succeeded'),
  )
  expect(done.messages).toHaveLength(18)
  expect(done.usage?.total_usage).toBe(9_000)
  await harness.close()
})
