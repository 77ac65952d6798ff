/** Pivot tables and rules for input, anywhere in the workbook, that refer to cells: a write may cut what they refer to. */
import { quoteTab } from '../../sheets/a1.ts'
import type { Spreadsheet } from '../../sheets/spreadsheet.ts'
import type { Layout } from '../footprint/layout.ts'
import { type Mover, moveFormula } from '../formulas.ts'
import { moveRanges } from '../ranges.ts'
import { stable } from './cells.ts'
import type { OtherPart } from './image.ts'

/** Larger workbooks are not read for them. */
const MOST_GRID_CELLS = 1_000_000
const FIELDS =
  'sheets(properties(sheetId),data(startRow,startColumn,rowData(values(pivotTable,dataValidation(condition,showCustomUi,strict,inputMessage)))))'

const refersToCells = (rule: OtherPart['value']): boolean =>
  (rule.condition?.values ?? []).some(({ userEnteredValue }) => userEnteredValue?.startsWith('=') === true)

export async function readElsewhere(spreadsheet: Pick<Spreadsheet, 'tabs' | 'get'>): Promise<OtherPart[]> {
  const tabs = await spreadsheet.tabs()
  if (tabs.reduce((sum, tab) => sum + tab.rows * tab.columns, 0) > MOST_GRID_CELLS) return []
  const ranges = tabs.map(({ title }) => quoteTab(title))
  const { sheets = [] } = await spreadsheet.get({ fields: FIELDS, ranges })
  const found: OtherPart[] = []
  for (const { properties, data = [] } of sheets)
    for (const { startRow, startColumn, rowData = [] } of data)
      for (const [row, { values = [] }] of rowData.entries())
        for (const [column, { pivotTable, dataValidation }] of (values ?? []).entries()) {
          const place = {
            sheetId: properties?.sheetId ?? 0,
            row: (startRow ?? 0) + row,
            column: (startColumn ?? 0) + column,
          }
          if (pivotTable?.source) found.push({ ...place, part: 'pivot', value: pivotTable })
          if (dataValidation && refersToCells(dataValidation))
            found.push({ ...place, part: 'validation', value: dataValidation })
        }
  return found
}

const inFormulas = (value: OtherPart['value'], mover: Mover): OtherPart['value'] =>
  value.condition
    ? {
        ...value,
        condition: {
          ...value.condition,
          values: (value.condition.values ?? []).map(({ userEnteredValue, ...rest }) => ({
            ...rest,
            ...(userEnteredValue == null ? {} : { userEnteredValue: moveFormula(userEnteredValue, mover) }),
          })),
        },
      }
    : value

/** Those of `now` that would not say what they said if all lines were where they were. */
export function lostParts(
  before: readonly OtherPart[],
  now: readonly OtherPart[],
  layout: Layout,
  back: Layout,
  moverOf: (sheetId: number) => Mover,
): OtherPart[] {
  const key = ({ part, sheetId, row, column }: OtherPart) => `${part} ${sheetId},${row},${column}`
  const was = new Map(before.map(item => [key(item), item]))
  const ids = new Map(
    [...layout.tabs.values()].map(tab => [
      tab.sheetId,
      { rows: tab.rows.toIds(), columns: tab.columns.toIds() },
    ]),
  )
  const hasMoves = layout.movedTabs().size > 0
  return now.filter(item => {
    const tab = ids.get(item.sheetId)
    const earlier = was.get(
      key({ ...item, row: tab?.rows[item.row] ?? -1, column: tab?.columns[item.column] ?? -1 }),
    )
    if (!earlier) return false
    const returned = inFormulas(moveRanges(item.value, back), moverOf(item.sheetId))
    return hasMoves || stable(returned) !== stable(earlier.value)
  })
}
