/** Tables of a tab: their columns, style and line of totals. */
import type { sheets_v4 } from '@googleapis/sheets'
import { plainValue } from '../../../sheets/cells/cells.ts'
import { type TableLook, tableLook, tablesOf } from '../../../sheets/objects/tables.ts'
import { formulaOf } from '../../../sheets/workbook/formula-text.ts'
import type { Workbook } from '../../../sheets/workbook/workbook.ts'
import { a1Of } from './a1.ts'
import { excelFormula } from './formulas.ts'
import { element, MAIN, textElement } from './markup.ts'
import type { Parts } from './parts.ts'

type Table = sheets_v4.Schema$Table

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml'

/** What the tab says of them; `numbers` counts through the whole file. */
export function putTables(
  workbook: Workbook,
  sheetId: string,
  path: string,
  numbers: { table: number },
  parts: Parts,
): string {
  const written = tablesOf(workbook, sheetId).flatMap(table => {
    if (!table.range || !table.name) return []
    const id = ++numbers.table
    const file = `xl/tables/table${id}.xml`
    parts.put(file, TYPE, tableXml(workbook, sheetId, table, id))
    return [element('tablePart', { 'r:id': parts.relate(path, 'table', file) })]
  })
  return written.length === 0 ? '' : element('tableParts', { count: written.length }, written.join(''))
}

function tableXml(
  workbook: Workbook,
  sheetId: string,
  { name, range = {}, ...table }: Table,
  id: number,
): string {
  const look = tableLook(workbook, sheetId, table.tableId ?? '')
  const rows = { ...range, endRowIndex: (range.endRowIndex ?? 0) - (look.totalRow ? 1 : 0) }
  const columns = (table.columnProperties ?? []).map(({ columnName }, i) => {
    const total = {
      sheetId,
      row: rows.endRowIndex,
      col: (range.startColumnIndex ?? 0) + i,
    }
    const named = { id: i + 1, name: columnName ?? `Column ${i + 1}` }
    return look.totalRow ? totalledXml(workbook, total, named) : element('tableColumn', named)
  })
  return element(
    'table',
    {
      xmlns: MAIN,
      id,
      name: name ?? '',
      displayName: name ?? '',
      ref: a1Of(range),
      totalsRowCount: look.totalRow ? 1 : undefined,
      totalsRowShown: look.totalRow ? undefined : false,
    },
    (look.hasFilters ? element('autoFilter', { ref: a1Of(rows) }) : '') +
      element('tableColumns', { count: columns.length }, columns.join('')) +
      styleXml(look),
  )
}

/** With what stands under the column. */
function totalledXml(
  workbook: Workbook,
  total: { sheetId: string; row: number; col: number },
  named: { id: number; name: string },
): string {
  const formula = formulaOf(workbook.getters.getCell(total), workbook.getters)
  if (formula === undefined)
    return element('tableColumn', {
      ...named,
      totalsRowLabel: String(plainValue(workbook, total)) || undefined,
    })
  const { text } = excelFormula(formula, '0', new Set())
  return element(
    'tableColumn',
    { ...named, totalsRowFunction: 'custom' },
    textElement('totalsRowFormula', text),
  )
}

const styleXml = ({ styleId, firstColumn, lastColumn, bandedRows, bandedColumns }: TableLook) =>
  element('tableStyleInfo', {
    name: styleId === 'None' ? undefined : styleId,
    showFirstColumn: firstColumn,
    showLastColumn: lastColumn,
    showRowStripes: bandedRows,
    showColumnStripes: bandedColumns,
  })
