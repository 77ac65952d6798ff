/** Calls that change tabs, rows, columns, charts, names and protection, one for each action of the tools that do. */
import { editChart } from '../../../../service/tools/charts/edit-chart.ts'
import { insertChart } from '../../../../service/tools/charts/insert-chart.ts'
import { editStructure } from '../../../../service/tools/edit-structure.ts'
import { protectRange } from '../../../../service/tools/notes-protection.ts'
import { editPivotTable } from '../../../../service/tools/pivots/edit-pivot-table.ts'
import { insertPivotTable } from '../../../../service/tools/pivots/insert-pivot-table.ts'
import { rowsColumns } from '../../../../service/tools/rows-columns.ts'
import type { Action } from './action.ts'
import { CHART } from './workbook.ts'

export const objectActions: Action[] = [
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
  [
    'change a pivot table',
    editPivotTable,
    { action: 'change', values: [{ column: 'Qty', summarize: 'MAX' }], totals: false },
  ],
  ['a pivot table made values', editPivotTable, { action: 'to_values' }],
  ['delete a pivot table', editPivotTable, { action: 'delete' }],
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
  ['show a tab', editStructure, { action: 'show_tab', tab: 'Archive' }],
  ['delete a tab with a pivot table', editStructure, { action: 'delete_tab', tab: 'Sums' }],
  ['delete a tab with a table of Google', editStructure, { action: 'delete_tab', tab: 'Stock' }],
  ['delete a tab with a filter', editStructure, { action: 'delete_tab', tab: 'Archive' }],
  [
    'delete rows of a table of Google',
    editStructure,
    { action: 'delete_rows', tab: 'Stock', index: 2, count: 2 },
  ],
  [
    'insert rows into a table of Google',
    editStructure,
    { action: 'insert_rows', tab: 'Stock', index: 3, count: 2 },
  ],
  ['change a chart', editChart, { chart_id: CHART, title: 'Other', legend: 'right', y_title: 'pieces' }],
  ['draw a chart anew', editChart, { chart_id: CHART, type: 'line', data_range: 'B1:E6' }],
  ['move a chart', editChart, { chart_id: CHART, at: 'B12', width: 300 }],
  ['delete a chart', editChart, { action: 'delete', chart_id: CHART }],
  ['move rows', rowsColumns, { action: 'move', range: '2:3', before: 6 }],
  ['move columns', rowsColumns, { action: 'move', range: 'E:F', before: 'B' }],
  ['group rows', rowsColumns, { action: 'group', range: '3:5' }],
  ['group columns', rowsColumns, { action: 'group', range: 'C:D' }],
  ['ungroup rows', rowsColumns, { action: 'ungroup', range: '16:17' }],
  ['collapse a group', rowsColumns, { action: 'collapse', range: '16:17' }],
  ['hide rows', rowsColumns, { action: 'hide', range: '3:4' }],
  ['show rows', rowsColumns, { action: 'show', range: '19:19' }],
  [
    'delete rows by what they hold',
    rowsColumns,
    { action: 'delete_where', range: 'A1:F6', conditions: [{ column: 'City', op: '=', value: 'Oslo' }] },
  ],
  ['protect a range', protectRange, { range: 'A1:F1', description: 'Header', except: ['B1'] }],
  ['protect a tab', protectRange, { range: "'Sums'", warning_only: true }],
  ['lift a protection', protectRange, { action: 'unprotect', range: 'A13:B14' }],
]
