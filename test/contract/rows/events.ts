/** Webhooks, as a receiver sees them. */
import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { until } from '../../support/until.ts'
import { STEP_COST_NANO } from '../support/script.ts'
import type { Hook } from '../support/world.ts'
import { type GetWorld, once, row } from './row.ts'

export function eventRows(world: GetWorld): void {
  const hookOf = (agentId: string, which = 0): Promise<Hook> =>
    until(() => world().hooks.filter(hook => hook.body.agent_id === agentId)[which], {
      describe: () => `no webhook for ${agentId}`,
    })
  const run = (prompt: string, key?: string) => async () => {
    const ask = key ? { key } : {}
    const body = {
      prompt,
      spreadsheet_id: world().books.ana,
      webhook_url: world().hookUrl,
      sheet_name: 'Orders',
    }
    const agent = await world().client.run(body, ask)
    return { agent, hook: await hookOf(agent.id) }
  }
  const succeeded = once(run('write'))

  row('Events · Trigger', 'each turn that ends is told, whatever its end', async () => {
    const { client, books, hookUrl } = world()
    expect((await succeeded()).hook.body.status).toBe('succeeded')
    expect((await run('fail')()).hook.body.status).toBe('failed')
    const agent = await client.start({ prompt: 'hang', spreadsheet_id: books.ana, webhook_url: hookUrl })
    await client.stop(agent.id)
    expect((await hookOf(agent.id)).body.status).toBe('cancelled')
    // A follow-up without an address of its own tells nobody.
    await client.run({ prompt: 'answer', agent_id: agent.id })
    expect(world().hooks.filter(hook => hook.body.agent_id === agent.id)).toHaveLength(1)
  })
  row('Events · Body (JSON)', 'holds its six fields by their null rules', async () => {
    const { agent, hook } = await succeeded()
    expect(hook.body).toEqual({
      agent_id: agent.id,
      turn_id: agent.messages[0]!.turn_id,
      status: 'succeeded',
      error_message: null,
      error_code: null,
      usage: 2 * STEP_COST_NANO,
    })
    const failed = await run('paidfail')()
    expect(failed.hook.body).toMatchObject({
      status: 'failed',
      error_message: failed.agent.error_message,
      error_code: 'MODEL_ERROR',
      usage: null,
    })
    expect(world().client.document.problem('#/components/schemas/WebhookPayload', hook.body)).toBeNull()
  })
  row('Events · Header', 'signs the raw body with the webhook secret', async () => {
    const { hook } = await succeeded()
    const hmac = createHmac('sha256', world().people.ana.webhookSecret).update(hook.raw).digest('hex')
    expect(hook.headers['x-webhook-signature']).toBe(`sha256=${hmac}`)
  })
  row('Events · Secret', 'a key without one sends unsigned webhooks', async () => {
    const { hook } = await run('answer', world().people.keyWithoutSecret)()
    expect(hook.headers).not.toHaveProperty('x-webhook-signature')
  })
  row('Events · Receiver duty', 'a changed body no longer fits its signature', async () => {
    const { hook } = await succeeded()
    const sign = (raw: string) =>
      `sha256=${createHmac('sha256', world().people.ana.webhookSecret).update(raw).digest('hex')}`
    expect(sign(hook.raw)).toBe(hook.headers['x-webhook-signature'])
    expect(sign(`${hook.raw} `)).not.toBe(hook.headers['x-webhook-signature'])
  })
  row('Events · Acknowledgement', 'a refusal is not retried', async () => {
    const { client, books, hookUrl } = world()
    const refusing = hookUrl.replace('/hook', '/refuse')
    const first = await client.run({ prompt: 'answer', spreadsheet_id: books.ana, webhook_url: refusing })
    await hookOf(first.id)
    // A later one comes through the same queue: by then a retry would have been sent.
    const second = await client.run({ prompt: 'answer', spreadsheet_id: books.ana, webhook_url: hookUrl })
    await hookOf(second.id)
    expect(world().hooks.filter(hook => hook.body.agent_id === first.id)).toHaveLength(1)
  })
}
