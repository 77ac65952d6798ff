/** "Freeze and bold the header", "freeze the first two columns", "unfreeze". */
import { shown, tableRange } from '../columns.ts'
import { type Call, type Instruction, type Plan, problem, type Scope, understood } from '../instruction.ts'
import { notDone } from '../tables.ts'
import { counted, inList } from '../text.ts'

export const header: Instruction = {
  name: 'Freeze and bold the header',
  does: 'Freezes rows or columns, and makes the header row bold, italic or coloured.',
  examples: [
    'Freeze the header',
    'Freeze and bold the header row',
    'Bold the header',
    'Make the first row bold and freeze it',
    'Freeze the first 2 columns',
    'Freeze the top row',
    'Give the header a light gray background',
    'Unfreeze the sheet',
  ],
  read(clause, scope) {
    const wanted = readWanted(clause)
    if (!wanted) return null
    if (wanted.style && scope.tab.used_range === null) {
      return problem(
        `The tab “${scope.tab.title}” is empty, so it has no header. Nothing was changed for this.`,
      )
    }
    return understood(() => plan(wanted, scope))
  },
}

interface Wanted {
  freeze?: { rows?: number; columns?: number }
  style?: Record<string, unknown>
  styleInWords: string[]
}

const HEADER = String.raw`(?:(?:the|my|a|this)\s+)*(?:(?:header|heading|title|top|first)(?:\s+(?:row|line))?|headers|headings|row (?:1|one)|column (?:headers|headings|names|titles)|header cells)(?:\s+(?:of|in)\s+(?:the|this)\s+(?:sheet|table|tab))?`
const IS_HEADER = new RegExp(`^(?:${HEADER}|it)$`, 'i')
const NUMBERS: Record<string, number> = { one: 1, two: 2, three: 3, four: 4, five: 5, '': 1 }
const FREEZE =
  /^(?:freeze|pin|lock|fix)\s+(?:the\s+)?(?:(?:first|top|left(?:most)?)\s+)?(\d+|one|two|three|four|five)?\s*(rows?|columns?)(?:\s+(?:at the top|on top|on the left))?$/i
const COLUMN_AND_ROW =
  /^(?:freeze|pin|lock)\s+(?:the\s+)?(?:(?:header|first|top)(?:\s+row)?\s+and\s+(?:the\s+)?first\s+column|first\s+column\s+and\s+(?:the\s+)?(?:header|first|top)(?:\s+row)?)$/i

function readWanted(clause: string): Wanted | null {
  if (/^(?:unfreeze|unpin|unlock)\b|^(?:remove|clear)\s+(?:the\s+)?freez/i.test(clause)) {
    return { freeze: { rows: 0, columns: 0 }, styleInWords: [] }
  }
  if (COLUMN_AND_ROW.test(clause)) return { freeze: { rows: 1, columns: 1 }, styleInWords: [] }
  const counted = FREEZE.exec(clause)
  if (counted) {
    const word = counted[1]?.toLowerCase() ?? ''
    const count = NUMBERS[word] ?? Number(word)
    return { freeze: /^row/i.test(counted[2]!) ? { rows: count } : { columns: count }, styleInWords: [] }
  }
  return readHeaderStyle(clause)
}

const COLORS: Record<string, string> = {
  gray: '#d9d9d9',
  grey: '#d9d9d9',
  'light gray': '#efefef',
  'light grey': '#efefef',
  yellow: '#fff2cc',
  blue: '#cfe2f3',
  'light blue': '#cfe2f3',
  'dark blue': '#1c4587',
  green: '#d9ead3',
  'light green': '#d9ead3',
  red: '#f4cccc',
  orange: '#fce5cd',
  purple: '#d9d2e9',
  pink: '#ead1dc',
  black: '#000000',
  white: '#ffffff',
}
const COLOR_NAMES = Object.keys(COLORS)
  .sort((a, b) => b.length - a.length)
  .join('|')
const DO = /^(freeze|pin|lock|bold|embolden|italici[sz]e|cent(?:er|re)|underline)$/i
const BE = /^(?:bold|italic|frozen|cent(?:er|re)(?:d)?|sticky|fixed)$/i

/** Verbs before the header ("freeze and bold the header") and words after it ("make it bold and freeze it"). */
function readHeaderStyle(clause: string): Wanted | null {
  const background = new RegExp(
    `^(?:give|make|set|color|colour|paint|fill|shade|highlight)\\s+(${HEADER})\\s+(?:with\\s+|in\\s+|to\\s+)?(?:an?\\s+)?(${COLOR_NAMES})(?:\\s+(?:background|fill|colou?r))?(?:\\s+and\\s+(.+))?$`,
    'i',
  ).exec(clause)
  if (background) {
    const name = background[2]!.toLowerCase()
    const more = background[3] === undefined ? [] : background[3].split(/\s*(?:,|and)\s*/i)
    return wantedOf(more, { background: COLORS[name] }, [`on a ${name} background`])
  }
  const before = new RegExp(
    `^([a-z]+(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)[a-z]+){0,4})\\s+(${HEADER})(?:\\s+and\\s+(.+))?$`,
    'i',
  ).exec(clause)
  const verbs = before?.[1]?.split(/\s*(?:,|\band\b)\s*/i) ?? []
  if (before && verbs.length > 0 && verbs.every(verb => DO.test(verb))) {
    const more =
      before[3]
        ?.replace(/^(?:make|format|set)\s+(?:it|them)\s+/i, '')
        .replace(/\s+(?:it|them)$/i, '')
        .split(/\s*(?:,|\band\b)\s*/i) ?? []
    return [...more].every(word => DO.test(word) || BE.test(word)) ? wantedOf([...verbs, ...more]) : null
  }
  const after = new RegExp(
    `^(?:make|set|format|turn|put|keep)\\s+(${HEADER})\\s+(?:as\\s+|in\\s+|to\\s+)?(.+)$`,
    'i',
  ).exec(clause)
  if (!after || !IS_HEADER.test(after[1]!)) return null
  const words = after[2]!.split(/\s*(?:,|\band\b)\s*/i).map(word =>
    word
      .replace(/\s+(?:it|them)$/i, '')
      .replace(/^(?:make (?:it|them)\s+)/i, '')
      .trim(),
  )
  return words.every(word => DO.test(word) || BE.test(word)) ? wantedOf(words) : null
}

function wantedOf(
  words: string[],
  style: Record<string, unknown> = {},
  styleInWords: string[] = [],
): Wanted | null {
  const wanted: Wanted = { styleInWords }
  for (const word of words) {
    if (/^(?:freeze|pin|lock|frozen|sticky|fixed)/i.test(word)) wanted.freeze = { rows: 1 }
    else if (/^(?:bold|embolden)/i.test(word)) add({ bold: true }, 'bold')
    else if (/^ital/i.test(word)) add({ italic: true }, 'italic')
    else if (/^cent/i.test(word)) add({ align: 'center' }, 'centred')
    else return null
  }
  function add(field: Record<string, unknown>, name: string) {
    Object.assign(style, field)
    styleInWords.push(name)
  }
  if (Object.keys(style).length > 0) wanted.style = style
  return wanted.freeze || wanted.style ? wanted : null
}

function* plan({ freeze, style, styleInWords }: Wanted, { tab }: Scope): Plan {
  const headerRow = tab.header_row ?? 1
  const box = tableRange(tab, { header: headerRow, first: headerRow, last: headerRow })
  const calls: Call[] = []
  // A title above the headers is frozen with them.
  const rows = freeze?.rows === 1 ? headerRow : freeze?.rows
  if (freeze) {
    calls.push({
      tool: 'edit_structure',
      args: {
        action: 'freeze',
        tab: tab.title,
        ...(rows === undefined ? {} : { rows }),
        ...(freeze.columns === undefined ? {} : { columns: freeze.columns }),
      },
    })
  }
  if (style) calls.push({ tool: 'format_range', args: { range: box, action: 'text_style', ...style } })
  const results = yield calls
  const failure = results.find(({ error }) => error !== undefined)
  if (failure) return notDone(failure)
  const lines = [
    ...(freeze ? [frozen(rows, freeze.columns, tab.title)] : []),
    ...(style ? [`The header ${shown(box)} is now ${inList(styleInWords)}.`] : []),
  ]
  return lines.join(' ')
}

function frozen(rows: number | undefined, columns: number | undefined, title: string): string {
  const parts = [...(rows ? [counted(rows, 'row')] : []), ...(columns ? [counted(columns, 'column')] : [])]
  return parts.length === 0
    ? `Unfroze **${title}**.`
    : `Froze the first ${inList(parts).replaceAll(/\b1 /g, '')} of **${title}**.`
}
