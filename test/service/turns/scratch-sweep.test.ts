/** Tabs for trying formulas that a stopped or killed call left: taken away, and no other. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { scratchTabId } from '../../../service/tools/support/scratch.ts'
import { sweepScratch } from '../../../service/turns/steps/scratch-sweep.ts'
import { type Bench, useWorkbench } from '../tools/workbench.ts'

const { openTab } = useWorkbench()

async function leave(
  bench: Bench,
  call: { id: string; tool: string; ended: boolean; title?: string; hidden?: boolean },
) {
  const { db, turn } = bench.context
  const sheetId = scratchTabId({ toolCallId: call.id })
  const properties = {
    sheetId,
    title: call.title ?? `Rowhand scratch ${sheetId}`,
    hidden: call.hidden ?? true,
  }
  await bench.spreadsheet.batchUpdate([{ addSheet: { properties } }])
  const { rows } = await db.query<{ step: number }>(
    'select coalesce(max(step), -1) + 1 as step from turn_steps where turn_id = $1',
    [turn.id],
  )
  const step = rows[0]!.step
  const calls = [{ id: call.id, index: 0, modelCallId: 'm', tool: call.tool, args: {}, createdAt: '' }]
  await db.query(
    'insert into turn_steps (turn_id, agent_id, step, messages, decision) values ($1, $2, $3, $4, $5)',
    [turn.id, turn.agentId, step, '[]', JSON.stringify({ next: 'tools', calls })],
  )
  if (call.ended)
    await db.query(
      'insert into tool_results (tool_call_id, turn_id, step, index, part) values ($1, $2, $3, 0, $4)',
      [call.id, turn.id, step, '{}'],
    )
}

const titles = async (bench: Bench) => {
  bench.spreadsheet.refresh()
  return (await bench.spreadsheet.tabs()).map(({ title }) => title.replace(/\d+$/, 'N'))
}

test('a tab that an unfinished try left is taken away, others of the same look stay', async () => {
  const bench = await openTab('Mine', [['a']])
  const { db, turn } = bench.context
  const { rows } = await db.query<{ number: number }>('select number from turns where id = $1', [turn.id])
  const number = rows[0]!.number
  await leave(bench, { id: randomUUID(), tool: 'try_formula', ended: false })
  await leave(bench, { id: randomUUID(), tool: 'check', ended: false })
  // One that a person has taken over, one of a call that ended, and one of another agent's call.
  await leave(bench, { id: randomUUID(), tool: 'check', ended: false, title: 'Kept by hand' })
  await leave(bench, { id: randomUUID(), tool: 'check', ended: true })
  await bench.spreadsheet.batchUpdate([
    { addSheet: { properties: { sheetId: 77, title: 'Rowhand scratch 77', hidden: true } } },
  ])
  const turns = { agentId: turn.agentId, from: number, to: number }
  expect(await sweepScratch(db, turns, async () => bench.spreadsheet)).toBe(2)
  expect(await titles(bench)).toEqual(['Mine', 'Kept by hand', 'Rowhand scratch N', 'Rowhand scratch N'])
  expect(await sweepScratch(db, turns, async () => bench.spreadsheet)).toBe(0)
})

test('without an unfinished try the spreadsheet is not even opened', async () => {
  const bench = await openTab('Mine', [['a']])
  const open = () => Promise.reject(new Error('not opened'))
  const turns = { agentId: bench.context.turn.agentId, from: 0, to: 9 }
  expect(await sweepScratch(bench.context.db, turns, open)).toBe(0)
})
