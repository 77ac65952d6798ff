/** Colours that follow a condition: rows and cells that stand out as the data changes. */
import { columnLetters, formatRange } from '../../../sheets/a1.ts'
import { type Column, isNumeric } from '../../linking/sheet.ts'
import { conditions } from '../../reading/conditions.ts'
import type { Draft } from '../../reading/draft.ts'
import type { Where } from '../../reading/where.ts'
import type { Filled, Frame } from '../frame.ts'
import { repeatedRows } from '../questions/ask.ts'
import { anchoredCell, localised, rowTest } from '../support/formulas.ts'
import { whereWords } from '../support/met.ts'
import { extreme } from '../support/query.ts'
import { columnRange, nameOf, rowsOf, tableRange } from '../support/table.ts'
import { COLORS, colorIn, fillOf, format, formatCall } from './looks.ts'

export const highlight: Frame = {
  name: 'Highlight',
  does: 'Colours cells or whole rows that meet conditions, repeat others, or are the highest or lowest; the colours follow the data.',
  examples: [
    'Highlight Qty above 10',
    'Highlight negative values in Price in red',
    'Highlight duplicates in Customer',
    'Highlight the top 3 prices in green',
    'Mark rows where Region is North and Qty is at least 5 yellow',
  ],
  effect: 'add',
  cues: ['highlight', COLORS.join('|')],
  uses: 'highlight background wholerow row cell column value where table add textcolor duplicates keep change all show light any header line today without before per other empty expired upcoming',
  prior: 0.3,
  read(draft) {
    if (
      draft.asks('newcolumn', 'banding', 'chart', 'sort', 'delete', 'rename', 'newtab') ||
      (draft.has('header') && !draft.has('where', 'gt', 'lt'))
    )
      return null
    const color = colorIn(draft)
    const isText = draft.nodes.some(
      ({ text, concepts }) => concepts.has('textcolor') && /text|font|letter/i.test(text),
    )
    const look = isText ? { color: color ?? 'red' } : { background: fillOf(color ?? 'yellow') }
    const rows = rowsOf(draft)
    const isSaid = draft.free().some(({ concepts }) => concepts.has('highlight') && !concepts.has('fill'))
    if (!rows || (!color && !isSaid)) return null
    draft.cue('highlight')
    if (draft.has('duplicates')) return duplicatesColoured(draft, look)
    const isRow =
      draft.nodes.some(
        node =>
          node.concepts.has('wholerow') ||
          node.concepts.has('row') ||
          /^(?:everything|those|ones|rows?|lines?)$/i.test(node.text),
      ) && !draft.nodes.some(({ text }) => /^cells?$|these cells/i.test(text))
    const range = draft.free().find(node => node.range)
    const signed = range && draft.has('negative', 'positive')
    const where = signed ? [] : conditions(draft)
    if (signed) {
      draft.take(range)
      const sign = draft.cue('negative') ? '<' : (draft.cue('positive'), '>')
      const { startRow = 0, startColumn = 0 } = range.range!.box
      const target = formatRange(range.range!.tab ?? draft.tab.title, range.range!.box)
      return {
        plan: () =>
          format(
            [formatCall(target, { action: 'conditional', op: sign, value: 0, ...look })],
            `Colours the cells of ${range.text} from ${columnLetters(startColumn)}${startRow + 1} on that are ${sign} 0.`,
          ),
        says: `Colour the cells of ${range.text} that are ${sign} 0 ${Object.values(look)[0]}`,
      }
    }
    if (range && where.length === 0) return null
    if (where.length === 0) return extremesColoured(draft, look, rows)
    draft.take(range)
    draft.cue('wholerow')
    const column =
      where.length <= 2 && where.every(group => group.every(each => each.column === where[0]![0]!.column))
        ? where[0]![0]!.column
        : null
    // Numbers and blanks are cells that stand out; a status stands for its row.
    const [atom] = where[0]!
    const isCell =
      !isRow &&
      column !== null &&
      (isNumeric(column) || atom!.op === 'empty' || draft.nodes.some(({ text }) => /^cells?$/i.test(text)))
    const target = range
      ? formatRange(range.range!.tab ?? draft.tab.title, range.range!.box)
      : isCell
        ? columnRange(column!, rows.first, rows.last)
        : tableRange(draft.tab, rows, false)
    const start = range?.range?.box.startRow
    const first = start === undefined ? rows.first : start + 1
    return {
      plan: () =>
        format(
          [
            formatCall(target, {
              action: 'conditional',
              formula: localised(`=${rowTest(where, anchoredCell(first))}`, draft.scope.overview.locale),
              ...look,
            }),
          ],
          `Colours ${isCell ? `the cells of **${nameOf(column!)}**` : 'the rows'}${whereWords(where)} ${isText ? 'in' : 'with'} ${Object.values(look)[0]}; the colours follow the data.`,
        ),
      says: `Colour ${isText ? 'the text of ' : ''}the ${isCell ? `cells of ${nameOf(column!)}` : 'rows'}${whereWords(where)} ${Object.values(look)[0]}`,
    }
  },
}

export interface Coloured {
  where: Where
  /** Whose cells are coloured; the whole rows without one. */
  column: Column | null
  look: { background: string }
}

/** Cells or rows that meet conditions wear a colour, which follows the data. */
export function coloured(draft: Draft, { where, column, look }: Coloured): Filled | null {
  const rows = rowsOf(draft)
  if (!rows) return null
  const target = column ? columnRange(column, rows.first, rows.last) : tableRange(draft.tab, rows, false)
  const formula = localised(`=${rowTest(where, anchoredCell(rows.first))}`, draft.scope.overview.locale)
  const [what, bold] = column
    ? [`the cells of ${nameOf(column)}`, `the cells of **${nameOf(column)}**`]
    : ['the rows', 'the rows']
  return {
    plan: () =>
      format(
        [formatCall(target, { action: 'conditional', formula, ...look })],
        `Colours ${bold}${whereWords(where)} with ${look.background}; the colours follow the data.`,
      ),
    says: `Colour ${what}${whereWords(where)} ${look.background}`,
  }
}

function duplicatesColoured(draft: Draft, look: object) {
  draft.cue('duplicates')
  const rows = rowsOf(draft)!
  const named = draft.columns()
  const columns =
    named.length > 0
      ? named
      : draft.scope.index.columns.filter(column => column.tab === draft.tab && column.header !== '')
  const tests = columns.map(
    ({ column }) => `$${column}$${rows.first}:$${column}$${rows.last},$${column}${rows.first}`,
  )
  const isWhole = named.length === 0 || draft.has('wholerow', 'row')
  const formula = localised(
    named.length > 0
      ? `=AND(COUNTIFS(${tests.join(',')})>1,$${columns[0]!.column}${rows.first}<>"")`
      : `=SUMPRODUCT(${columns.map(({ column }) => `($${column}$${rows.first}:$${column}$${rows.last}=$${column}${rows.first})`).join('*')})>1`,
    draft.scope.overview.locale,
  )
  const target = isWhole
    ? tableRange(draft.tab, rows, false)
    : columnRange(columns[0]!, rows.first, rows.last)
  return {
    plan: () =>
      format(
        [formatCall(target, { action: 'conditional', formula, ...look })],
        `Colours ${repeatedRows(draft, named).length} ${named.length > 0 ? `values of **${nameOf(columns[0]!)}**` : 'rows'} that are there more than once.`,
      ),
    says: `Colour the ${isWhole ? 'rows' : `cells of ${nameOf(columns[0]!)}`} that are there more than once ${Object.values(look)[0]}`,
  }
}

/** "the top 3 prices", "the highest score" */
function extremesColoured(draft: Draft, look: object, rows: { first: number; last: number }) {
  const found = extreme(draft)
  if (!found) return null
  const count = draft.number()?.value ?? 1
  const column = draft.columns('number')[0] ?? draft.only('number')
  if (!column) return null
  const range = `$${column.column}$${rows.first}:$${column.column}$${rows.last}`
  const cell = `$${column.column}${rows.first}`
  const formula = localised(
    `=AND(${cell}<>"",${cell}${found.measure === 'max' ? '>=LARGE' : '<=SMALL'}(${range},${count}))`,
    draft.scope.overview.locale,
  )
  const isRow = draft.cue('wholerow')
  return {
    plan: () =>
      format(
        [
          formatCall(
            isRow
              ? tableRange(draft.tab, { header: null, ...rows }, false)
              : columnRange(column, rows.first, rows.last),
            { action: 'conditional', formula, ...look },
          ),
        ],
        `Colours the ${found.measure === 'max' ? 'highest' : 'lowest'} ${count} of **${nameOf(column)}**.`,
      ),
    says: `Colour the ${found.measure === 'max' ? 'highest' : 'lowest'} ${count === 1 ? '' : `${count} `}of ${nameOf(column)} ${Object.values(look)[0]}`,
  }
}
