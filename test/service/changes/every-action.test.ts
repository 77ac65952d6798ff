/** Every action of every tool: what spreadsheets.get says before the call and after its undo is the same. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanRange } from '../../../service/tools/clean-range.ts'
import { copyPasteRange } from '../../../service/tools/copy-paste-range.ts'
import { editStructure } from '../../../service/tools/edit-structure.ts'
import { formatRange } from '../../../service/tools/format-range.ts'
import { insertChart } from '../../../service/tools/insert-chart.ts'
import { insertPivotTable } from '../../../service/tools/insert-pivot-table.ts'
import { sortFilterRange } from '../../../service/tools/sort-filter-range.ts'
import type { Tool } from '../../../service/tools/tool.ts'
import { writeRange } from '../../../service/tools/write-range.ts'
import { type Bench, openBench, openWorkbench, succeeded, type Workbench } from '../tools/workbench.ts'
import { printsNow, undoCalls, wholeOf } from './undo-bench.ts'

let workbench: Workbench
beforeAll(async () => {
  workbench = await openWorkbench()
})
afterAll(() => workbench.close())

const range = (
  startRowIndex: number,
  endRowIndex: number,
  startColumnIndex: number,
  endColumnIndex: number,
) => ({
  sheetId: 100,
  startRowIndex,
  endRowIndex,
  startColumnIndex,
  endColumnIndex,
})

/** Orders with formats, notes, rules, a chart, names and formulas on another tab that depend on it. */
async function busyBench(): Promise<Bench> {
  const bench = await openBench(workbench, {
    prompt: 'change the protected cells too',
    asks: false,
    tabs: [
      {
        title: 'Orders',
        frozenRows: 1,
        size: [20, 8],
        rows: [
          ['Id', 'Name', 'City', 'Qty', 'Price', 'Total'],
          [1, ' anna lee ', 'Oslo', 3, 2.5, '=D2*E2'],
          [2, 'Bob Ray', 'Rome', 1, 4, '=D3*E3'],
          [3, 'Cy; Dee', 'Oslo', 5, 1, '=D4*E4'],
          [2, 'Bob Ray', 'Rome', 1, 4, '=D5*E5'],
          [4, 'Eve Fox', 'Bonn', 2, 8, '=D6*E6'],
        ],
      },
      {
        title: 'Sums',
        size: [40, 8],
        rows: [
          ['Total', '=SUM(Orders!F2:F6)'],
          ['First', '=Orders!B2'],
          ['Rows', '=COUNTA(Orders!A2:A6)'],
        ],
      },
    ],
  })
  await bench.batch(
    {
      repeatCell: {
        range: range(0, 1, 0, 6),
        cell: { userEnteredFormat: { textFormat: { bold: true } } },
        fields: 'userEnteredFormat.textFormat.bold',
      },
    },
    {
      repeatCell: {
        range: range(2, 4, 1, 3),
        cell: { userEnteredFormat: { backgroundColorStyle: { rgbColor: { red: 1 } } }, note: 'check' },
        fields: 'userEnteredFormat.backgroundColorStyle,note',
      },
    },
    {
      setDataValidation: {
        range: range(1, 6, 2, 3),
        rule: {
          condition: {
            type: 'ONE_OF_LIST',
            values: [{ userEnteredValue: 'Oslo' }, { userEnteredValue: 'Rome' }],
          },
          showCustomUi: true,
        },
      },
    },
    {
      addConditionalFormatRule: {
        index: 0,
        rule: {
          ranges: [range(1, 6, 3, 4)],
          booleanRule: {
            condition: { type: 'NUMBER_GREATER', values: [{ userEnteredValue: '2' }] },
            format: { textFormat: { italic: true } },
          },
        },
      },
    },
    { addNamedRange: { namedRange: { namedRangeId: 'qty', name: 'Qtys', range: range(1, 6, 3, 4) } } },
    {
      updateDimensionProperties: {
        range: { sheetId: 100, dimension: 'COLUMNS', startIndex: 1, endIndex: 2 },
        properties: { pixelSize: 180 },
        fields: 'pixelSize',
      },
    },
    { mergeCells: { range: range(10, 11, 0, 3), mergeType: 'MERGE_ALL' } },
    { addProtectedRange: { protectedRange: { range: range(12, 14, 0, 2), description: 'Do not touch' } } },
    {
      addBanding: {
        bandedRange: {
          bandedRangeId: 77,
          range: range(14, 18, 0, 3),
          rowProperties: {
            firstBandColorStyle: { rgbColor: { red: 1, green: 1, blue: 1 } },
            secondBandColorStyle: { rgbColor: { red: 0.9, green: 0.9, blue: 0.9 } },
          },
        },
      },
    },
  )
  return bench
}

const actions: [name: string, tool: Tool, args: unknown][] = [
  [
    'write values',
    writeRange,
    {
      range: 'A8:C9',
      values: [
        ['x', 1, true],
        ['=1+1', '2026-03-04', '5%'],
      ],
    },
  ],
  [
    'write over values',
    writeRange,
    {
      range: 'B2:C3',
      values: [
        ['New', ''],
        [null, 'Paris'],
      ],
      overwrite: true,
    },
  ],
  ['write beyond the grid', writeRange, { range: 'A25', values: [['far']] }],
  ['fill a formula', writeRange, { range: 'G2:G6', formula: '=F2*2' }],
  ['copy all', copyPasteRange, { source_range: 'A1:F3', target_range: 'A8' }],
  ['copy values', copyPasteRange, { source_range: 'F2:F6', target_range: 'G2', paste_type: 'values' }],
  ['copy formulas', copyPasteRange, { source_range: 'F2', target_range: 'G2:G6', paste_type: 'formulas' }],
  ['copy formats', copyPasteRange, { source_range: 'A1:C1', target_range: 'A3', paste_type: 'format' }],
  ['copy transposed', copyPasteRange, { source_range: 'A2:C3', target_range: 'E8', transpose: true }],
  ['number format', formatRange, { range: 'E2:E', action: 'number_format', kind: 'currency' }],
  [
    'text style',
    formatRange,
    {
      range: 'A1:F2',
      action: 'text_style',
      bold: false,
      color: 'red',
      background: 'yellow',
      align: 'center',
      wrap: true,
    },
  ],
  ['borders', formatRange, { range: 'B2:D4', action: 'borders', sides: 'all' }],
  [
    'conditional format',
    formatRange,
    { range: 'F2:F6', action: 'conditional', op: '>', value: 5, background: 'green' },
  ],
  ['validation', formatRange, { range: 'C2:D4', action: 'validation', list: ['a', 'b'] }],
  ['column width', formatRange, { range: 'B1:C1', action: 'column_width', pixels: 240 }],
  ['column fit', formatRange, { range: 'A1:F1', action: 'column_width' }],
  ['merge', formatRange, { range: 'A8:B9', action: 'merge' }],
  ['merge over values', formatRange, { range: 'A2:B3', action: 'merge', overwrite: true }],
  ['unmerge', formatRange, { range: 'A11:C11', action: 'merge', merge: 'none' }],
  ['clear formats', formatRange, { range: 'A1:F6', action: 'clear' }],
  ['clear values', formatRange, { range: 'A2:F4', action: 'clear', what: 'values' }],
  ['clear all', formatRange, { range: 'A2:F4', action: 'clear', what: 'all' }],
  ['clear validation', formatRange, { range: 'C2:C6', action: 'clear', what: 'validation' }],
  ['clear conditional formats', formatRange, { range: 'D2:D6', action: 'clear', what: 'conditional' }],
  ['sort', sortFilterRange, { range: 'A1:F6', action: 'sort', by: [{ column: 'Qty', order: 'desc' }] }],
  [
    'filter',
    sortFilterRange,
    { range: 'A1:F6', action: 'set_filter', conditions: [{ column: 'City', op: '=', value: 'Oslo' }] },
  ],
  [
    'filter to a tab',
    sortFilterRange,
    { range: 'A1:F6', action: 'filter_to_tab', conditions: [{ column: 'Qty', op: '>', value: 1 }] },
  ],
  ['trim', cleanRange, { range: 'A1:F6', action: 'trim' }],
  ['change case', cleanRange, { range: 'B1:B6', action: 'upper' }],
  ['find and replace', cleanRange, { range: 'A1:F6', action: 'find_replace', find: 'o', replace: '0' }],
  ['dedupe', cleanRange, { range: 'A1:F6', action: 'dedupe', key_columns: ['Id'] }],
  ['split', cleanRange, { range: 'B1:B6', action: 'split', delimiter: ' ', overwrite: true }],
  ['merge columns', cleanRange, { range: 'B1:C6', action: 'merge_columns', target: 'G' }],
  ['add a tab', editStructure, { action: 'add_tab', new_name: 'Extra' }],
  ['rename a tab', editStructure, { action: 'rename_tab', tab: 'Orders', new_name: 'Sales' }],
  ['delete a tab', editStructure, { action: 'delete_tab', tab: 'Orders' }],
  ['duplicate a tab', editStructure, { action: 'duplicate_tab', tab: 'Orders', new_name: 'Copy' }],
  ['hide a tab', editStructure, { action: 'hide_tab', tab: 'Sums' }],
  ['insert rows', editStructure, { action: 'insert_rows', index: 3, count: 2 }],
  ['insert rows at the end', editStructure, { action: 'insert_rows', index: 21, count: 3 }],
  ['delete rows', editStructure, { action: 'delete_rows', index: 2, count: 2 }],
  ['delete the rows that a sum ends with', editStructure, { action: 'delete_rows', index: 5, count: 2 }],
  ['insert columns', editStructure, { action: 'insert_columns', index: 'C', count: 2 }],
  ['delete columns', editStructure, { action: 'delete_columns', index: 'D', count: 2 }],
  ['freeze', editStructure, { action: 'freeze', rows: 2 }],
  ['name a range', editStructure, { action: 'name_range', range: 'A2:A6', name: 'Ids' }],
  ['move a name', editStructure, { action: 'name_range', range: 'E2:E6', name: 'Qtys' }],
  ['resize the grid', editStructure, { action: 'resize', rows: 40, columns: 12 }],
  ['cut the grid', editStructure, { action: 'resize', rows: 19, columns: 7 }],
  ['chart', insertChart, { type: 'column', data_range: 'B1:D6' }],
  [
    'pivot table beside the data',
    insertPivotTable,
    { source_range: 'A1:F6', rows: ['City'], values: [{ column: 'Qty' }], target: 'Sums!A6' },
  ],
  [
    'pivot table on a new tab',
    insertPivotTable,
    { source_range: 'A1:F6', rows: ['City'], values: [{ column: 'Qty' }] },
  ],
]

test.each(actions)('%s is undone and redone exactly', async (_name, tool, args) => {
  const bench = await busyBench()
  const before = await wholeOf(workbench, bench.id)
  succeeded(await bench.run(tool, args))
  const after = await wholeOf(workbench, bench.id)
  expect(after).not.toEqual(before)
  const undone = await undoCalls(bench, await printsNow(bench))
  expect(undone).toMatchObject({ kept: [], keptTotal: 0 })
  expect(await wholeOf(workbench, bench.id)).toEqual(before)
  await undoCalls(bench, await printsNow(bench), { undoId: undone.undoId })
  expect(await wholeOf(workbench, bench.id)).toEqual(after)
})
