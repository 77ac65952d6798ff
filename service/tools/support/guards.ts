/** What must be true before cells are changed: not protected, not inside a merge, not silently overwritten. */
import { formatBox, holdsBox, overlaps } from '../../sheets/a1.ts'
import type { ToolContext } from '../tool.ts'
import { type CellValue, isFilled, nameOf } from './cells.ts'
import { Refusal } from './refusal.ts'
import type { Target } from './target.ts'

/**
 * Someone protected these cells on purpose, so they stay, also where the account may edit them; the
 * user lifts it by speaking of the protection in their own words.
 */
export function guardProtected(context: Pick<ToolContext, 'turn'>, target: Target): void {
  const hit = target.details.protected.filter(
    range => overlaps(range.box, target.box) && !range.exceptions.some(free => holdsBox(free, target.box)),
  )
  const isLifted = /protect/i.test(context.turn.prompt) && hit.every(range => range.editable)
  if (hit.length === 0 || isLifted) return
  const names = hit.map(
    range =>
      (formatBox(range.box) || 'the whole tab') + (range.description ? ` ("${range.description}")` : ''),
  )
  throw new Refusal(
    `${target.a1} on "${target.tab.title}" is protected: ${names.join(', ')}. Nothing was changed. Choose other cells, or tell the user; they can ask for a change of the protected cells in their next message.`,
    { protected_ranges: names },
  )
}

/** Google keeps only the top left cell of a merge; what is written to the others is lost. */
export function guardMerges(target: Target, isWritten: (row: number, column: number) => boolean): void {
  for (const merge of target.details.merges) {
    if (!overlaps(merge, target.box)) continue
    const { startRow = 0, endRow = 0, startColumn = 0, endColumn = 0 } = merge
    for (
      let row = Math.max(startRow, target.box.startRow);
      row < Math.min(endRow, target.box.endRow);
      row += 1
    ) {
      for (
        let column = Math.max(startColumn, target.box.startColumn);
        column < Math.min(endColumn, target.box.endColumn);
        column += 1
      ) {
        const isAnchor = row === startRow && column === startColumn
        if (isAnchor || !isWritten(row - target.box.startRow, column - target.box.startColumn)) continue
        const name = formatBox(merge)
        throw new Refusal(
          `${name} on "${target.tab.title}" is one merged cell: only its top left cell can hold a value. Nothing was changed. Write there, or unmerge ${name} first (format_range, action merge, merge none).`,
        )
      }
    }
  }
}

/** For a cell that becomes something that is not known yet, such as a pasted or filled formula. */
export const SOMETHING_ELSE = '\u0000'

/** Shown in a refusal: enough to see what would be lost. */
const SHOWN_CELLS = 12

/** Refuses where a filled cell would become something else. A cell that would stay as it is is no conflict. */
export function guardOverwrite(
  target: Target,
  present: CellValue[][],
  next: (row: number, column: number) => CellValue | undefined,
  verb = 'write',
): void {
  const filled: { cell: string; holds: CellValue }[] = []
  let count = 0
  for (const [row, values] of present.entries()) {
    for (const [column, value] of values.entries()) {
      if (!isFilled(value)) continue
      const after = next(row, column)
      if (after === undefined || String(after) === String(value)) continue
      count += 1
      if (filled.length < SHOWN_CELLS) filled.push({ cell: nameOf(target, row, column), holds: value })
    }
  }
  if (count === 0) return
  throw new Refusal(
    `${count} of the cells in ${target.a1} on "${target.tab.title}" hold something already, so nothing was changed. If they should be replaced, ${verb} again with overwrite: true; otherwise choose empty cells.`,
    { occupied: filled, occupied_cells: count },
  )
}
