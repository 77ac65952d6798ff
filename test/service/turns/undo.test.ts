/** A turn on a real sheet, what it changed, and taking it back through the engine. */
import { expect, test } from 'vitest'
import type { Undo } from '../../../contract/index.ts'
import { forgetImages } from '../../../service/changes/retention.ts'
import { useWorkbench } from '../tools/workbench.ts'
import { onBothDatabases } from './databases.ts'
import { says } from './scripted.ts'
import { ended, onSheet, range, turn } from './undo-sheet.ts'

const { workbench: google } = useWorkbench()

onBothDatabases('undo', harness => {
  test('a turn is taken back but for what people changed since, and made again', async () => {
    const sheet = await onSheet(google(), harness())
    const { userId } = harness().caller
    const { agentId, turnId } = await turn(harness(), async (_args, { spreadsheet }) => {
      await spreadsheet.writeValues([
        {
          range: "'Leads'!B2:C5",
          values: [
            [10, 'x'],
            [20, 'x'],
            [30, 'x'],
            [40, 'x'],
          ],
        },
      ])
      return { state: 'succeeded', output: {} }
    })
    // A person types into one cell, and sorts the table.
    await sheet.type('Leads!B3', [[999]])
    await google().api.spreadsheets.batchUpdate({
      spreadsheetId: sheet.id,
      requestBody: {
        requests: [
          {
            sortRange: {
              range: range(1, 5, 0, 3),
              sortSpecs: [{ dimensionIndex: 0, sortOrder: 'DESCENDING' }],
            },
          },
        ],
      },
    })
    const page = await sheet.undos.changes(userId, agentId, turnId, { limit: 20, after: null, cells: true })
    expect(page).toMatchObject({
      summary: { cells: 8, undoable: true, undone: 'no', tabs: [{ sheet_name: 'Leads', kinds: ['values'] }] },
      changes: [{ kind: 'values', range: 'B2:C5', description: 'Wrote B2:C5', undo_state: 'none' }],
      total: 1,
    })
    const undone = await ended(
      sheet.undos,
      userId,
      agentId,
      await sheet.undos.undo(userId, agentId, turnId, {}, null),
    )
    expect(undone).toMatchObject({
      status: 'succeeded',
      restored: { cells: 7, changes: 1 },
      kept: [{ sheet_name: 'Leads', range: 'B4', cells: 1 }],
      kept_total: 1,
      redoable: true,
    })
    expect(await sheet.read('Leads!A1:C5')).toEqual([
      ['Name', 'Qty'],
      ['Dee', 4],
      ['Cy', 3],
      ['Bob', 999],
      ['Ann', 1],
    ])
    const redone = await ended(
      sheet.undos,
      userId,
      agentId,
      await sheet.undos.redo(userId, agentId, undone.id, null),
    )
    expect(redone).toMatchObject({ kind: 'redo', status: 'succeeded', restored: { cells: 7 } })
    expect(await sheet.read('Leads!A2:C5')).toEqual([
      ['Dee', 40, 'x'],
      ['Cy', 30, 'x'],
      ['Bob', 999, 'x'],
      ['Ann', 10, 'x'],
    ])
  })

  test('formulas elsewhere that become errors are told to the model and in the summary', async () => {
    const sheet = await onSheet(google(), harness())
    const { userId } = harness().caller
    let told = ''
    const { agent, turnId } = await harness().start(
      (step, request) => {
        if (step === 0) return says('', [{ name: 'write', args: {} }])
        told = JSON.stringify(request.messages.at(-1))
        return says('Done.')
      },
      {
        tool: async (_args, { spreadsheet }) => {
          await spreadsheet.writeValues([{ range: "'Leads'!B3", values: [['two']] }])
          return { state: 'succeeded', output: { written: 1 } }
        },
      },
    )
    await harness().idle(agent.id)
    expect(told).toContain("'Sums'!B1")
    expect(told).toContain('#VALUE!')
    const summary = async () => {
      const page = await sheet.undos.changes(userId, agent.id, turnId, {
        limit: 20,
        after: null,
        cells: false,
      })
      return 'summary' in page ? page.summary : null
    }
    await expect.poll(async () => (await summary())?.state).toBe('complete')
    expect(await summary()).toMatchObject({
      cells: 1,
      side_effects: { new_errors: 1, changed_values: 1, checked: true },
      proof: { state: 'unchanged', others: 0 },
    })
    const undone = await ended(
      sheet.undos,
      userId,
      agent.id,
      await sheet.undos.undo(userId, agent.id, turnId, {}, null),
    )
    expect(undone).toMatchObject({ status: 'succeeded', kept: [], not_possible: [] })
    expect(await sheet.read('Sums!A1:B1')).toEqual([['=SUM(Leads!B2:B5)', '=Leads!B3 + 1']])
    expect(await sheet.read('Leads!A3:B3')).toEqual([['Bob', 2]])
  })

  test('what somebody else types meanwhile is told apart and stays', async () => {
    const sheet = await onSheet(google(), harness())
    const { userId } = harness().caller
    const { agentId, turnId } = await turn(harness(), async (_args, { spreadsheet }) => {
      await spreadsheet.writeValues([{ range: "'Leads'!D2", values: [['mine']] }])
      await sheet.type('Leads!E9', [['theirs']])
      return { state: 'succeeded', output: {} }
    })
    const summary = async () => {
      const page = await sheet.undos.changes(userId, agentId, turnId, {
        limit: 20,
        after: null,
        cells: false,
      })
      return 'summary' in page ? page.summary : null
    }
    await expect.poll(async () => (await summary())?.state).toBe('complete')
    expect(await summary()).toMatchObject({ proof: { state: 'changed_elsewhere', others: 1 } })
    await ended(sheet.undos, userId, agentId, await sheet.undos.undo(userId, agentId, turnId, {}, null))
    expect(await sheet.read('Leads!D2:E9')).toEqual([[], [], [], [], [], [], [], ['', 'theirs']])
  })

  test('one undo runs at a time, the same one asked for twice is one, and no turn starts beside it', async () => {
    const sheet = await onSheet(google(), harness())
    const { agents, caller } = harness()
    const { agentId, turnId } = await turn(harness(), async (_args, { spreadsheet }) => {
      await spreadsheet.writeValues([{ range: "'Leads'!D2:D3", values: [['a'], ['b']] }])
      return { state: 'succeeded', output: {} }
    })
    const [first, second] = await Promise.all([
      sheet.undos.undo(caller.userId, agentId, turnId, {}, 'key-1'),
      sheet.undos.undo(caller.userId, agentId, turnId, {}, 'key-1'),
    ])
    expect((first as Undo).id).toBe((second as Undo).id)
    const begun = await agents.start(caller, { prompt: 'next', agent_id: agentId })
    const other = await sheet.undos.undo(caller.userId, agentId, turnId, { ranges: ["'Leads'!D2"] }, null)
    const done = await ended(sheet.undos, caller.userId, agentId, first)
    expect(done).toMatchObject({ status: 'succeeded', restored: { cells: 2 } })
    // Whichever came first: a turn and an undo never run beside each other.
    for (const answer of [begun, other])
      expect(answer).toMatchObject({ state: expect.stringMatching('ok|refused') as string })
    const again = await sheet.undos.undo(caller.userId, agentId, turnId, {}, 'key-1')
    expect((again as Undo).id).toBe(done.id)
    expect(
      await sheet.undos.undo(caller.userId, agentId, turnId, { ranges: ["'Leads'!D2"] }, 'key-1'),
    ).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
    await harness().idle(agentId)
    expect(await sheet.undos.undo(caller.userId, agentId, turnId, {}, null)).toMatchObject({
      code: 'NOTHING_TO_UNDO',
    })
  })

  test('what is not kept any more is still listed, and can be neither shown nor taken back', async () => {
    const sheet = await onSheet(google(), harness())
    const { caller, database } = harness()
    const { agentId, turnId } = await turn(harness(), async (_args, { spreadsheet }) => {
      await spreadsheet.writeValues([{ range: "'Leads'!D2", values: [['a']] }])
      return { state: 'succeeded', output: {} }
    })
    const list = () =>
      sheet.undos.changes(caller.userId, agentId, turnId, { limit: 20, after: null, cells: true })
    await expect
      .poll(async () => (await list()) as unknown)
      .toMatchObject({ summary: { state: 'complete', undoable: true } })
    expect(await forgetImages(database.db, new Date(Date.now() + 1_000))).toBeGreaterThan(0)
    expect(await forgetImages(database.db, new Date(Date.now() + 1_000))).toBe(0)
    expect(await list()).toMatchObject({
      summary: { state: 'expired', cells: 1, undoable: false },
      changes: [{ description: 'Wrote D2', range: 'D2' }],
    })
    expect(await sheet.undos.undo(caller.userId, agentId, turnId, {}, null)).toMatchObject({
      code: 'CHANGES_EXPIRED',
    })
    expect(await sheet.read('Leads!D2')).toEqual([['a']])
  })

  test('an agent, a turn and an undo of others are not found', async () => {
    const sheet = await onSheet(google(), harness())
    const { caller } = harness()
    const { agentId, turnId } = await turn(harness(), async () => ({ state: 'succeeded', output: {} }))
    const nobody = '00000000-0000-4000-8000-000000000000'
    expect(await sheet.undos.undo(nobody, agentId, turnId, {}, null)).toMatchObject({
      code: 'AGENT_NOT_FOUND',
    })
    expect(await sheet.undos.undo(caller.userId, agentId, nobody, {}, null)).toMatchObject({
      code: 'TURN_NOT_FOUND',
    })
    expect(await sheet.undos.get(caller.userId, agentId, nobody)).toMatchObject({ code: 'UNDO_NOT_FOUND' })
    expect(await sheet.undos.undo(caller.userId, agentId, turnId, {}, null)).toMatchObject({
      code: 'NOTHING_TO_UNDO',
    })
    expect(await sheet.undos.undo(caller.userId, agentId, turnId, { ranges: ['D2'] }, null)).toMatchObject({
      code: 'INVALID_REQUEST',
    })
  })
})
