/** "Make it bold", "center Status", "wrap the text in Customer", "autofit the columns". */
import { columnIndex, formatRange, parseRange } from '../../../sheets/a1.ts'
import { columnRange, dataRows, findColumns, nameOf, shown, tableRange } from '../columns.ts'
import { type Instruction, type Plan, type Scope, understood } from '../instruction.ts'
import { notDone } from '../tables.ts'
import { inList } from '../text.ts'

export const style: Instruction = {
  name: 'Style and width',
  does: 'Makes columns or cells bold, italic, coloured, centred or wrapped; fits column widths; adds borders.',
  examples: [
    'Make Price bold',
    'Center Status',
    'Make B2:C5 italic',
    'Wrap the text in Customer',
    'Give Region a light blue background',
    'Make the text of Status red',
    'Autofit the columns',
    'Add borders to the table',
    'Align Qty to the right',
  ],
  read(clause, scope) {
    const said = readStyle(clause)
    if (!said) return null
    const place = placeOf(said.object, scope)
    return place ? understood(() => plan(said, place)) : null
  },
}

interface Said {
  object: string
  args: Record<string, unknown>
  inWords: string
}

const COLOR =
  '(?:light |dark )?(?:red|green|blue|yellow|orange|purple|pink|gr[ae]y|black|white|teal|cyan|navy|brown)|#[0-9a-f]{3,6}'
const text = (fields: Record<string, unknown>) => ({ action: 'text_style', ...fields })

const WORDS: [RegExp, Record<string, unknown>, string][] = [
  [/^(?:bold|strong)$/i, { bold: true }, 'bold'],
  [/^(?:not bold|unbold|normal weight)$/i, { bold: false }, 'no longer bold'],
  [/^italics?$/i, { italic: true }, 'italic'],
  [/^underlined?$/i, { underline: true }, 'underlined'],
  [/^(?:struck through|strikethrough|crossed out)$/i, { strikethrough: true }, 'struck through'],
  [/^cent(?:er|re)(?:e?d)?$/i, { align: 'center' }, 'centred'],
  [/^(?:left|left-? ?aligned)$/i, { align: 'left' }, 'aligned to the left'],
  [/^(?:right|right-? ?aligned)$/i, { align: 'right' }, 'aligned to the right'],
  [/^wrap(?:ped)?$/i, { wrap: true }, 'wrapped'],
]

type Pattern = [RegExp, (match: RegExpExecArray) => Said | null]

const PATTERNS: Pattern[] = [
  [
    /^(?:auto-?fit|auto-?size|auto-?resize|fit|adjust|resize)\s+(?:the\s+)?(?:width\s+of\s+)?(.*?)\s*(?:column\s+widths?|columns?|widths?)?(?:\s+to\s+(?:fit\s+)?(?:their\s+|the\s+)?(?:contents?|text|data))?$/i,
    match => ({
      object: match[1] || 'table',
      args: { action: 'column_width' },
      inWords: 'as wide as their contents',
    }),
  ],
  [
    /^(?:add|put|draw)\s+borders?\s+(?:to|around|on)\s+(.+)$/i,
    match => ({ object: match[1]!, args: { action: 'borders', sides: 'all' }, inWords: 'with borders' }),
  ],
  [
    new RegExp(
      `^(?:give|set|make|colou?r|fill|paint|shade)\\s+(?:the\\s+background\\s+of\\s+)?(.+?)\\s+(?:with\\s+|in\\s+|to\\s+)?(?:an?\\s+)?(${COLOR})\\s+(?:background|fill)$`,
      'i',
    ),
    match => colored(match, 'background'),
  ],
  [
    new RegExp(
      `^(?:make|set|turn|colou?r)\\s+(?:the\\s+)?(?:text|font|letters)(?:\\s+colou?r)?\\s+(?:of|in)\\s+(.+?)\\s+(?:to\\s+|in\\s+)?(${COLOR})$`,
      'i',
    ),
    match => colored(match, 'color'),
  ],
  [
    new RegExp(`^(?:colou?r|paint|shade|highlight|mark)\\s+(.+?)\\s+(?:in\\s+)?(${COLOR})$`, 'i'),
    match => colored(match, 'background'),
  ],
  [/^wrap\s+(?:the\s+)?(?:text\s+)?(?:in|of)?\s*(.+)$/i, match => worded(match[1]!, 'wrap')],
  [/^align\s+(.+?)\s+(?:to\s+the\s+)?(left|right|cent(?:er|re))$/i, match => worded(match[1]!, match[2]!)],
  [
    /^(bold|italici[sz]e|underline|cent(?:er|re)|unbold)\s+(.+)$/i,
    match => worded(match[2]!, match[1]!.replace(/ici[sz]e$/i, 'ic')),
  ],
  [
    /^(?:make|set|format|turn|put)\s+(.+?)\s+(?:in\s+|to\s+|as\s+)?(bold|italics?|underlined?|cent(?:er|re)(?:e?d)?|wrapped|struck through|right-? ?aligned|left-? ?aligned|not bold)$/i,
    match => worded(match[1]!, match[2]!),
  ],
]

function readStyle(clause: string): Said | null {
  for (const [pattern, read] of PATTERNS) {
    const match = pattern.exec(clause)
    const said = match && read(match)
    if (said) return said
  }
  return null
}

function worded(object: string, word: string): Said | null {
  const known = WORDS.find(([pattern]) => pattern.test(word))
  return known ? { object, args: text(known[1]), inWords: known[2] } : null
}

const colored = (match: RegExpExecArray, field: 'background' | 'color'): Said => {
  const color = match[2]!.toLowerCase()
  return {
    object: match[1]!,
    args: text({ [field]: color }),
    inWords: field === 'color' ? `in ${color}` : `on a ${color} background`,
  }
}

interface Place {
  ranges: string[]
  name: string
}

const TABLE =
  /^(?:(?:the|this|all|whole|entire|my)\s+)*(?:table|sheet|data|tab|everything|columns?|cells?|all)?$/i
const LAST = /^(?:it|that|them|this|these|those|the (?:row|total row|result|last row))$/i

/** A range in A1, the range of the step before, the whole table, or named columns with their headers. */
function placeOf(object: string, scope: Scope): Place | null {
  const { tab, memory } = scope
  const phrase = object.replace(/^(?:the\s+)?(?:cells?|range)\s+(?=[A-Z]+\d)/i, '').trim()
  const range = /^\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?$/i.test(phrase)
    ? parseRange(phrase.toUpperCase())
    : null
  if (range) return { ranges: [formatRange(tab.title, range.box)], name: phrase.toUpperCase() }
  if (LAST.test(phrase) && memory.range !== undefined) {
    const box = parseRange(memory.range)?.box
    const title = memory.tab ?? tab.title
    return box ? { ranges: [formatRange(title, box)], name: memory.range } : null
  }
  const rows = dataRows(tab)
  if (!rows) return null
  if (TABLE.test(phrase)) {
    const table = tableRange(tab, rows)
    return { ranges: [table], name: `the table ${shown(table)}` }
  }
  const { columns, missing } = findColumns(scope, phrase)
  if (columns.length === 0 || missing.length > 0) return null
  const sorted = columns.toSorted((a, b) => columnIndex(a.column) - columnIndex(b.column))
  return {
    ranges: sorted.map(({ column }) => columnRange(tab, column, rows.first, rows.last)),
    name: inList(sorted.map(column => `**${nameOf(column)}**`)),
  }
}

function* plan({ args, inWords }: Said, { ranges, name }: Place): Plan {
  const results = yield ranges.map(range => ({ tool: 'format_range', args: { range, ...args } }))
  const failure = results.find(({ error }) => error !== undefined)
  return failure ? notDone(failure) : `Formatted ${name}: ${inWords}.`
}
