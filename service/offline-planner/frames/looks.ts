/** How cells look and what they accept: styles, number formats, borders, frozen rows, widths, lists to choose from. */
import { columnIndex, columnLetters, formatRange } from '../../sheets/a1.ts'
import { type Column, isDate, isNumeric } from '../linking/sheet.ts'
import { type Call, calls, notDone, type Plan } from '../plan.ts'
import { conditions } from '../reading/conditions.ts'
import { type Draft, isColumn } from '../reading/draft.ts'
import { repeatedRows } from './ask.ts'
import type { Frame } from './frame.ts'
import { givenName } from './support/adding.ts'
import { headerCalls } from './support/column.ts'
import { anchoredCell, localised, rowTest } from './support/formulas.ts'
import { nameIn } from './support/names.ts'
import { OTHER_KINDS } from './support/others.ts'
import { extreme, numbered } from './support/query.ts'
import {
  cellRange,
  columnRange,
  headerRange,
  inList,
  matching,
  nameOf,
  nextFreeColumn,
  rowsOf,
  tableRange,
  whereWords,
} from './support/table.ts'
import { placesIn } from './texts.ts'

const COLORS = [
  'red',
  'green',
  'blue',
  'yellow',
  'orange',
  'gray',
  'pink',
  'purple',
  'black',
  'white',
  'brown',
  'teal',
]

/** "light green"; null where no colour is named. */
export function colorIn(draft: Draft): string | null {
  const node = draft
    .free()
    .find(
      each =>
        COLORS.some(color => each.concepts.has(color)) && each.columns.every(({ quality }) => quality < 0.97),
    )
  if (!node) return null
  draft.take(node)
  const color = COLORS.find(each => node.concepts.has(each))!
  const isLight = draft.cue('light')
  const isDark = !isLight && draft.cue('dark')
  return isLight ? `light ${color}` : isDark ? `dark ${color}` : color
}

/** Fills are light unless a strong one is asked for, so that texts stay readable. */
const fillOf = (color: string): string =>
  /^(?:light|dark)|^(?:yellow|white|black)$/.test(color)
    ? color
    : color === 'gray'
      ? 'light gray'
      : `light ${color}`

function* format(made: readonly Call[], said: string): Plan {
  const failure = yield* calls(...made)
  return failure ? notDone(failure) : said
}

const formatCall = (range: string, args: Record<string, unknown>): Call => ({
  tool: 'format_range',
  args: { range, ...args },
})

/** Columns, a range, the header or the whole table. */
function targets(draft: Draft): { range: string; name: string }[] {
  const rows = rowsOf(draft)
  if (draft.has('header') || (draft.has('freeze') && draft.has('row'))) {
    draft.cue('header')
    return [
      { range: headerRange(draft.tab), name: `the header ${headerRange(draft.tab).replace(/^.*!/, '')}` },
    ]
  }
  const named = placesIn(draft)
  if (named.length > 0) return named
  if (rows && draft.has('all', 'table', 'cell', 'tab'))
    return [{ range: tableRange(draft.tab, rows), name: 'the table' }]
  return []
}

const STYLES = 'bold italic underline strike center alignleft alignright wrap background'

export const style: Frame = {
  name: 'Style',
  does: 'Makes the header, columns or cells bold, italic, underlined, coloured, aligned or wrapped.',
  examples: [
    'Bold the header',
    'Give the header a light gray background',
    'Center Status',
    'Make B2:C5 italic',
    'Wrap the text in Customer',
    'Make the text of Status red',
    'Align Qty to the right',
  ],
  effect: 'change',
  cues: STYLES.split(' ').concat('header highlight', COLORS.join('|')),
  uses: `${STYLES} header textcolor change format add highlight cell column table row all value write keep with first show currency left right any other line beside replace in and`,
  prior: 0.2,
  read(draft) {
    if (draft.asks('newcolumn', 'freeze', 'banding', 'sort', 'chart', 'delete', 'border', 'duplicates'))
      return null
    const args: Record<string, unknown> = {}
    if (draft.cue('bold')) args.bold = true
    if (draft.cue('italic')) args.italic = true
    if (draft.cue('underline')) args.underline = true
    if (
      draft.has('strike') &&
      draft.nodes.some(({ text }) => /strikethrough|crossed|struck/i.test(text)) &&
      draft.cue('strike')
    )
      args.strikethrough = true
    if (draft.cue('center')) args.align = 'center'
    else if (
      draft.has('alignright') ||
      (draft.nodes.some(({ text }) => /to the right|right[- ]align/i.test(text)) &&
        draft.nodes.some(({ text }) => /align/i.test(text)))
    )
      args.align = (draft.cue('alignright', 'right'), 'right')
    else if (
      draft.has('alignleft') ||
      (draft.nodes.some(({ text }) => /^align/i.test(text)) && draft.has('left'))
    )
      args.align = (draft.cue('alignleft', 'left'), 'left')
    if (draft.cue('wrap')) args.wrap = true
    const isHeader = draft.has('header')
    const isText = draft.nodes.some(
      ({ text, concepts }) => concepts.has('textcolor') && /text|font|letter/i.test(text),
    )
    const color = colorIn(draft)
    const keepsRest = draft.has('keep')
    if (color && isText) args.color = color
    else if (color) args.background = fillOf(color)
    if (Object.keys(args).length === 0) return null
    if (keepsRest)
      draft.take(...draft.free().filter(node => node.concepts.has('below') || node.concepts.has('row')))
    const places = targets(draft)
    if (
      places.length === 0 ||
      (color && !isHeader && !isText && Object.keys(args).length === 1 && conditionsLeft(draft))
    )
      return null
    draft.take(...draft.free().filter(({ text }) => /^aligned?$/i.test(text)))
    const said = Object.entries(args)
      .map(([name, value]) => (value === true ? name : `${name} ${String(value)}`))
      .join(', ')
    return {
      plan: () =>
        format(
          places.map(({ range }) => formatCall(range, { action: 'text_style', ...args })),
          `${inList(places.map(({ name }) => name))} now ${places.length === 1 ? 'is' : 'are'}: ${said}.`,
        ),
      says: `Style ${inList(places.map(({ name }) => name))}: ${said}`,
      bonus: isHeader ? 0.4 : 0,
    }
  },
}

const conditionsLeft = (draft: Draft): boolean =>
  draft
    .free()
    .some(
      node =>
        node.number !== undefined ||
        node.values.some(({ isWhole }) => isWhole) ||
        ['gt', 'lt', 'ge', 'le', 'empty', 'expired', 'duplicates', 'where', 'negative', 'max', 'min'].some(
          each => node.concepts.has(each),
        ),
    )

export const numberFormat: Frame = {
  name: 'Number formats',
  does: 'Shows columns as currency, percent, number, date or plain text; values stay what they are.',
  examples: [
    'Format Price as currency',
    'Format Price and Cost as euros',
    'Show Price in dollars without decimals',
    'Make Cost a percentage with 1 decimal',
    'Format Date as dd/mm/yyyy',
    'Format Qty as plain text',
    'Round Price to 1 decimal',
  ],
  effect: 'change',
  cues: ['currency', 'percentformat', 'dateformat', 'numberformat', 'plaintext', 'format', 'round', 'date'],
  uses: 'currency percentformat dateformat numberformat plaintext format change show keep column value add with all per round write both is as number date convert',
  prior: 0.1,
  read(draft, text) {
    if (
      draft.asks(
        ...OTHER_KINDS,
        'newcolumn total average howmany raise lower fill times background median roundup howmuch rename border rank validate by',
      )
    )
      return null
    if (draft.has('round') && draft.nodes.some(({ text }) => /in place/i.test(text))) return null
    const sample = draft.free().find(node => node.date?.isDay && /\d/.test(node.text))
    const quoted = draft.free().find(node => node.isQuoted && /[0#ymd]/i.test(node.text))
    const decimals = decimalsIn(draft, text)
    const kind = quoted
      ? null
      : draft.cue('currency')
        ? 'currency'
        : draft.cue('percentformat')
          ? 'percent'
          : draft.cue('dateformat')
            ? 'date'
            : draft.cue('plaintext')
              ? 'text'
              : decimals !== null || draft.cue('numberformat')
                ? 'number'
                : sample && draft.has('format')
                  ? 'date'
                  : null
    if (!quoted && !kind) return null
    draft.take(quoted)
    const wanted = (column: Column) =>
      kind === 'date' ? isDate(column) || column.type === 'mixed' : kind === 'text' || !isDate(column)
    if (kind === 'date')
      draft.take(
        sample,
        ...draft.free().filter(node => ['day', 'month', 'year'].some(each => node.concepts.has(each))),
      )
    const dates =
      kind === 'date' && draft.nodes.some(({ text: each }) => /^dates$|date columns|both date/i.test(each))
        ? draft.scope.index.columns.filter(column => column.tab === draft.tab && isDate(column))
        : []
    const rows = rowsOf(draft)
    const named = placesIn(draft, wanted)
    const places =
      dates.length > 1 && rows
        ? dates.map(column => ({ range: columnRange(column, rows.first, rows.last), name: nameOf(column) }))
        : named.length === 0 && rows && kind !== 'date' && kind !== 'text' && saysAll(draft)
          ? numbered(draft).map(column => ({
              range: columnRange(column, rows.first, rows.last),
              name: nameOf(column),
            }))
          : named
    if (places.length === 0) return null
    draft.cue('format', 'show', 'change', 'round', 'dateformat', 'currency')
    const pattern = quoted?.text ?? patternFor(kind!, text, decimals, draft, sample?.text)
    return {
      plan: () =>
        format(
          places.map(({ range }) =>
            formatCall(range, { action: 'number_format', pattern, ...(kind ? { kind } : {}) }),
          ),
          `${inList(places.map(({ name }) => `**${name}**`))}: shown as \`${pattern}\`. The values stay what they are.`,
        ),
      says: `Show ${inList(places.map(({ name }) => name))} as ${pattern}`,
    }
  },
}

/** "Format everything as currency": all columns of numbers. */
const saysAll = (draft: Draft): boolean => {
  const all = draft.free().filter(({ text }) => /^(?:everything|(?:all )?(?:the )?numbers|all)$/i.test(text))
  draft.take(...all)
  return all.length > 0
}

export const sameFormats: Frame = {
  name: 'Consistent formats',
  does: 'Gives all rows of a column of numbers or dates the number format of its first row; values stay what they are.',
  examples: ['Make the formats consistent', 'Unify the number formats'],
  effect: 'change',
  cues: ['cleanup format', 'cleanup numberformat', 'cleanup'],
  uses: 'cleanup format numberformat change all number',
  prior: 0.5,
  read(draft) {
    const rows = rowsOf(draft)
    if (
      !rows ||
      !draft.nodes.some(({ text }) => /format|書式/i.test(text)) ||
      draft.has('trim', 'duplicates')
    )
      return null
    draft.cue('cleanup', 'format', 'numberformat')
    const range = draft.free().find(node => node.range)
    draft.take(range)
    const {
      startRow = rows.first - 1,
      endRow = rows.last,
      startColumn = 0,
      endColumn = Number.POSITIVE_INFINITY,
    } = range?.range?.box ?? {}
    const columns = draft.scope.index.columns.filter(
      column =>
        column.tab === draft.tab &&
        column.number_format &&
        column.index >= startColumn &&
        column.index < endColumn,
    )
    const first = Math.max(rows.first, startRow + 1)
    return {
      plan: () =>
        format(
          columns.map(column =>
            formatCall(columnRange(column, first, Math.min(rows.last, endRow)), {
              action: 'number_format',
              pattern: column.number_format,
            }),
          ),
          columns.length === 0
            ? 'No column has a number format that its rows could share.'
            : `${inList(columns.map(column => `**${nameOf(column)}**`))}: all rows have the format of the first.`,
        ),
      says: 'Make formats consistent',
    }
  },
}

function decimalsIn(draft: Draft, text: string): number | null {
  if (/without decimals|no decimals|whole numbers?|0 decimals/i.test(text)) return 0
  const at = draft.nodes.findIndex(
    (node, index) =>
      node.concepts.has('numberformat') &&
      !/thousand|tausend|millier|miles/i.test(node.text) &&
      draft.nodes[index - 1]?.number,
  )
  if (at === -1) return /two decimals/i.test(text) ? 2 : null
  draft.take(draft.nodes[at - 1], draft.nodes[at])
  return draft.nodes[at - 1]!.number!.value
}

const SIGNS: [RegExp, string][] = [
  [/euro|€|\beur\b/i, '"€"'],
  [/pound|£|\bgbp\b/i, '"£"'],
  [/\byen\b|¥|\bjpy\b/i, '"¥"'],
]

function patternFor(
  kind: string,
  text: string,
  decimals: number | null,
  draft: Draft,
  sample: string | undefined,
): string {
  const places = (count: number) => (count > 0 ? `.${'0'.repeat(Math.min(count, 10))}` : '')
  if (kind === 'currency')
    return `${SIGNS.find(([sign]) => sign.test(text))?.[1] ?? '$'}#,##0${places(decimals ?? 2)}`
  if (kind === 'percent') return `0${places(decimals ?? 0)}%`
  if (kind === 'text') return '@'
  if (kind === 'date') return datePattern(text, sample)
  const column = draft.scope.index.columns.find(
    each =>
      each.tab === draft.tab &&
      each.type === 'currency' &&
      text.toLowerCase().includes(each.header.toLowerCase()),
  )
  return `${column ? (/^[^#0]*/.exec(column.number_format ?? '')?.[0] ?? '') : ''}#,##0${places(decimals ?? (/whole|thousand/i.test(text) ? 0 : 2))}`
}

function datePattern(text: string, sample: string | undefined): string {
  const given = /\b(?:d{1,4}|m{1,4}|y{2,4})(?:[-/. ](?:d{1,4}|m{1,4}|y{2,4}))+\b/i.exec(text)?.[0]
  if (given) return given.toLowerCase()
  if (sample && /^\d{1,2}\.\d{1,2}\.\d{4}$/.test(sample)) return 'dd.mm.yyyy'
  if (sample && /^\d{1,2}\/\d{1,2}\/\d{4}$/.test(sample)) return 'dd/mm/yyyy'
  return /day,? month|day first/i.test(text)
    ? 'dd.mm.yyyy'
    : /5 jan/i.test(text)
      ? 'd mmm yyyy'
      : 'yyyy-mm-dd'
}

interface Layout {
  frame: Omit<Frame, 'read'>
  make(draft: Draft, rows: NonNullable<ReturnType<typeof rowsOf>>): { calls: Call[]; said: string } | null
}

const LAYOUTS: Layout[] = [
  {
    frame: {
      name: 'Freeze',
      does: 'Freezes or unfreezes rows and columns.',
      examples: [
        'Freeze the header',
        'Freeze and bold the header row',
        'Freeze the first 2 columns',
        'Unfreeze the sheet',
      ],
      effect: 'change',
      cues: ['freeze', 'unfreeze'],
      uses: 'freeze unfreeze header row column first table topword add keep when show bold change filter left value min:date',
      prior: 0.6,
    },
    make(draft, rows) {
      const isOff = draft.cue('unfreeze')
      const number = draft.number()?.value
      const isColumns =
        draft.nodes.some(({ text }) => /^columns?$|^cols?$|first column|first col/i.test(text)) &&
        !draft.has('header')
      const named = isColumns ? null : draft.columns()[0]
      const isBold = draft.cue('bold')
      const count = isOff ? 0 : named ? named.index + 1 : (number ?? (isColumns ? 1 : (rows.header ?? 1)))
      const args = isOff ? { rows: 0, columns: 0 } : isColumns || named ? { columns: count } : { rows: count }
      const bold = isBold ? [formatCall(headerRange(draft.tab), { action: 'text_style', bold: true })] : []
      return {
        calls: [
          { tool: 'edit_structure', args: { action: 'freeze', tab: draft.tab.title, ...args } },
          ...bold,
        ],
        said: isOff
          ? `**${draft.tab.title}** has no frozen rows and columns any more.`
          : `Froze the first ${count === 1 ? '' : `${count} `}${isColumns || named ? 'column' : 'row'}${count === 1 ? '' : 's'} of **${draft.tab.title}**.${isBold ? ` The header ${headerRange(draft.tab).replace(/^.*!/, '')} is now bold.` : ''}`,
      }
    },
  },
  {
    frame: {
      name: 'Borders',
      does: 'Draws borders around and between cells.',
      examples: ['Add borders to the table'],
      effect: 'change',
      cues: ['border'],
      uses: 'border add all cell table header row line keep outside value by with',
      prior: 0.5,
    },
    make(draft, rows) {
      const places = placesIn(draft)
      const range = places[0]?.range ?? tableRange(draft.tab, rows)
      const isOuter = draft.nodes.some(({ text }) => /outer|outline|around the table/i.test(text))
      return {
        calls: [formatCall(range, { action: 'borders', ...(isOuter ? { sides: 'outer' } : {}) })],
        said: `Drew borders on ${range.replace(/^.*!/, '')}.`,
      }
    },
  },
  {
    frame: {
      name: 'Banding',
      does: 'Shades every second row.',
      examples: ['zebra stripes', 'shade every other row'],
      effect: 'change',
      cues: ['banding'],
      uses: 'banding add highlight table row background all format light column any',
      prior: 0.8,
    },
    make(draft, rows) {
      const color = fillOf(colorIn(draft) ?? 'light gray')
      draft.take(
        ...draft.free().filter(node => node.number || /^(?:tones?|colou?rs?|shades?)$/i.test(node.text)),
      )
      return {
        calls: [formatCall(tableRange(draft.tab, rows, false), { action: 'banding', background: color })],
        said: `Shaded every second row of **${draft.tab.title}**.`,
      }
    },
  },
  {
    frame: {
      name: 'Column widths',
      does: 'Fits the widths of columns to what they hold.',
      examples: ['Autofit the columns', 'make the columns wider'],
      effect: 'change',
      cues: ['autofit'],
      uses: 'autofit column all table add change value textcolor cell freeze format',
      prior: 0.5,
    },
    make(draft, rows) {
      const places = placesIn(draft)
      const ranges = places.length > 0 ? places.map(({ range }) => range) : [tableRange(draft.tab, rows)]
      draft.take(...draft.free().filter(node => node.isUnknown))
      return {
        calls: ranges.map(range => formatCall(range, { action: 'column_width' })),
        said: `Fitted the widths of ${places.length > 0 ? inList(places.map(({ name }) => `**${name}**`)) : 'all columns'}.`,
      }
    },
  },
  {
    frame: {
      name: 'A tidy look',
      does: 'Dresses the table: bold header on a colour, frozen, widths that fit, every second row shaded.',
      examples: ['Make this look nice', 'make the table prettier'],
      effect: 'change',
      cues: ['prettify'],
      uses: 'prettify table format change add all thisperiod tab',
      prior: 0.5,
    },
    make(draft, rows) {
      return {
        calls: [
          formatCall(headerRange(draft.tab), { action: 'text_style', bold: true, background: '#d9e2f3' }),
          {
            tool: 'edit_structure',
            args: { action: 'freeze', tab: draft.tab.title, rows: rows.header ?? 1 },
          },
          formatCall(tableRange(draft.tab, rows, false), {
            action: 'banding',
            background: fillOf('light gray'),
          }),
          formatCall(tableRange(draft.tab, rows), { action: 'column_width' }),
        ],
        said: `Dressed **${draft.tab.title}**: a bold header that stays in view, every second row shaded, widths that fit. Values and number formats are as they were.`,
      }
    },
  },
]

export const layouts: Frame[] = LAYOUTS.map(({ frame, make }) => ({
  ...frame,
  read(draft) {
    const rows = rowsOf(draft) ?? { header: 1, first: 1, last: 1 }
    if (draft.has('newcolumn', 'sort', 'chart', 'delete')) return null
    const made = make(draft, rows)
    return made && { plan: () => format(made.calls, made.said), says: frame.name }
  },
}))

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
        says: 'Colour cells',
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
      says: `Colour ${isCell ? 'cells' : 'rows'}${whereWords(where)}`,
    }
  },
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
    says: 'Colour what repeats',
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
    says: 'Colour the highest',
  }
}

export const validation: Frame = {
  name: 'Lists to choose from and checkboxes',
  does: 'Lets a column take only the values of a list or of another tab’s column, or turns it into checkboxes.',
  examples: [
    'Add a dropdown to Status with Open, Paid and Late',
    'Make Region a dropdown of North, South, East, West',
    'Allow only Open or Paid in Status',
  ],
  effect: 'change',
  cues: ['validate', 'checkbox'],
  uses: 'validate checkbox add newcolumn column column value only or with per row called tab first from filter show in all change name cell table contains',
  prior: 0.8,
  read(draft) {
    const rows = rowsOf(draft)
    if (!rows) return null
    const isBox = draft.cue('checkbox')
    draft.cue('validate')
    const name =
      nameIn(draft) ?? (isBox ? (draft.quoted() ?? (draft.has('column') ? givenName(draft) : null)) : null)
    if (isBox && (name || draft.has('newcolumn'))) {
      const letters = nextFreeColumn(draft.tab)
      const header = rows.header === null ? [] : headerCalls(draft, name ?? 'Done', letters, rows.header)
      return {
        plan: () =>
          format(
            [
              ...header,
              formatCall(cellRange(draft.tab, letters, rows.first, rows.last), {
                action: 'validation',
                checkbox: true,
              }),
            ],
            `Added checkboxes in the new column **${name ?? 'Done'}**.`,
          ),
        says: 'Add a column of checkboxes',
      }
    }
    const column = listColumn(draft)
    if (!column) return null
    const range = columnRange(column, rows.first, rows.last)
    if (isBox)
      return {
        plan: () =>
          format(
            [formatCall(range, { action: 'validation', checkbox: true })],
            `**${nameOf(column)}** has checkboxes now.`,
          ),
        says: 'Checkboxes',
      }
    const source = sourceList(draft, column)
    if (source)
      return {
        plan: () =>
          format(
            [formatCall(range, { action: 'validation', list_range: source, strict: true })],
            `**${nameOf(column)}** takes only values of ${source}.`,
          ),
        says: `A list for ${nameOf(column)}`,
      }
    const said = optionsIn(draft)
    const list = said.length === 0 ? valuesToChoose(draft, column) : said
    if (list.length < 2) return null
    return {
      plan: () =>
        format(
          [formatCall(range, { action: 'validation', list })],
          `**${nameOf(column)}** takes only ${inList(list)} now. Cells that hold something else stay as they are.`,
        ),
      says: `A list of ${inList(list)} for ${nameOf(column)}`,
    }
  },
}

const MOST_TO_CHOOSE = 30

/** "Add a dropdown for region": of the values that it has, where they are few. */
function valuesToChoose(draft: Draft, column: Column): string[] {
  const values = matching(draft, []).map(({ row }) => String(row[column.index] ?? '').trim())
  const distinct = [...new Set(values.filter(Boolean))].sort((a, b) => a.localeCompare(b))
  return distinct.length <= MOST_TO_CHOOSE && distinct.length < values.length ? distinct : []
}

function listColumn(draft: Draft): Column | null {
  const node = draft
    .free()
    .find(
      each =>
        isColumn(each, draft.scope) &&
        draft.columnOf(each) &&
        !(each.values.length > 0 && each.columns[0]!.quality < 0.97),
    )
  draft.take(node)
  return node ? draft.columnOf(node) : null
}

/** "the names in the first column of the tab Rates" */
function sourceList(draft: Draft, column: Column): string | null {
  const tab = draft.nodes.find(node => node.tab && node.tab !== draft.tab)?.tab
  if (!tab) return null
  const rows = rowsOf(draft, tab)
  const all = draft.scope.index.columns.filter(each => each.tab === tab)
  const source = all.find(each => each.header.toLowerCase() === column.header.toLowerCase()) ?? all[0]
  if (!rows || !source) return null
  draft.take(
    ...draft.nodes.filter(node => node.tab === tab),
    ...draft
      .free()
      .filter(({ concepts }) =>
        ['tab', 'front', 'min:date', 'column', 'contains', 'as'].some(each => concepts.has(each)),
      ),
  )
  return formatRange(tab.title, {
    startRow: rows.first - 1,
    endRow: rows.last,
    startColumn: columnIndex(source.column),
    endColumn: columnIndex(source.column) + 1,
  })
}

function optionsIn(draft: Draft): string[] {
  const found: string[] = []
  for (const node of draft.free()) {
    const isOption =
      node.isQuoted ||
      node.isUnknown ||
      node.values.length > 0 ||
      /^\p{Lu}/u.test(node.text) ||
      /^(?:yes|no)$/i.test(node.text) ||
      (node.number !== undefined && /\d/.test(node.text))
    if (
      !isOption ||
      (node.concepts.has('add') && !node.values.length) ||
      (node.at === 0 && node.values.length === 0)
    )
      continue
    draft.take(node)
    const text = node.values.find(({ isWhole }) => isWhole)?.values[0]?.trim() ?? node.text
    if (!found.some(each => each.toLowerCase() === text.toLowerCase()))
      found.push(/^\p{Lu}/u.test(node.text) ? node.text : text)
  }
  return found
}
