/** A turn is looked at once it has ended: an undo that comes sooner waits for what was seen. */
import { expect, test } from 'vitest'
import { useWorkbench } from '../tools/workbench.ts'
import { onBothDatabases } from './databases.ts'
import { ended, onSheet, range, turn } from './undo-sheet.ts'

const { workbench: google } = useWorkbench()

onBothDatabases('an undo that begins before its turn was looked at', harness => {
  test('finds the rows that were sorted since all the same', async () => {
    const sheet = await onSheet(google(), harness())
    const { deps, caller } = harness()
    const open = deps.sheets.open
    const undoHasBegun = Promise.withResolvers<void>()
    const { agentId, turnId } = await turn(harness(), async (_args, { spreadsheet }) => {
      await spreadsheet.writeValues([{ range: "'Leads'!B2:B5", values: [[10], [20], [30], [40]] }])
      // Next the end of the turn is looked at, and then the undo begins.
      deps.sheets.open = async (...args) => {
        deps.sheets.open = async (...others) => {
          undoHasBegun.resolve()
          return open(...others)
        }
        await undoHasBegun.promise
        return open(...args)
      }
      return { state: 'succeeded', output: {} }
    })
    await google().api.spreadsheets.batchUpdate({
      spreadsheetId: sheet.id,
      requestBody: {
        requests: [
          {
            sortRange: {
              range: range(1, 5, 0, 2),
              sortSpecs: [{ dimensionIndex: 0, sortOrder: 'DESCENDING' }],
            },
          },
        ],
      },
    })
    const begun = await sheet.undos.undo(caller.userId, agentId, turnId, {}, null)
    expect(await ended(sheet.undos, caller.userId, agentId, begun)).toMatchObject({
      status: 'succeeded',
      restored: { cells: 4 },
      kept_total: 0,
    })
    expect(await sheet.read('Leads!A2:B5')).toEqual([
      ['Dee', 4],
      ['Cy', 3],
      ['Bob', 2],
      ['Ann', 1],
    ])
  })
})
