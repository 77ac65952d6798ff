import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConfigurationResponse } from '../../contract/index.ts'
import { often } from '../support/long.ts'
import { type FuzzRequest, fuzzRequest } from './support/fuzz.ts'
import { startWorld, type World } from './support/world.ts'

const RUNS = Number(process.env.ROWHAND_FUZZ_RUNS ?? often(200, 400))
/** Longer than the service itself waits for anybody. */
const NO_HANG_MS = 90_000

describe('requests made from the document', () => {
  let world: World
  let known: Record<string, string[]>
  beforeAll(async () => {
    world = await startWorld({ env: { ROWHAND_RATE_LIMIT_PER_MINUTE: '1000000' } })
    const { client, books } = world
    const idle = await client.run({ prompt: 'tour', spreadsheet_id: books.ana, sheet_name: 'Orders' })
    const active = await client.start({ prompt: 'hang', spreadsheet_id: books.ana })
    const { end_cursor } = await client.messages(idle.id, { limit: '2' })
    const { models } = (await client.call<ConfigurationResponse>('listModels')).body
    known = {
      id: [idle.id, active.id],
      agent_id: [idle.id, active.id],
      source_id: [books.ana, books.ben],
      spreadsheet_id: [
        books.ana,
        books.ben,
        `https://docs.google.com/spreadsheets/d/${books.ana}/edit#gid=0`,
      ],
      destination_spreadsheet_id: [books.other],
      sheet_name: ['Orders', 'Leads'],
      sheet_id: ['0', '1001'],
      after: [end_cursor!],
      platform: ['sheets'],
      prompt: ['answer', 'write', 'tour'],
      agent_model: models.agent_models.map(model => model.id),
      bulk_model: models.bulk_models.map(model => model.id),
      bulk_search_model: models.bulk_search_models.map(model => model.id),
      webhook_url: [world.hookUrl],
    }
  }, 180_000)
  afterAll(() => world?.close())

  async function send(request: FuzzRequest): Promise<void> {
    const { operationId, params, query, headers, key, body, raw } = request
    const asked = world.client.call(operationId, {
      params,
      query,
      headers,
      ...(key === 'good' ? {} : { key: key === 'none' ? null : key }),
      ...(body === undefined ? {} : { body }),
      ...(raw === undefined ? {} : { raw: raw as BodyInit }),
    })
    const hang = AbortSignal.timeout(NO_HANG_MS)
    const late = new Promise<never>((_, fail) => {
      hang.addEventListener('abort', () => fail(new Error(`${operationId} hangs`)))
    })
    const answer = await Promise.race([asked, late])
    if (answer.status >= 500)
      throw new Error(`${operationId}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }

  it(
    `${RUNS} valid and invalid ones get only answers that the document allows, no 5xx, and none hangs`,
    async () => {
      const operations = [...world.client.document.operations.values()]
      const seen = new Map<string, number>()
      await fc.assert(
        fc.asyncProperty(fuzzRequest(operations, known), async request => {
          seen.set(request.operationId, (seen.get(request.operationId) ?? 0) + 1)
          await send(request)
        }),
        {
          numRuns: RUNS,
          endOnFailure: false,
          ...(process.env.ROWHAND_FUZZ_SEED ? { seed: Number(process.env.ROWHAND_FUZZ_SEED) } : {}),
        },
      )
      expect(seen.size).toBe(operations.length)
    },
    60_000 + RUNS * 100,
  )
})
