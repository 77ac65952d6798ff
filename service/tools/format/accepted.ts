/** Which cells hold already what a new validation does not accept: they stay, marked as wrong. */
import { cellName } from '../../sheets/a1.ts'
import { meets, type SeenCell } from '../../sheets/conditions.ts'
import { endOfData } from '../../sheets/last-row.ts'
import { type CellValue, isFilled } from '../support/cells.ts'
import { onTab } from '../support/ranges.ts'
import { cellsOf, onGrid, resolveTarget, type Target, withBox } from '../support/target.ts'
import { cutText } from '../support/text.ts'
import type { ToolContext } from '../tool.ts'
import type { FormatArgs } from './args.ts'

/** Of larger ranges nothing is told. */
const MOST_CELLS = 20_000
const MOST_NAMED = 5
const LONGEST = 40

export interface Accepted {
  range: string
  other_input: 'refused' | 'taken with a warning'
  /** Cells that are filled otherwise; none where it was not looked. */
  existing_values_that_break_it?: number
  for_example?: string[]
}

export async function acceptedWords(
  context: ToolContext,
  target: Target,
  args: FormatArgs,
): Promise<Accepted> {
  const told: Accepted = {
    range: target.full,
    other_input: (args.strict ?? true) ? 'refused' : 'taken with a warning',
  }
  const accepts = await acceptance(context, target, args)
  const cells = accepts ? await filledCells(context, target) : null
  if (!accepts || !cells) return told
  const broken = cells.filter(({ cell }) => !accepts(cell))
  const examples = broken
    .slice(0, MOST_NAMED)
    .map(({ name, cell }) => `${name} ${cutText(cell.shown, LONGEST)}`)
  return {
    ...told,
    existing_values_that_break_it: broken.length,
    ...(examples.length > 0 ? { for_example: examples } : {}),
  }
}

type Accepts = (cell: SeenCell) => boolean

/** Null where only the spreadsheet itself can tell. */
async function acceptance(context: ToolContext, target: Target, args: FormatArgs): Promise<Accepts | null> {
  if (args.list && args.list.length > 0) return oneOf(args.list)
  if (args.list_range !== undefined) {
    const list = onGrid(await resolveTarget(onTab(context, target.tab), args.list_range))
    if (!list || cellsOf(list) > MOST_CELLS) return null
    const [answer] = await context.spreadsheet.values([list.full], 'FORMATTED_VALUE')
    return oneOf((answer?.values ?? []).flat().map(String))
  }
  if (args.checkbox) return ({ value }) => typeof value === 'boolean'
  const { op, value } = args
  return op === undefined || args.formula !== undefined ? null : cell => meets(cell, { op, value })
}

function oneOf(allowed: string[]): Accepts {
  const known = new Set(allowed.map(text => text.trim()))
  return ({ value, shown }) => known.has(shown.trim()) || known.has(String(value).trim())
}

async function filledCells(
  context: ToolContext,
  target: Target,
): Promise<{ name: string; cell: SeenCell }[] | null> {
  const visible = onGrid(target)
  if (!visible) return []
  const end = await endOfData(context.spreadsheet, visible.tab)
  const endRow = Math.min(visible.box.endRow, end)
  if (endRow <= visible.box.startRow) return []
  const seen = withBox(visible, { ...visible.box, endRow })
  if (cellsOf(seen) > MOST_CELLS) return null
  const [[raw], [formatted]] = await Promise.all([
    context.spreadsheet.values([seen.full], 'UNFORMATTED_VALUE'),
    context.spreadsheet.values([seen.full], 'FORMATTED_VALUE'),
  ])
  const { startRow, startColumn } = seen.box
  return ((raw?.values ?? []) as CellValue[][]).flatMap((row, down) =>
    row.flatMap((value, right) =>
      isFilled(value)
        ? [
            {
              name: cellName(startRow + down, startColumn + right),
              cell: { value, shown: String(formatted?.values?.[down]?.[right] ?? '') },
            },
          ]
        : [],
    ),
  )
}
