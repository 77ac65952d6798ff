/** Results in place of formulas, looking as they did: Google pastes values without the format that a formula gave. */
import type { sheets_v4 } from '@googleapis/sheets'
import { type ClosedBox, closeBox, formatRange, parseBox, splitRanges } from '../../sheets/a1.ts'
import { toGridRange } from '../../sheets/grid-range.ts'
import { groupCells } from '../../sheets/group-cells.ts'
import { gridsOf } from '../../sheets/overview/grids.ts'
import { setNumberFormat } from '../support/number-formats.ts'
import type { Written } from '../support/written.ts'
import type { ToolContext } from '../tool.ts'
import type { Block } from './blocks.ts'

interface Area {
  sheetId: number
  title: string
  box: ClosedBox
}

/** Whether anything was frozen. A formula that failed stays, so that its reason can be seen. */
export async function freeze(context: ToolContext, blocks: Block[], written: Written[]): Promise<boolean> {
  const areas = blocks.flatMap(({ target }, index): Area[] => {
    if (written[index]!.errors !== 0) return []
    const { sheetId, title, rows, columns } = target.tab
    const spilled = splitRanges(written[index]!.spilled_to ?? '').flatMap(text => {
      const box = parseBox(text)
      return box ? [closeBox(box, rows, columns)] : []
    })
    // Spills first: once its first cell is a value, a spill is gone.
    return [...spilled, target.box].map(box => ({ sheetId, title, box }))
  })
  if (areas.length === 0) return false
  const formats = await formatsOf(context, areas)
  await context.spreadsheet.batchUpdate([
    ...areas.map(({ sheetId, box }) => {
      const range = toGridRange(sheetId, box)
      return { copyPaste: { source: range, destination: range, pasteType: 'PASTE_VALUES' } }
    }),
    ...formats,
  ])
  return true
}

/** Number formats that the cells show and do not have of their own. */
async function formatsOf(context: ToolContext, areas: Area[]): Promise<sheets_v4.Schema$Request[]> {
  const requests: sheets_v4.Schema$Request[] = []
  const answer = await context.spreadsheet.get({
    fields:
      'sheets(properties(sheetId),data(rowData(values(effectiveFormat(numberFormat),userEnteredFormat(numberFormat)))))',
    ranges: areas.map(({ title, box }) => formatRange(title, box)),
  })
  const grids = gridsOf(answer, areas)
  for (const [index, { sheetId, box }] of areas.entries()) {
    const keys = (grids[index]?.rowData ?? []).map(row =>
      (row.values ?? []).map(cell => {
        const shown = cell.effectiveFormat?.numberFormat
        return shown?.pattern && !cell.userEnteredFormat?.numberFormat ? JSON.stringify(shown) : null
      }),
    )
    for (const { box: alike, key } of groupCells(keys, box))
      requests.push(setNumberFormat(sheetId, alike, JSON.parse(key) as sheets_v4.Schema$NumberFormat))
  }
  return requests
}
