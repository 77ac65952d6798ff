/** Single cells: "Put Hello in H1", "What is in B3?", "Clear H1:H5", "Show me row 5". */
import { formatRange, parseRange } from '../../../sheets/a1.ts'
import { cellValue } from '../conditions.ts'
import {
  call,
  field,
  type Instruction,
  type Plan,
  type Reading,
  type Scope,
  understood,
} from '../instruction.ts'
import { errorsIn, list, notDone } from '../tables.ts'

export const cells: Instruction = {
  name: 'Single cells',
  does: 'Writes a value or a formula into a cell, reads cells, clears a range.',
  examples: [
    'Put "Hello" in L1',
    'Set L2 to 42',
    'Write =SUM(H2:H120) in L3',
    'What is in cell B3?',
    'Show me row 5',
    'Clear L1:L3',
  ],
  read: (clause, scope) => readWrite(clause, scope) ?? readLook(clause, scope) ?? readClear(clause, scope),
}

const CELL = String.raw`(?:cells?\s+)?(\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}(?::\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6})?)`
const WRITE = new RegExp(
  String.raw`^(?:put|write|enter|type|insert|add|place)\s+(?:the\s+(?:value|text|number|formula)\s+)?(.+?)\s+(?:in(?:to)?|to|at)\s+(?:the\s+)?${CELL}$`,
  'i',
)
const SET = new RegExp(
  String.raw`^(?:set|change|update|make)\s+(?:the\s+value\s+of\s+)?${CELL}\s+(?:to|=|as|equal to)\s+(.+)$`,
  'i',
)
const EQUALS = new RegExp(String.raw`^${CELL}\s*=\s*(.+)$`)

const rangeIn = (text: string, scope: Scope): string =>
  formatRange(scope.tab.title, parseRange(text.toUpperCase())?.box ?? {})

function readWrite(clause: string, scope: Scope): Reading | null {
  const write = WRITE.exec(clause)
  const set = write ? null : SET.exec(clause)
  const equals = write || set ? null : EQUALS.exec(clause)
  const place = write?.[2] ?? set?.[1] ?? equals?.[1]
  const said = write?.[1] ?? set?.[2] ?? (equals ? `=${equals[2]!}` : undefined)
  if (place === undefined || said === undefined || !couldBeValue(said)) return null
  const value = said.startsWith('=') ? said : cellValue(said)
  // One value for several cells is more likely a misunderstanding.
  if (place.includes(':')) return null
  return understood(() => write1(rangeIn(place, scope), place.toUpperCase(), value, scope))
}

/** Quoted, a number, a formula, or a word or two: "add a note to A1" means something else. */
const couldBeValue = (said: string): boolean =>
  /^(?:"[^"]*"|'[^']*'|=.+|[$€£]?-?[\d.,]+%?)$/.test(said) ||
  (said.split(/\s+/).length <= 3 &&
    !/\b(?:an?|formula|note|comment|link|image|checkbox|dropdown|borders?|filter|chart|column|row)\b/i.test(
      said,
    ))

function* write1(range: string, place: string, value: string | number, { overwrite }: Scope): Plan {
  const result = yield* call('write_range', { range, values: [[value]], ...(overwrite ? { overwrite } : {}) })
  if (result.error !== undefined) return notDone(result)
  return `Wrote \`${value}\` in ${place}.${errorsIn(result)}`
}

const LOOK = new RegExp(
  String.raw`^(?:what(?:'s| is| are)(?:\s+in)?|read|show(?: me)?|tell me(?: what is in)?|get)\s+(?:the\s+)?(?:values?\s+(?:of|in)\s+)?${CELL}$`,
  'i',
)
const ROW = /^(?:what(?:'s| is)(?:\s+in)?|read|show(?: me)?|get)\s+(?:the\s+)?row\s+(\d{1,7})$/i

function readLook(clause: string, scope: Scope): Reading | null {
  const row = ROW.exec(clause)?.[1]
  const place = row === undefined ? LOOK.exec(clause)?.[1] : `${row}:${row}`
  return place === undefined
    ? null
    : understood(() => look(rangeIn(place, scope), place.toUpperCase(), scope))
}

const MOST_ROWS = 20

function* look(range: string, place: string, { tab }: Scope): Plan {
  const result = yield* call('read_range', { ranges: [range], render: 'formatted' })
  if (result.error !== undefined) return `I could not read ${place}: ${result.error}`
  const rows = list(field(list(field(result.output, 'ranges'))[0], 'values')).map(list)
  if (rows.length === 0) return `${place} of **${tab.title}** is empty.`
  if (rows.length === 1 && rows[0]!.length === 1)
    return `${place} of **${tab.title}** holds **${String(rows[0]![0])}**.`
  const isRow = /^\d+:/.test(place)
  const lines = isRow
    ? rows[0]!.map(
        (value, index) => `- ${tab.columns[index]?.header || `Column ${index + 1}`}: ${String(value)}`,
      )
    : rows.slice(0, MOST_ROWS).map(row => `- ${row.map(String).join(' | ')}`)
  const more = rows.length > MOST_ROWS ? `\n- and ${rows.length - MOST_ROWS} more rows` : ''
  return `${isRow ? `Row ${place.split(':')[0]!}` : place} of **${tab.title}**:\n\n${lines.join('\n')}${more}`
}

const CLEAR = new RegExp(
  String.raw`^(?:clear|empty|erase|delete)\s+(?:the\s+)?(?:contents?\s+of\s+|values?\s+(?:in|of)\s+)?${CELL}$`,
  'i',
)

function readClear(clause: string, scope: Scope): Reading | null {
  const place = CLEAR.exec(clause)?.[1]
  if (place === undefined) return null
  const range = rangeIn(place, scope)
  return understood(function* () {
    const result = yield* call('format_range', { range, action: 'clear', what: 'values' })
    return result.error === undefined
      ? `Cleared the values of ${place.toUpperCase()}; formats stay.`
      : notDone(result)
  })
}
