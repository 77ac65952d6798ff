/** A write that is under way when its turn is stopped: it is made, noted, and can be taken back. */
import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { throughGateway } from '../../../service/changes/gateway.ts'
import { readChanges } from '../../../service/changes/read-changes.ts'
import { createRecorder } from '../../../service/changes/recorder.ts'
import { keepTurnLook } from '../../../service/changes/turn-look.ts'
import { TurnWatch } from '../../../service/changes/watch.ts'
import { useWorkbench } from '../tools/workbench.ts'

const { openTab } = useWorkbench()

test('a write that comes through after a Stop is listed and can be taken back', async () => {
  const bench = await openTab('T', [['a']])
  const { turn } = bench.context
  const db = bench.context.db as Parameters<typeof keepTurnLook>[0]['db']
  const [sent, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const watch = new TurnWatch(async () => bench.spreadsheet)
  const parts = { db, now: () => new Date(), newId: randomUUID }
  const recorder = createRecorder({
    ...parts,
    spreadsheet: bench.spreadsheet,
    owner: {
      agentId: turn.agentId,
      turnId: turn.id,
      undoId: null,
      callId: randomUUID(),
      tool: 'format_range',
    },
    onWritten: (layout, areas) => watch.written(layout, areas),
  })
  const gateway = throughGateway(bench.spreadsheet, {
    permit: async () => {},
    fence: async () => {
      sent.resolve()
      await gate.promise
    },
    recorder: { record: (effect, send) => watch.during(recorder.record(effect, send)) },
  })
  const fields = 'userEnteredFormat.textFormat.bold'
  const cell = { userEnteredFormat: { textFormat: { bold: true } } }
  const [tab] = await bench.spreadsheet.tabs()
  const range = { sheetId: tab!.sheetId, endRowIndex: 1 }
  const write = gateway.batchUpdate([{ repeatCell: { range, cell, fields } }])
  await sent.promise
  await db.query("update turns set status = 'interrupted', ended_at = now() where id = $1", [turn.id])
  const look = keepTurnLook(
    { ...parts, spreadsheet: async () => bench.spreadsheet },
    { turnId: turn.id, agentId: turn.agentId },
    watch,
  )
  // Long enough for a look that does not wait.
  for (let turns = 0; turns < 500; turns += 1) await nextTurn()
  gate.resolve()
  await Promise.all([write, look])
  const query = { limit: 5, after: null, cells: false }
  const page = await readChanges(db, turn.agentId, turn.id, query, new Date())
  expect(page).toMatchObject({
    summary: { state: 'complete', undoable: true },
    changes: [{ description: 'Formatted A1:L1' }],
  })
})
