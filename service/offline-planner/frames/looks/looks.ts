/** Looks of cells that are named: bold, italic, colours of text and background. */
import { type Call, calls, notDone, type Plan } from '../../plan.ts'
import type { Draft } from '../../reading/draft.ts'
import { placesIn } from '../cells/texts.ts'
import type { Filled, Frame } from '../frame.ts'
import { headerRange, inList, rowsOf, tableRange } from '../support/table.ts'

export const COLORS = [
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
export const fillOf = (color: string): string =>
  /^(?:light|dark)|^(?:yellow|white|black)$/.test(color)
    ? color
    : color === 'gray'
      ? 'light gray'
      : `light ${color}`

export function* format(made: readonly Call[], said: string): Plan {
  const failure = yield* calls(...made)
  return failure ? notDone(failure) : said
}

export const formatCall = (range: string, args: Record<string, unknown>): Call => ({
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
    return { ...styled(places, args), bonus: isHeader ? 0.4 : 0 }
  },
}

export interface Place {
  range: string
  name: string
}

export function styled(places: readonly Place[], args: Record<string, unknown>): Filled {
  const said = Object.entries(args)
    .map(([name, value]) => (value === true ? name : `${name} ${String(value)}`))
    .join(', ')
  return {
    plan: () =>
      format(
        places.map(({ range }) => formatCall(range, { action: 'text_style', ...args })),
        `${inList(places.map(({ name }) => name))} now ${places.length === 1 ? 'is' : 'are'}: ${said}.`,
      ),
    says: `Make ${inList(places.map(({ name }) => name))} ${inList(Object.entries(args).map(looksIn))}`,
  }
}

const LOOKS: Record<string, string> = {
  underline: 'underlined',
  strikethrough: 'struck through',
  wrap: 'wrapped',
  align: 'aligned',
  background: 'filled',
}
/** "bold", "aligned right", "filled light gray", "red" */
const looksIn = ([name, value]: [string, unknown]): string =>
  value === true ? (LOOKS[name] ?? name) : [LOOKS[name] ?? [], String(value)].flat().join(' ')

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

/** "Format everything as currency": all columns of numbers. */
export const saysAll = (draft: Draft): boolean => {
  const all = draft.free().filter(({ text }) => /^(?:everything|(?:all )?(?:the )?numbers|all)$/i.test(text))
  draft.take(...all)
  return all.length > 0
}
