/** "What is in this sheet?": answered from the overview alone. */

import { type Box, columnIndex, parseRange } from '../../../sheets/a1.ts'
import type { ColumnOverview, TabOverview } from '../../../sheets/overview.ts'
import { dataRows, findTab } from '../columns.ts'
import { type Instruction, type Scope, told, understood } from '../instruction.ts'
import { counted } from '../text.ts'

export const describe: Instruction = {
  name: 'Describe the sheet',
  does: 'Says which tabs and columns there are, with types, samples, formulas and errors.',
  examples: [
    'Describe the sheet',
    'What is in this spreadsheet?',
    'What columns are there?',
    'Give me an overview',
    'Summarize this tab',
    'Explain this data',
    'Which tabs does it have?',
    'Are there any errors?',
  ],
  read(clause, scope) {
    const text = clause.replace(/^(?:briefly|quickly|shortly)\s+/i, '')
    if (ERRORS.test(text)) return understood(() => told(findErrors(scope)))
    if (TABS.test(text)) return understood(() => told(describeTabs(scope)))
    const named = /^(?:describe|explain|summari[sz]e)\s+(?:the\s+)?(?:tab|sheet)?\s*(.+)$/i.exec(text)
    const range = named ? /[!:]/.test(named[1]!) && parseRange(named[1]!) : null
    if (range) {
      const of = range.tab === undefined ? scope.tab : findTab(scope, range.tab)
      return of && understood(() => told(describeTab(of, scope, range.box)))
    }
    const tab = named ? findTab(scope, named[1]!) : null
    if (tab) return understood(() => told(describeTab(tab, scope)))
    return SHEET.some(pattern => pattern.test(text))
      ? understood(() => told(describeTab(scope.tab, scope)))
      : null
  },
}

const THING = String.raw`(?:(?:the|this|my|whole|entire|current|active|it|me|all|of)\s*)*(?:sheet|spreadsheet|tab|table|data|file|workbook|worksheet|document|contents?|columns?|headers?|fields)?(?:\s+(?:here|contains?|is about|about|do|does it have|are there|have|has))*`
const SHEET = [
  new RegExp(`^(?:describe|explain|summari[sz]e|outline|analy[sz]e|look at)\\s+${THING}$`, 'i'),
  /^(?:describe|summari[sz]e|overview|summary|explain)$/i,
  new RegExp(
    `^(?:give|show|tell)(?:\\s+me)?\\s+(?:an?\\s+|the\\s+)?(?:short\\s+|quick\\s+|brief\\s+)?(?:overview|summary|description|outline)(?:\\s+(?:of|about|on)\\s+${THING})?$`,
    'i',
  ),
  new RegExp(
    `^(?:what(?:'s| is| are| does| do)|tell me (?:what(?:'s| is)|about)|which|show me|list)\\s+(?:in\\s+|on\\s+|about\\s+)?${THING}$`,
    'i',
  ),
  /^what\s+(?:columns|headers|fields|data|kind of data)\s+(?:are|is|do|does)\b.*$/i,
  /^what do (?:i|we|you) (?:have|see)(?: here)?$/i,
  /^what(?:'s| is) (?:in )?(?:here|this)$/i,
]
const TABS =
  /^(?:what|which|how many|list|show)(?:\s+(?:me|all|the|are|is))*\s+(?:tabs|sheets|worksheets)\b.*$/i
const ERRORS =
  /^(?:are there|is there|find|show|list|check for|any|do you see|look for)(?:\s+(?:me|all|any|the))*\s+(?:formula\s+)?(?:errors?|mistakes|broken formulas)\b.*$/i

// Answered from the overview, which the planner has at hand: no tool is called.
function describeTab(tab: TabOverview, { overview }: Scope, box: Box = {}): string {
  const rows = dataRows(tab)
  const { startColumn = 0, endColumn = Number.POSITIVE_INFINITY } = box
  const columns = tab.columns.filter(({ column }) => {
    const index = columnIndex(column)
    return index >= startColumn && index < endColumn
  })
  const others = overview.tabs.filter(({ title }) => title !== tab.title)
  const size = rows
    ? `${counted(rows.last - rows.first + 1, 'row')} of data in ${tab.used_range}`
    : 'no rows of data'
  const tabs = others.length === 0 ? '' : `\n\nOther tabs: ${others.map(({ title }) => title).join(', ')}.`
  return `**${tab.title}** in “${overview.title}” has ${size}${extras(tab)}.\n\n${columns.map(describeColumn).join('\n')}${tabs}`
}

function extras(tab: TabOverview): string {
  const facts = [
    ...(tab.frozen_rows ? [`${counted(tab.frozen_rows, 'frozen row')}`] : []),
    ...(tab.filter ? ['a filter'] : []),
    ...(tab.charts ? [counted(tab.charts, 'chart')] : []),
    ...(tab.protected_ranges?.length ? [counted(tab.protected_ranges.length, 'protected range')] : []),
  ]
  return facts.length === 0 ? '' : `, ${facts.join(', ')}`
}

function describeColumn({
  column,
  header,
  type,
  samples,
  formula,
  errors,
  non_empty,
}: ColumnOverview): string {
  const name = header === '' ? '*(no header)*' : `**${header}**`
  const example = samples.length > 0 ? `, for example ${samples.join(', ')}` : ''
  const facts = [...(formula ? [`formula \`${formula}\``] : []), ...(errors ? [`errors: ${errors}`] : [])]
  return `- ${column}: ${name}, ${type}, ${counted(non_empty, 'value')}${example}${facts.map(fact => `; ${fact}`).join('')}`
}

function describeTabs({ overview }: Scope): string {
  const lines = overview.tabs.map(
    tab => `- **${tab.title}**${tab.hidden ? ' (hidden)' : ''}: ${tab.used_range ?? 'empty'}`,
  )
  return `“${overview.title}” has ${counted(overview.tabs.length, 'tab')}:\n\n${lines.join('\n')}`
}

function findErrors({ overview }: Scope): string {
  const lines = overview.tabs.flatMap(tab =>
    tab.columns.flatMap(({ column, header, errors }) =>
      errors ? [`- **${tab.title}**, ${header || `column ${column}`}: ${errors}`] : [],
    ),
  )
  return lines.length === 0
    ? 'No cell that I looked at shows an error.'
    : `Cells with errors:\n\n${lines.join('\n')}`
}
