/**
 * What looking beyond a turn's own cells costs: calls that write to a tab of 20,000 filled cells with formulas
 * on another one, with the time of a model between them. Prints the share of the looking in the whole turn.
 * Then a bulk run of 10,000 rows is taken back, and the calls to Google are counted.
 *
 *   node bench/undo.ts [--calls 10] [--latency 1000]
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { throughGateway } from '../service/changes/gateway.ts'
import { createRecorder } from '../service/changes/recorder.ts'
import { TurnWatch } from '../service/changes/watch.ts'
import type { Db } from '../service/store/db.ts'
import { takeBackBulk } from '../test/service/changes/undo-bench.ts'
import { type Cell, openBench, openWorkbench } from '../test/service/tools/open-bench.ts'

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '10' }, latency: { type: 'string', default: '1000' } },
})
const calls = Number(values.calls)
const latencyMs = Number(values.latency)
const ROWS = 2_000
const MAX_SHARE = 0.1

const workbench = await openWorkbench({ emulator: 'process' })
const rows: Cell[][] = Array.from({ length: ROWS }, (_, row) =>
  Array.from({ length: 10 }, (__, column) => (column === 9 ? `=B${row + 1}*2` : row * 10 + column)),
)
const bench = await openBench(workbench, {
  tabs: [
    { title: 'Data', rows, size: [ROWS + 10, 14] },
    { title: 'Sums', rows: [['=SUM(Data!B1:B2000)', '=Data!C5*3']] },
  ],
})
const watch = new TurnWatch(async () => bench.spreadsheet)
const { agentId, id: turnId } = bench.context.turn
const began = performance.now()
for (let call = 0; call < calls; call += 1) {
  await sleep(latencyMs)
  bench.spreadsheet.refresh()
  const callId = bench.context.newId()
  const spreadsheet = throughGateway(bench.spreadsheet, {
    permit: async () => {},
    fence: async () => {},
    recorder: createRecorder({
      db: bench.context.db as Db,
      spreadsheet: bench.spreadsheet,
      owner: { agentId, turnId, undoId: null, callId, tool: 'write_range' },
      now: () => new Date(),
      newId: bench.context.newId,
      beforeWrite: () => watch.beforeWrite(),
      onWritten: (layout, areas) => watch.written(layout, areas),
    }),
  })
  const values = Array.from({ length: 50 }, (_, row) => [call * 1_000 + row])
  await spreadsheet.writeValues([{ range: `'Data'!B${call * 50 + 1}:B${call * 50 + 50}`, values }])
  await watch.afterCall()
}
const tookMs = performance.now() - began
const share = watch.spentMs / tookMs
process.stdout.write(
  `${calls} calls, model ${latencyMs} ms: ${tookMs.toFixed(0)} ms, of it ${watch.spentMs.toFixed(0)} ms looking at 20,000 cells = ${(share * 100).toFixed(1)} % (at most ${MAX_SHARE * 100} %)\n`,
)

const BULK_ROWS = 10_000
const MOST_CALLS = BULK_ROWS / 500
const { undone, ms, calls: used } = await takeBackBulk(workbench, BULK_ROWS)
process.stdout.write(
  `${BULK_ROWS} rows taken back: ${undone.restored.cells} cells in ${ms.toFixed(0)} ms with ${used} calls to Google (at most ${MOST_CALLS})\n`,
)
await workbench.close()
if (share > MAX_SHARE || used > MOST_CALLS || undone.keptTotal > 0) process.exitCode = 1
