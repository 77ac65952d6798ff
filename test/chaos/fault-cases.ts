/**
 * Every failure of Google at every phase of a turn, before and after the call was carried out: a call that
 * succeeded was made once, one that failed at most once, nothing ends as our own mistake.
 */
import type { Agent } from '../../contract/index.ts'
import type { Emulator } from '../../emulator/start.ts'
import { type Harness, says, toolCalls } from '../service/turns/harness.ts'
import { freshDatabase } from '../support/database.ts'
import type { Chance } from './chance.ts'
import {
  type Failure,
  type Fault,
  type FaultyGoogle,
  type Phase,
  startFaultyGoogle,
} from './faulty-google.ts'
import { EMAIL, grantOf, startChaosService } from './service.ts'
import type { Tally } from './tally.ts'

const PHASES: readonly Phase[] = ['token', 'look', 'read', 'batch', 'values']
const FAILURES: readonly Failure[] = [
  400,
  401,
  403,
  404,
  408,
  429,
  500,
  502,
  503,
  504,
  'drop',
  'hang',
  'empty',
  'html',
  'null',
  'types',
]
const REFUSALS = new Set<Failure>([400, 401, 403, 404])
const TIMES = [1, 2, 50]
const HANGS_MS = 800
const MAX_STARTS = 20

interface Scenario {
  tool: string
  args: object
  /** Column A after the call was made once. */
  once: string[]
}

const BEFORE = ['a', 'b', 'c']
const SCENARIOS: readonly Scenario[] = [
  {
    tool: 'edit_structure',
    args: { action: 'insert_rows', index: 2, count: 2 },
    once: ['a', '', '', 'b', 'c'],
  },
  {
    tool: 'write_range',
    args: { range: 'T!A5:A6', values: [['x'], ['y']] },
    once: ['a', 'b', 'c', '', 'x', 'y'],
  },
  {
    tool: 'copy_paste_range',
    args: { source_range: 'T!A1:A2', target_range: 'T!A5' },
    once: ['a', 'b', 'c', '', 'a', 'b'],
  },
]

export interface FaultRun {
  run(fault: Fault, scenario: Scenario): Promise<void>
  close(): Promise<void>
}

/** All combinations once in a chosen order, then again by chance until there are enough. */
export function* faultCases(chance: Chance): Generator<[Fault, Scenario]> {
  for (;;) {
    const phase = chance.pick(PHASES)
    const failure = chance.pick(FAILURES)
    // A refusal is decided before anything is done.
    const after = chance.next() < 0.5 && !REFUSALS.has(failure)
    const fault: Fault = { phase, failure, after, times: chance.pick(TIMES) }
    yield [fault, chance.pick(SCENARIOS)]
  }
}

export async function openFaultRun(emulator: Emulator, tally: Tally): Promise<FaultRun> {
  const google = await startFaultyGoogle(emulator.url)
  const database = await freshDatabase()
  const harness = await startChaosService(database, google.url, {
    timeoutMilliseconds: HANGS_MS,
    quick: true,
  })
  return {
    run: (fault, scenario) => runCase({ emulator, google, harness, tally }, fault, scenario),
    async close() {
      await harness.close()
      google.close()
    },
  }
}

interface Parts {
  emulator: Emulator
  google: FaultyGoogle
  harness: Harness
  tally: Tally
}

async function runCase(parts: Parts, fault: Fault, scenario: Scenario): Promise<void> {
  const { emulator, google, harness, tally } = parts
  const spreadsheetId = await makeSheet(emulator)
  google.clear()
  const name = `case${tally.cases}`
  // The fault waits for the call itself: the look at the sheet before it is another one's.
  harness.world.scripts.set(name, step => {
    if (step > 0) return says('Done.')
    google.fail(fault)
    return says('', [{ name: scenario.tool, args: scenario.args }])
  })
  tally.cases += 1
  const view = await startSurely(harness, name, spreadsheetId)
  tally.turns += 1
  const agent = await harness.idle(view.id)
  google.clear()
  await judge(parts, agent, scenario, await columnA(emulator, spreadsheetId), describe(fault, scenario))
}

/** On a busy machine a start without a fault can meet the short time limit too. */
async function startSurely(harness: Harness, name: string, spreadsheetId: string): Promise<{ id: string }> {
  for (let tries = 1; ; tries++) {
    const view = await harness.agents.start(harness.caller, {
      prompt: `${name} please`,
      spreadsheet_id: spreadsheetId,
    })
    if (view.state === 'ok') return view
    if (tries === MAX_STARTS) throw new Error(`a start without a fault was refused: ${view.message}`)
  }
}

const describe = ({ phase, failure, after, times }: Fault, { tool }: Scenario) =>
  `${failure} ${after ? 'after' : 'before'} ${phase}, ${times} times, in ${tool}`

async function judge(
  { harness, tally }: Parts,
  agent: Agent,
  scenario: Scenario,
  cells: string[],
  what: string,
): Promise<void> {
  const found = (
    kind: 'lost' | 'doubled' | 'falseSuccess' | 'internalErrors' | 'ledgerDiffers',
    why: string,
  ) => {
    tally[kind] += 1
    tally.findings.push(`${what}: ${why}`)
  }
  const isOnce = same(cells, scenario.once)
  const isUntouched = same(cells, BEFORE)
  const [call] = toolCalls(agent.messages)
  if (agent.error_code === 'INTERNAL_ERROR') found('internalErrors', agent.error_message ?? '')
  if (toolCalls(agent.messages).length !== 1) found('lost', `${toolCalls(agent.messages).length} calls`)
  if (call?.status === 'succeeded' && !isOnce) found('falseSuccess', `column A holds ${cells.join('|')}`)
  if (!isOnce && !isUntouched) found('doubled', `column A holds ${cells.join('|')}`)
  if (
    call?.status === 'failed' &&
    isOnce &&
    !/may or may not|check the sheet|was lost/.test(wordsOf(agent))
  ) {
    found('falseSuccess', `made, and told as failed: ${wordsOf(agent).slice(0, 200)}`)
  }
  const { rows } = await harness.database.db.query<{ sum: string | null }>(
    'select sum(amount_nano) as sum from ledger where agent_id = $1',
    [agent.id],
  )
  if (Number(rows[0]?.sum ?? 0) !== (agent.usage?.total_usage ?? 0)) found('ledgerDiffers', 'usage')
}

const wordsOf = (agent: Agent) =>
  `${agent.error_message ?? ''} ${toolCalls(agent.messages)
    .map(call => call.message ?? '')
    .join(' ')}`

const same = (cells: string[], expected: string[]) =>
  cells.length === expected.length && cells.every((cell, at) => cell === expected[at])

export async function makeSheet(emulator: Emulator): Promise<string> {
  const answer = await asUser(emulator, 'POST', '/v4/spreadsheets', {
    properties: { title: 'Chaos' },
    sheets: [{ properties: { sheetId: 1, title: 'T', gridProperties: { rowCount: 40, columnCount: 8 } } }],
  })
  const { spreadsheetId } = answer as { spreadsheetId: string }
  await asUser(emulator, 'PUT', `/v4/spreadsheets/${spreadsheetId}/values/T!A1?valueInputOption=RAW`, {
    values: BEFORE.map(value => [value]),
  })
  emulator.grants.ensure(grantOf(spreadsheetId), EMAIL)
  return spreadsheetId
}

export async function columnA(emulator: Emulator, spreadsheetId: string): Promise<string[]> {
  const answer = await asUser(emulator, 'GET', `/v4/spreadsheets/${spreadsheetId}/values/T!A1:A200`)
  return ((answer as { values?: string[][] }).values ?? []).map(row => row[0] ?? '')
}

async function asUser(emulator: Emulator, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${emulator.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${emulator.tokenFor(EMAIL)}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}
