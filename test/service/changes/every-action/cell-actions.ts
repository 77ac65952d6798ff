/** Calls that change what cells hold and how they look, one for each action of the tools that do. */
import { createBulkPrompt } from '../../../../service/tools/bulk-prompt.ts'
import { createBulkSearch } from '../../../../service/tools/bulk-search.ts'
import { cleanRange } from '../../../../service/tools/clean-range.ts'
import { conditionalFormat } from '../../../../service/tools/conditional-format.ts'
import { copyPasteRange } from '../../../../service/tools/copy-paste-range.ts'
import { dataValidation } from '../../../../service/tools/data-validation.ts'
import { formatRange } from '../../../../service/tools/format-range.ts'
import { setNotes } from '../../../../service/tools/notes-protection.ts'
import { queryData } from '../../../../service/tools/query-data.ts'
import { fillSeries, unpivot } from '../../../../service/tools/reshape.ts'
import { sortFilterRange } from '../../../../service/tools/sort-filter-range.ts'
import { styleTable } from '../../../../service/tools/style-table.ts'
import { writeRange } from '../../../../service/tools/write-range.ts'
import type { Action } from './action.ts'

export const cellActions: Action[] = [
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
  ['numbers of texts', cleanRange, { range: 'Archive!D2:D3', action: 'as_numbers' }],
  ['dates of texts', cleanRange, { range: 'Archive!E2:E3', action: 'as_dates' }],
  ['dedupe', cleanRange, { range: 'A1:F6', action: 'dedupe', key_columns: ['Id'] }],
  ['split', cleanRange, { range: 'B1:B6', action: 'split', delimiter: ' ', overwrite: true }],
  ['merge columns', cleanRange, { range: 'B1:C6', action: 'merge_columns', target: 'G' }],
  [
    'write blocks',
    writeRange,
    {
      blocks: [
        { range: 'A8', values: [['x']] },
        { range: 'G2:G6', formula: '=F2*3' },
      ],
    },
  ],
  ['keep results in place of formulas', writeRange, { range: 'G2:G6', formula: '=F2*3', as_values: true }],
  [
    'write blocks with patterns of their own',
    writeRange,
    {
      blocks: [
        { range: 'G2:G6', formula: '=F2/3', pattern: '0.00%' },
        { range: 'A8', values: [['0123', 4]], pattern: '@' },
        { range: 'H2', values: [['=F2']], format_from: 'A1', pattern: '0.0' },
      ],
    },
  ],
  ['write with the looks of the cell beside', writeRange, { range: 'D8', values: [[1]], format_from: 'A1' }],
  [
    'copy values over their own formulas',
    copyPasteRange,
    { source_range: 'F2:F6', target_range: 'F2', paste_type: 'values', overwrite: true },
  ],
  ['banding', formatRange, { range: 'A2:F6', action: 'banding' }],
  ['row height', formatRange, { range: 'A2:A3', action: 'row_height', pixels: 50 }],
  ['merge cells by rows', formatRange, { range: 'A8:B9', action: 'merge', merge: 'rows' }],
  ['merge cells by columns', formatRange, { range: 'A8:B9', action: 'merge', merge: 'columns' }],
  ['clear notes', formatRange, { range: 'A1:F6', action: 'clear', what: 'note' }],
  ['clear a table of Google', formatRange, { range: 'Stock!A1:B4', action: 'clear', what: 'all' }],
  [
    'looks of a text, a border and a width at once',
    formatRange,
    { range: 'B2:C3', italic: true, borders: 'outer', width: 90, more: [{ range: 'E2:E4', pattern: '0.0' }] },
  ],
  ['a rule by op', conditionalFormat, { range: 'F2:F6', op: '>', value: 5, background: 'green' }],
  ['a rule between', conditionalFormat, { range: 'F2:F6', op: 'between', value: 2, value2: 6, bold: true }],
  ['a colour scale', conditionalFormat, { range: 'F2:F6', scale: ['red', 'yellow', 'green'] }],
  [
    'replace a rule',
    conditionalFormat,
    { action: 'replace', range: 'D2:D6', number: 0, scale: ['white', 'blue'] },
  ],
  ['delete a rule', conditionalFormat, { action: 'delete', range: 'D2:D6', number: 0 }],
  ['a dropdown', dataValidation, { range: 'E2:E6', list: ['a', 'b'] }],
  ['a dropdown from cells', dataValidation, { range: 'E2:E6', list_range: 'C2:C6' }],
  ['checkboxes', dataValidation, { range: 'G2:G6', checkbox: true }],
  [
    'notes set and removed',
    setNotes,
    {
      notes: [
        { range: 'B3', note: '' },
        { range: 'E4:E5', note: 'new' },
      ],
    },
  ],
  ['a styled table', styleTable, { range: 'A1:F6', totals_row: true }],
  ['unpivot to a tab', unpivot, { range: 'A1:E6', keep: ['Id', 'Name', 'City'], target_tab: 'Long' }],
  ['unpivot to a place', unpivot, { range: 'A1:E6', keep: ['Id', 'Name', 'City'], target: 'Sums!A8' }],
  ['fill a series', fillSeries, { source: 'Archive!A2:A3', target: 'Archive!A2:A9' }],
  ['fill a series over values', fillSeries, { source: 'D2:D3', target: 'D2:D6', overwrite: true }],
  [
    'an answer of SQL on a new tab',
    queryData,
    {
      tables: { o: 'Orders!A1:F6' },
      sql: "select city, sum(qty), date '2024-01-02' as day from o group by 1",
      target_tab: 'By city',
    },
  ],
  [
    'an answer of SQL in a place',
    queryData,
    { tables: { o: 'Orders!A1:F6' }, sql: 'select name from o', target: 'Sums!G2' },
  ],
  [
    'a model for each row',
    createBulkPrompt(),
    { prompt_template: 'hi {{Name}}', range: '2:6', output_header: 'Greeting' },
  ],
  [
    'a search for each row',
    createBulkSearch(),
    { prompt_template: 'find {{Name}}', range: '2:6', output_column: 'G', output_header: 'Site' },
  ],
  ['lower case', cleanRange, { range: 'B1:B6', action: 'lower' }],
  ['title case', cleanRange, { range: 'B1:B6', action: 'title' }],
  ['sentence case', cleanRange, { range: 'B1:B6', action: 'sentence' }],
  ['remove a filter', sortFilterRange, { range: 'Archive!A1:B3', action: 'clear_filter' }],
]
