/** The main job over HTTP, on everything that `npm start` starts. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { apiClient, lastAnswer, readRange, toolCalls } from '../support/client.ts'
import { freshPostgres } from '../support/database.ts'
import { type LocalProduct, startLocal } from '../support/local.ts'

let local: LocalProduct
let postgres: Awaited<ReturnType<typeof freshPostgres>> | undefined

describe.each(['PGlite', 'Postgres'])('on %s', kind => {
  beforeAll(async () => {
    postgres = kind === 'Postgres' ? await freshPostgres(inject('postgresUrl')) : undefined
    local = await startLocal(postgres ? { DATABASE_URL: postgres.url } : {}, { isFirst: true })
  })
  afterAll(async () => {
    await local?.stop()
    await postgres?.close()
  })

  describe('the demo', () => {
    test('demo.json is readable by its owner only and names every value', () => {
      const file = join(local.dataDir, 'demo.json')
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(Object.keys(JSON.parse(readFileSync(file, 'utf8'))).sort()).toEqual([
        'api_key',
        'service_url',
        'sheets_token',
        'sheets_url',
        'spreadsheet_id',
        'spreadsheet_url',
        'webhook_secret',
      ])
    })

    test('the page, the interface document and its readable page answer', async () => {
      const { demo } = local
      const addresses = [demo.spreadsheet_url, `${demo.service_url}/openapi.json`, `${demo.service_url}/docs`]
      const answers = await Promise.all(addresses.map(address => fetch(address)))
      expect(answers.map(answer => answer.status)).toEqual([200, 200, 200])
    })
  })

  test('a prompt adds a column of right values and the conversation outlives a restart', async () => {
    const before = await readRange(local.demo, 'Orders!A1:Z')
    const headers = before[0] as string[]
    const api = apiClient(local.demo)
    const started = await api.start({
      prompt: 'Add a column Revenue that is Qty times Price',
      spreadsheet_id: local.demo.spreadsheet_url,
      sheet_name: 'Orders',
    })
    expect(started).toMatchObject({ status: 'active', number_of_turns: 1, usage: null })
    const agent = await api.untilIdle(started.id)

    expect(agent).toMatchObject({ status: 'idle', error_code: null, error_message: null })
    expect(lastAnswer(agent)).toContain('Revenue')
    expect(toolCalls(agent.messages).map(call => call.status)).not.toContain('failed')
    expect(agent.usage).toEqual({ agent_usage: 0, tool_usage: 0, total_usage: 0 })

    const after = await readRange(local.demo, 'Orders!A1:Z')
    expect(after.map(row => row.slice(0, headers.length))).toEqual(before)
    const [qty, price, revenue] = ['Qty', 'Price', 'Revenue'].map(name =>
      (after[0] as string[]).indexOf(name),
    )
    expect(revenue).toBe(headers.length)
    for (const row of after.slice(1)) {
      expect(row[revenue ?? -1]).toBeCloseTo(Number(row[qty ?? -1]) * Number(row[price ?? -1]), 6)
    }

    await local.restart()
    const again = apiClient(local.demo)
    expect(await again.getAgent(started.id)).toEqual(agent)
    expect(await readRange(local.demo, 'Orders!A1:Z')).toEqual(after)
    const followUp = await again.start({ prompt: 'Sort by Revenue descending', agent_id: started.id })
    expect(followUp.number_of_turns).toBe(2)
    const sorted = await again.untilIdle(started.id)
    expect(sorted.error_message).toBeNull()
    const column = (await readRange(local.demo, 'Orders!A2:Z')).map(row => Number(row[revenue ?? -1]))
    expect(column).toEqual([...column].sort((a, b) => b - a))
  })

  test('nothing in the data folder is readable by others', () => {
    const open = readdirSync(local.dataDir).filter(
      name =>
        statSync(join(local.dataDir, name)).isFile() &&
        (statSync(join(local.dataDir, name)).mode & 0o077) !== 0,
    )
    expect(statSync(local.dataDir).mode & 0o077).toBe(0)
    expect(open.filter(name => name !== 'db')).toEqual([])
  })
})
