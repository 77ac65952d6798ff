/** Writes values, or one formula filled over a range; several blocks of them at once. */
import type { sheets_v4 } from '@googleapis/sheets'
import { overlaps } from '../sheets/a1.ts'
import { usesDecimalComma } from '../sheets/formula/check.ts'
import { toGridRange } from '../sheets/grid-range.ts'
import type { CellValue } from './support/cells.ts'
import { nameOf } from './support/cells.ts'
import { alikeDecimals, asEntered } from './support/entered.ts'
import { readChange, recordChange } from './support/journal.ts'
import { looksLeft } from './support/left-looks.ts'
import { targetsFields } from './support/ranges.ts'
import { Refusal } from './support/refusal.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import { cellsOf, columnsOf, rangeFields, rowsOf, type Target, withBox } from './support/target.ts'
import { firstOf } from './support/text.ts'
import { growRequests, toChunks, writeBlocks } from './support/writing.ts'
import { describeWritten, type Written } from './support/written.ts'
import type { ToolContext, ToolOutcome } from './tool.ts'
import { type Alike, makeAlike } from './write/alike.ts'
import { writeArgs } from './write/args.ts'
import { type Block, guardBlocks, readBlocks } from './write/blocks.ts'
import { dateHints } from './write/date-hints.ts'
import { freeze } from './write/freeze.ts'
import { hintsFor } from './write/hints.ts'
import { looksAfter, looksBefore } from './write/looks.ts'
import { plainTextsUnder } from './write/plain-text.ts'
import { zeroHints } from './write/zero-hints.ts'

export const writeRange = spreadsheetTool({
  name: 'write_range',
  description:
    'Writes values, or one formula filled over a range: {"range":"E2:E120","formula":"=C2*D2"}. Grows the grid; answers what the cells show.',
  args: writeArgs,
  fields: ({ range, blocks }, context) => rangeFields(range ?? blocks?.[0]?.range, context),
  async run(args, context) {
    const blocks = await readBlocks(context, args)
    const isRerun = (await readChange(context, 0)) !== null
    const equal = args.if_equal === true
    if (args.overwrite !== true && !equal && !isRerun) guardBlocks(blocks)
    const shownBefore = equal ? await shownOf(context, blocks) : []
    const texts = await plainTextsUnder(context, blocks)
    await makeBlocks(context, blocks, [...texts.requests, ...looksBefore(blocks)])
    if (equal) await keepIfEqual(context, blocks, shownBefore)
    const looks = await looksAfter(context, blocks)
    if (looks.length > 0) await context.spreadsheet.batchUpdate(looks)
    const alike = await makeAlike(context, blocks)
    const describe = (read: Alike['read']) =>
      Promise.all(
        blocks.map(block => {
          const sent = block.content.kind === 'values' ? block.content.values : []
          return describeWritten(context, block.target, block.before, { read: read.get(block), sent })
        }),
      )
    let written = await describe(alike.read)
    if (args.as_values) {
      const frozen = await freeze(context, blocks, written)
      if (frozen)
        written = (await describe(new Map())).map((now, index) => ({ ...now, ...spillOf(written[index]!) }))
    }
    const hints = [
      ...(await hintsFor(context, blocks)),
      ...(await conditionHints(context, blocks, written)),
      ...(await looksLeft(
        context,
        blocks.filter(isEmptied).map(({ target }) => target),
      )),
    ]
    const cleared = [...texts.ranges, ...alike.texts]
    return answer(blocks, written, { hints, alike, cleared }, args.as_values === true)
  },
})

/** Everything is recorded and room is made before the first cell changes. */
async function makeBlocks(
  context: ToolContext,
  blocks: Block[],
  first: sheets_v4.Schema$Request[],
): Promise<void> {
  for (const [index, { target, content, before }] of blocks.entries()) {
    await recordChange(context, index, {
      kind: 'values',
      sheetId: target.tab.sheetId,
      range: target.a1,
      before,
      after: content.kind === 'values' ? content.values : { formula: content.formula },
    })
  }
  const room = [...roomFor(blocks), ...first]
  const fills = blocks.flatMap(({ target, content }) =>
    content.kind === 'formula'
      ? [
          {
            repeatCell: {
              range: toGridRange(target.tab.sheetId, target.box),
              cell: { userEnteredValue: { formulaValue: content.formula } },
              fields: 'userEnteredValue',
            },
          },
        ]
      : [],
  )
  const { locale } = await context.spreadsheet.meta()
  const alike = usesDecimalComma(locale) ? (given: CellValue[][]) => given : alikeDecimals
  const values = blocks.flatMap(({ target, content }) =>
    content.kind === 'values'
      ? toChunks(
          target,
          alike(content.values).map(row => row.map(asEntered)),
        )
      : [],
  )
  if (values.length > 0) {
    if (room.length > 0) await context.spreadsheet.batchUpdate(room)
    await writeBlocks(context, values, 'USER_ENTERED')
    if (fills.length > 0) await context.spreadsheet.batchUpdate(fills)
  } else await context.spreadsheet.batchUpdate([...room, ...fills])
}

/** Each tab grows once, for the block that reaches furthest. */
function roomFor(blocks: Block[]) {
  const furthest = new Map<number, Target>()
  for (const { target } of blocks) {
    const known = furthest.get(target.tab.sheetId)
    const box = known
      ? {
          ...target.box,
          endRow: Math.max(known.box.endRow, target.box.endRow),
          endColumn: Math.max(known.box.endColumn, target.box.endColumn),
        }
      : target.box
    furthest.set(target.tab.sheetId, withBox(target, box))
  }
  return [...furthest.values()].flatMap(growRequests)
}

const shownOf = async (context: ToolContext, blocks: Block[]): Promise<CellValue[][][]> => {
  const answers = await context.spreadsheet.values(
    blocks.map(({ target }) => target.full),
    'FORMATTED_VALUE',
  )
  return answers.map(({ values }) => (values ?? []) as CellValue[][])
}

const MOST_DIFFERENCES = 12
const MOST_TOLD = 8

/** Where a formula gives something else than what stood there, everything is put back. */
async function keepIfEqual(context: ToolContext, blocks: Block[], before: CellValue[][][]): Promise<void> {
  const after = await shownOf(context, blocks)
  const different = blocks.flatMap(({ target }, index) => {
    const cells: { cell: string; stands: string; formula_gives: string }[] = []
    for (let row = 0; row < rowsOf(target); row += 1) {
      for (let column = 0; column < columnsOf(target); column += 1) {
        const was = String(before[index]?.[row]?.[column] ?? '')
        const is = String(after[index]?.[row]?.[column] ?? '')
        if (was !== '' && was !== is)
          cells.push({ cell: nameOf(target, row, column), stands: was, formula_gives: is })
      }
    }
    return cells
  })
  if (different.length === 0) return
  for (const { target, before: old } of blocks) {
    await writeBlocks(context, toChunks(target, old), 'USER_ENTERED')
  }
  throw new Refusal(
    `In ${different.length} cells the formula gives something else than what stands there, so everything was put back as it was.`,
    { different: different.slice(0, MOST_DIFFERENCES) },
  )
}

function answer(
  blocks: Block[],
  written: Written[],
  { hints, alike, cleared }: { hints: string[]; alike: Alike; cleared: string[] },
  asValues: boolean,
): ToolOutcome {
  const told = blocks.map(({ target }, index) => ({
    written_range: target.full,
    ...written[index]!,
    ...(asValues ? { holds: written[index]!.errors === 0 ? 'values' : 'formulas still, as some fail' } : {}),
    ...(hidesRows(target) ? { note: 'A filter hides rows of this range; they were written as well.' } : {}),
  }))
  const hint = {
    ...(cleared.length > 0 ? { text_format_removed: firstOf(cleared, MOST_TOLD) } : {}),
    ...(alike.set.length > 0 ? { formats_made_alike: alike.set } : {}),
    ...(alike.differ.length > 0 ? { formats_differ_within: alike.differ } : {}),
    ...(hints.length > 0 ? { hints } : {}),
  }
  const cells = blocks.reduce((sum, { target }) => sum + cellsOf(target), 0)
  const fields = targetsFields(blocks.map(({ target }) => target))
  return {
    state: 'succeeded',
    output: blocks.length === 1 ? { ...told[0]!, ...hint } : { blocks: told, ...hint },
    fields: { ...fields, cells },
  }
}

/** Where sums are 0 the mended formula is told already. */
async function conditionHints(context: ToolContext, blocks: Block[], written: Written[]): Promise<string[]> {
  const { locale } = await context.spreadsheet.meta()
  const decimalComma = usesDecimalComma(locale)
  const zeros = zeroHints(blocks, written, decimalComma)
  return zeros.length > 0 ? zeros : dateHints(context, blocks, decimalComma)
}

const isEmptied = ({ content }: Block): boolean =>
  content.kind === 'values' && content.values.flat().every(value => value === '')

const spillOf = ({ spilled_to, spilled }: Written): Partial<Written> =>
  spilled_to !== undefined && spilled ? { spilled_to, spilled } : {}

const hidesRows = ({ details, box }: Target): boolean =>
  details.filter !== null && overlaps(details.filter, box)
