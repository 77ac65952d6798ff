/** How written cells are to look: a neighbour's format, a number format of their own. */
import type { sheets_v4 } from '@googleapis/sheets'
import { toGridRange } from '../../sheets/grid-range.ts'
import { numberFormat } from '../format/requests.ts'
import { onTab } from '../support/ranges.ts'
import { Refusal } from '../support/refusal.ts'
import { resolveTarget, type Target, withBox } from '../support/target.ts'
import type { ToolContext } from '../tool.ts'
import { type Block, holdsFormula } from './blocks.ts'

type Request = sheets_v4.Schema$Request

/**
 * A pattern is set before the cells are written: Google refuses one that it cannot read while nothing has changed
 * yet, and 0123 written into @ stays a text. Only @ over formulas comes after them, or they would be texts.
 */
export const looksBefore = (blocks: readonly Block[]): Request[] =>
  blocks.filter(block => !isAfter(block)).flatMap(patternOf)

export async function looksAfter(context: ToolContext, blocks: readonly Block[]): Promise<Request[]> {
  const requests: Request[] = []
  for (const block of blocks) {
    const { target, look } = block
    if (look.from !== undefined) {
      const source = await formatSource(context, target, look.from)
      requests.push({
        copyPaste: {
          source: toGridRange(source.tab.sheetId, source.box),
          destination: toGridRange(target.tab.sheetId, target.box),
          pasteType: 'PASTE_FORMAT',
        },
      })
    }
    if (look.from !== undefined || isAfter(block)) requests.push(...patternOf(block))
  }
  return requests
}

const isAfter = (block: Block): boolean => block.look.pattern?.trim() === '@' && holdsFormula(block)

const patternOf = ({ target, look: { pattern } }: Block): Request[] =>
  pattern ? numberFormat(withBox(target, target.box), { pattern }) : []

async function formatSource(context: ToolContext, target: Target, from: string): Promise<Target> {
  const { startRow, startColumn } = target.box
  if (from === 'left' && startColumn > 0)
    return withBox(target, { ...target.box, startColumn: startColumn - 1, endColumn: startColumn })
  if (from === 'above' && startRow > 0)
    return withBox(target, { ...target.box, startRow: startRow - 1, endRow: startRow })
  if (from === 'left' || from === 'above')
    throw new Refusal(
      `There is nothing ${from} of ${target.full}: the values were written, the format was not.`,
    )
  return resolveTarget(onTab(context, target.tab), from)
}
