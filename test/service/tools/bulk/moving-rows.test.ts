/** A bulk run while its user goes on working in the sheet. */

import { describe, expect, test } from 'vitest'
import type { ToolOutcome } from '../../../../service/tools/tool.ts'
import { type Bench, type Cell, refused, succeeded, useWorkbench } from '../workbench.ts'
import { bulkPrompt, pairs, people, scriptedModel } from './rows.ts'

const { openBench, workbench } = useWorkbench()

describe('rows that move while a bulk run is under way', () => {
  /** Runs with a user who does something to the sheet after some rows have been answered. */
  async function runWhile(
    rows: Cell[][],
    meddle: (bench: Bench) => Promise<void>,
  ): Promise<{ bench: Bench; outcome: ToolOutcome }> {
    const { models, gate, finished } = scriptedModel()
    const bench = await openBench({ tabs: [{ title: 'T', rows }], models })
    let meddling: Promise<void> | undefined
    gate.before = async () => {
      if (finished.length < 10) return
      meddling ??= meddle(bench)
      await meddling
    }
    const outcome = await bench.run(bulkPrompt, { prompt_template: '{{Name}}', output_header: 'Out' })
    expect(meddling).toBeDefined()
    return { bench, outcome }
  }

  test('rows sorted by the user keep their own results', async () => {
    const { bench } = await runWhile(people(40), bench =>
      bench.batch({
        sortRange: {
          range: { sheetId: 100, startRowIndex: 1, endRowIndex: 41, startColumnIndex: 0, endColumnIndex: 4 },
          sortSpecs: [{ dimensionIndex: 0, sortOrder: 'DESCENDING' }],
        },
      }),
    )
    const result = await pairs(bench)
    expect(result).toHaveLength(40)
    expect(result.filter(([name, value]) => value !== name.toUpperCase())).toEqual([])
    expect(result[0]![0]).toBe('name 9')
  })

  test('rows and columns inserted by the user shift results along', async () => {
    const { bench, outcome } = await runWhile(people(40), bench =>
      bench.batch(
        { insertDimension: { range: { sheetId: 100, dimension: 'ROWS', startIndex: 1, endIndex: 4 } } },
        { insertDimension: { range: { sheetId: 100, dimension: 'COLUMNS', startIndex: 0, endIndex: 1 } } },
      ),
    )
    succeeded(outcome)
    expect(outcome.fields).toMatchObject({ updated_range: 'D5:D44' })
    const result = await pairs(bench, 'B', 'D')
    expect(result).toHaveLength(40)
    expect(result.filter(([name, value]) => value !== name.toUpperCase())).toEqual([])
  })

  test('rows with the same cells are told apart by their number and not mixed with others', async () => {
    const twins: Cell[][] = [
      ['Name', 'N'],
      ...Array.from({ length: 30 }, (_, index) => [`name ${index % 3}`, index]),
    ]
    const { bench, outcome } = await runWhile(twins, bench =>
      bench.batch({
        sortRange: {
          range: { sheetId: 100, startRowIndex: 1, endRowIndex: 31, startColumnIndex: 0, endColumnIndex: 4 },
          sortSpecs: [{ dimensionIndex: 1, sortOrder: 'DESCENDING' }],
        },
      }),
    )
    succeeded(outcome)
    const result = await pairs(bench)
    expect(result).toHaveLength(30)
    expect(result.filter(([name, value]) => value !== name.toUpperCase())).toEqual([])
  })

  test('rows sorted in the very moment of a write get their own results in the end', async () => {
    const { models } = scriptedModel()
    const bench = await openBench({ tabs: [{ title: 'T', rows: people(30) }], models })
    const writeValues = bench.spreadsheet.writeValues.bind(bench.spreadsheet)
    let writes = 0
    bench.spreadsheet.writeValues = async (data, input) => {
      writes += 1
      // The first write is the header; before the second one the user sorts.
      if (writes === 2) {
        await bench.batch({
          sortRange: {
            range: {
              sheetId: 100,
              startRowIndex: 1,
              endRowIndex: 31,
              startColumnIndex: 0,
              endColumnIndex: 4,
            },
            sortSpecs: [{ dimensionIndex: 0, sortOrder: 'DESCENDING' }],
          },
        })
      }
      return writeValues(data, input)
    }
    succeeded(await bench.run(bulkPrompt, { prompt_template: '{{A}}', output_header: 'Out' }))
    const result = await pairs(bench)
    expect(result).toHaveLength(30)
    expect(result.filter(([name, value]) => value !== name.toUpperCase())).toEqual([])
  })

  test('a row deleted by the user fails, and its result goes nowhere', async () => {
    const { bench, outcome } = await runWhile(people(40), bench =>
      bench.batch({
        deleteDimension: { range: { sheetId: 100, dimension: 'ROWS', startIndex: 20, endIndex: 21 } },
      }),
    )
    expect(refused(outcome)).toContain('changed or deleted')
    expect(outcome.fields?.rows).toEqual({ processed: 39, errors: 1, total: 40 })
    const result = await pairs(bench)
    expect(result).toHaveLength(39)
    expect(result.filter(([name, value]) => value !== name.toUpperCase())).toEqual([])
  })

  test('a cell that the user filled meanwhile is not overwritten', async () => {
    const { bench, outcome } = await runWhile(people(40), async bench => {
      await workbench().api.spreadsheets.values.update({
        spreadsheetId: bench.id,
        range: 'T!C30',
        valueInputOption: 'RAW',
        requestBody: { values: [['mine']] },
      })
    })
    expect(refused(outcome)).toContain('filled by someone else')
    expect(await bench.shown('T!C30')).toEqual([['mine']])
  })

  test('a tab renamed by the user is still written to', async () => {
    const { bench, outcome } = await runWhile(people(40), bench =>
      bench.batch({
        updateSheetProperties: { properties: { sheetId: 100, title: 'Moved' }, fields: 'title' },
      }),
    )
    succeeded(outcome)
    expect(await bench.shown('Moved!C41')).toEqual([['NAME 40']])
  })
})
