/**
 * Every failure of a language model at every phase of a turn, over the wire: before anything was changed,
 * after a change, and at the last words. What was done before a failure stands, is shown and was done once.
 */
import type { Agent } from '../../contract/index.ts'
import type { Emulator } from '../../emulator/start.ts'
import { createModels } from '../../service/models/index.ts'
import type { Database } from '../../service/store/open.ts'
import { toolCalls } from '../service/turns/harness.ts'
import {
  configFor,
  type Fault,
  type NeutralRequest,
  type Reply,
  scriptedProvider,
} from '../support/providers/index.ts'
import type { Chance } from './chance.ts'
import { ledgerOf, startSurely } from './fault-cases.ts'
import { startChaosService } from './service.ts'
import { columnA, makeSheet, same } from './sheet.ts'
import { did, found, type Tally } from './tally.ts'

const statuses = [400, 401, 403, 404, 408, 413, 429, 500, 502, 503, 504, 529]
const FAULTS: readonly Fault[] = [
  ...statuses.map(status => ({ status })),
  { status: 429, retryAfterSeconds: 0.02 },
  { status: 503, retryAfterSeconds: 3600 },
  'malformed_json',
  'wrong_shape',
  'refusal',
  'empty',
  'context_overflow',
  'reset',
  'reset_midway',
  'hang',
  'endless',
]
const TIMES = [1, 2, 50]

/** One call a step, then the last words; column A after so many of them. */
const CALLS = [
  { name: 'edit_structure', args: { action: 'insert_rows', index: 2, count: 2 } },
  { name: 'write_range', args: { range: 'T!A7:A8', values: [['x'], ['y']] } },
]
const COLUMN_AFTER = [
  ['a', 'b', 'c'],
  ['a', '', '', 'b', 'c'],
  ['a', '', '', 'b', 'c', '', 'x', 'y'],
]

export interface ModelCase {
  /** The step that fails: so many calls were made before it. */
  phase: number
  fault: Fault
  times: number
}

export function* modelCases(chance: Chance): Generator<ModelCase> {
  for (;;) {
    yield {
      phase: chance.below(CALLS.length + 1),
      fault: chance.pick(FAULTS),
      times: chance.pick(TIMES),
    }
  }
}

const nameOf = (fault: Fault) => (typeof fault === 'string' ? fault : `status ${fault.status}`)

export async function openModelRun(emulator: Emulator, database: Database & { url?: string }, tally: Tally) {
  let current: ModelCase | undefined
  function reply({ toolResults }: NeutralRequest): Reply {
    const step = toolResults.length
    if (current && step === current.phase && current.times > 0) {
      current.times -= 1
      return { fault: current.fault }
    }
    const call = CALLS[step]
    const usage = { input: 100, output: 10 }
    return call ? { text: 'On it.', calls: [call], usage } : { text: 'Done.', usage }
  }
  const provider = await scriptedProvider('openai-chat', reply)
  const { config } = configFor(provider)
  const patience = { firstDelayMs: 5, maxDelayMs: 20, budgetMs: 3_000 }
  const harness = await startChaosService(database, emulator.url, {
    models: createModels(config, { patience }),
  })

  async function judge(agent: Agent, cells: string[], what: string): Promise<void> {
    const calls = toolCalls(agent.messages)
    const made = calls.filter(call => call.status === 'succeeded').length
    if (agent.error_code === 'INTERNAL_ERROR')
      found(tally, 'internalErrors', `${what}: ${agent.error_message}`)
    if (calls.length !== made) found(tally, 'lost', `${what}: ${calls.length - made} calls without an end`)
    if (!same(cells, COLUMN_AFTER[made] ?? [])) {
      const wrong = cells.length > (COLUMN_AFTER[made]?.length ?? 0) ? 'doubled' : 'falseSuccess'
      found(tally, wrong, `${what}: ${made} calls made, column A holds ${cells.join('|')}`)
    }
    if (agent.error_code === null && made < CALLS.length) {
      found(tally, 'falseSuccess', `${what}: ended well after ${made} calls`)
    }
    if (agent.error_code !== null && !/^MODEL_/.test(agent.error_code)) {
      found(tally, 'lost', `${what}: ended with ${agent.error_code}`)
    }
    if ((await ledgerOf(harness, agent.id)) !== (agent.usage?.total_usage ?? 0)) {
      found(tally, 'ledgerDiffers', what)
    }
  }

  return {
    async run(one: ModelCase): Promise<void> {
      const what = `model ${nameOf(one.fault)} at step ${one.phase}, ${one.times} times`
      const spreadsheetId = await makeSheet(emulator)
      current = { ...one }
      did(tally, 'modelFaults')
      tally.turns += 1
      const view = await startSurely(harness, 'go', spreadsheetId)
      await judge(await harness.idle(view.id), await columnA(emulator, spreadsheetId), what)
    },
    async close() {
      await harness.close()
      await provider.close()
    },
  }
}
