/** Looks of whole rows, columns and tables: frozen, banded, bordered, wrapped, aligned, sized. */
import type { Call } from '../../plan.ts'
import type { Draft } from '../../reading/draft.ts'
import { placesIn } from '../cells/texts.ts'
import type { Frame } from '../frame.ts'
import { headerRange, inList, rowsOf, tableRange } from '../support/table.ts'
import { colorIn, fillOf, format, formatCall } from './looks.ts'

interface Layout {
  frame: Omit<Frame, 'read'>
  make(
    draft: Draft,
    rows: NonNullable<ReturnType<typeof rowsOf>>,
  ): { calls: Call[]; said: string; says: string } | null
}

/** "Keep the top row there", "fix the first row": held where it is, rather than left as it is. */
const isHeld = ({ nodes }: Draft): boolean => {
  const words = nodes.map(({ text }) => text).join(' ')
  return (
    /^(?:please )?(?:keep|hold|fix)\b.*\b(?:there|in place|put|fixed|visible|still|on screen)[.!]?$/i.test(
      words,
    ) || /^(?:please )?fix (?:the )?(?:first|top|header|headings?|title)\b[\w ]*[.!]?$/i.test(words)
  )
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
      cues: ['freeze', 'unfreeze', 'keep header', 'change header'],
      uses: 'freeze unfreeze header row column first table topword add keep when show bold change filter left value min:date',
      prior: 0.6,
    },
    make(draft, rows) {
      if (!draft.has('freeze', 'unfreeze') && !isHeld(draft)) return null
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
        says: isOff
          ? 'Unfreeze all rows and columns'
          : `Freeze the first ${count === 1 ? '' : `${count} `}${isColumns || named ? 'column' : 'row'}${count === 1 ? '' : 's'}${isBold ? ' and make the header bold' : ''}`,
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
        says: `Draw borders ${isOuter ? 'around' : 'on'} ${range.replace(/^.*!/, '')}`,
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
        says: `Shade every second row of the table ${color}`,
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
        says: `Fit the widths of ${places.length > 0 ? inList(places.map(({ name }) => name)) : 'all columns'}`,
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
        says: 'Dress the table: a bold header that stays in view, every second row shaded, widths that fit',
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
    return made && { plan: () => format(made.calls, made.said), says: made.says }
  },
}))
