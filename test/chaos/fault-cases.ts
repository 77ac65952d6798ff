/**
 * Every failure of Google and of its token endpoint at every phase of a turn, before and after the call was
 * carried out: a call that succeeded was made once, one that failed at most once, nothing ends as our own
 * mistake.
 */
import { randomUUID } from 'node:crypto'
import type { Agent } from '../../contract/index.ts'
import type { Emulator } from '../../emulator/start.ts'
import type { Database } from '../../service/store/open.ts'
import { type Harness, toolCalls } from '../service/turns/harness.ts'
import { says } from '../service/turns/scripted.ts'
import type { Chance } from './chance.ts'
import {
  type Failure,
  type Fault,
  type FaultyGoogle,
  type Phase,
  startFaultyGoogle,
} from './faulty-google.ts'
import { startChaosService } from './service.ts'
import { BEFORE, columnA, makeSheet, same } from './sheet.ts'
import { did, found, type Tally, type Wrong } from './tally.ts'

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
/** What only a token endpoint says. */
const TOKEN_FAILURES: readonly Failure[] = ['invalid_grant', 'invalid_client', 'short']
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

export function* faultCases(chance: Chance): Generator<[Fault, Scenario]> {
  for (;;) {
    const phase = chance.pick(PHASES)
    const failure = chance.pick(phase === 'token' ? [...FAILURES, ...TOKEN_FAILURES] : FAILURES)
    const fault: Fault = { phase, failure, after: chance.next() < 0.5, times: chance.pick(TIMES) }
    yield [fault, chance.pick(SCENARIOS)]
  }
}

/** Google refuses what it has done: its own interface says that it does not, and nobody could tell. */
const REFUSED_AND_DONE = 'Google refuses with 4xx what it has carried out'
const isOutOfContract = ({ phase, failure, after }: Fault) =>
  after && REFUSALS.has(failure) && (phase === 'batch' || phase === 'values')

export async function openFaultRun(
  emulator: Emulator,
  database: Database & { url?: string },
  tally: Tally,
): Promise<FaultRun> {
  const google = await startFaultyGoogle(emulator.url)
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
  const name = `case${randomUUID().slice(0, 8)}`
  // The fault waits for the call itself: the look at the sheet before it is another one's.
  harness.world.scripts.set(name, step => {
    if (step > 0) return says('Done.')
    google.fail(fault)
    if (fault.phase === 'token') google.refuseToken()
    return says('', [{ name: scenario.tool, args: scenario.args }])
  })
  const view = await startSurely(harness, name, spreadsheetId)
  tally.turns += 1
  const agent = await harness.idle(view.id)
  // A scenario without such a call is no case.
  if (google.struck() > 0) did(tally, fault.phase === 'token' ? 'tokenFaults' : 'googleFaults')
  google.clear()
  const cells = await columnA(emulator, spreadsheetId)
  await judge(parts, agent, { scenario, cells, what: describe(fault, scenario), fault })
}

/** On a busy machine a start without a fault can meet the short time limit too. */
export async function startSurely(
  harness: Harness,
  name: string,
  spreadsheetId: string,
): Promise<{ id: string }> {
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

interface Judged {
  scenario: Scenario
  fault: Fault
  cells: string[]
  what: string
}

async function judge({ harness, tally }: Parts, agent: Agent, judged: Judged): Promise<void> {
  const { scenario, cells, what, fault } = judged
  const wrong = (kind: Wrong, why: string) => found(tally, kind, `${what}: ${why}`)
  const isOnce = same(cells, scenario.once)
  const calls = toolCalls(agent.messages)
  const status = calls[0]?.status
  if (agent.error_code === 'INTERNAL_ERROR') wrong('internalErrors', agent.error_message ?? '')
  if (calls.length !== 1) wrong('lost', `${calls.length} calls`)
  if (status === 'succeeded' && !isOnce) wrong('falseSuccess', `column A holds ${cells.join('|')}`)
  if (!isOnce && !same(cells, BEFORE)) wrong('doubled', `column A holds ${cells.join('|')}`)
  if (status === 'failed' && isOnce && !/may or may not|check the sheet|was lost/.test(wordsOf(agent))) {
    if (isOutOfContract(fault)) tally.accepted[REFUSED_AND_DONE] = (tally.accepted[REFUSED_AND_DONE] ?? 0) + 1
    else wrong('falseSuccess', `made, and told as failed: ${wordsOf(agent).slice(0, 200)}`)
  }
  if ((await ledgerOf(harness, agent.id)) !== (agent.usage?.total_usage ?? 0)) wrong('ledgerDiffers', 'usage')
}

export async function ledgerOf({ database }: Harness, agentId: string): Promise<number> {
  const { rows } = await database.db.query<{ sum: string | null }>(
    'select sum(amount_nano) as sum from ledger where agent_id = $1',
    [agentId],
  )
  return Number(rows[0]?.sum ?? 0)
}

const wordsOf = (agent: Agent) =>
  `${agent.error_message ?? ''} ${toolCalls(agent.messages)
    .map(call => call.message ?? '')
    .join(' ')}`
