import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freshPostgres } from '../../../support/database.ts'
import { REFRESH_TOKEN } from '../bench-google.ts'
import { type Cell, openBench, openWorkbench, type Workbench } from '../workbench.ts'
import type { ChildSettings } from './child.ts'

const ROWS = 600
const CONCURRENCY = 20
const KILL_AFTER = [150, 380]

let workbench: Workbench
let databaseUrl: string
let parent: Server
const children = new Set<ChildProcess>()

/** The model's side: every prompt that it was asked, and what was booked first under each key. */
const asked: string[] = []
const booked = new Map<string, bigint>()
let onAsked = () => {}

beforeAll(async () => {
  const database = await freshPostgres(inject('postgresUrl'))
  databaseUrl = database.url
  workbench = await openWorkbench({ database })
  parent = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://parent')
    if (pathname === '/charge') {
      const key = searchParams.get('key')!
      if (!booked.has(key)) booked.set(key, BigInt(searchParams.get('cost')!))
      response.end()
      return
    }
    const prompt = searchParams.get('prompt')!
    asked.push(prompt)
    onAsked()
    // A model takes its time; so rows are in flight when the process dies.
    setTimeout(() => response.end(prompt.toUpperCase()), 15)
  })
  await new Promise<void>(resolve => parent.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  parent.closeAllConnections()
  parent.close()
  await workbench.close()
})

function start(settings: ChildSettings): ChildProcess {
  const child = fork(join(import.meta.dirname, 'child.ts'), {
    env: { ...process.env, BULK_CHILD: JSON.stringify(settings) },
    execArgv: [],
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

/** Runs until the model has been asked `limit` times in all, then ends the process as a crash would. */
async function runAndKill(settings: ChildSettings, limit: number): Promise<void> {
  const child = start(settings)
  const exited = once(child, 'exit')
  onAsked = () => {
    if (asked.length >= limit) child.kill('SIGKILL')
  }
  await exited
  onAsked = () => {}
}

test('a bulk run killed twice ends with every row right and none paid twice', async () => {
  const rows: Cell[][] = Array.from({ length: ROWS }, (_, index) => [`name ${index}`])
  const bench = await openBench(workbench, { tabs: [{ title: 'T', rows: [['Name'], ...rows] }] })
  const settings: ChildSettings = {
    databaseUrl,
    emulatorUrl: workbench.emulatorUrl,
    refreshToken: REFRESH_TOKEN,
    spreadsheetId: bench.id,
    parentUrl: `http://127.0.0.1:${(parent.address() as AddressInfo).port}`,
    toolCallId: randomUUID(),
    turn: bench.context.turn,
    concurrency: CONCURRENCY,
    prompt_template: '{{A}}',
  }
  const savedBefore: string[][] = []
  for (const limit of KILL_AFTER) {
    await runAndKill(settings, limit)
    const { rows: saved } = await bench.context.db.query<{ value: string }>(
      `select value from bulk_rows where tool_call_id = $1 and state = 'ok'`,
      [settings.toolCallId],
    )
    savedBefore.push(saved.map(row => row.value))
    // What was asked until here is over: from now on a saved row must not be asked.
    asked.push('killed')
  }
  const child = start(settings)
  const [outcome] = (await once(child, 'message')) as [unknown]
  expect(outcome).toMatchObject({
    state: 'succeeded',
    fields: { updated_range: `B2:B${ROWS + 1}`, rows: { processed: ROWS, errors: 0, total: ROWS } },
  })

  const shown = await bench.shown(`T!A2:B${ROWS + 1}`)
  expect(shown.filter(([name, result]) => result !== name!.toUpperCase())).toEqual([])
  expect([...booked.values()].reduce((sum, cost) => sum + cost, 0n)).toBe(BigInt(ROWS) * 10n)
  for (const [index, saved] of savedBefore.entries()) {
    expect(saved.length).toBeGreaterThan(0)
    const later = new Set(asked.slice(nthIndexOf(asked, 'killed', index)).map(prompt => prompt.toUpperCase()))
    expect(saved.filter(value => later.has(value))).toEqual([])
  }
})

function nthIndexOf(list: string[], item: string, n: number): number {
  let at = -1
  for (let seen = 0; seen <= n; seen += 1) at = list.indexOf(item, at + 1)
  return at
}
