/** "Status is Open and Qty > 10" → conditions on columns. */
import type { ColumnOverview } from '../../sheets/overview.ts'
import { findColumn, nameOf } from './columns.ts'
import type { Scope } from './instruction.ts'
import { unquote } from './text.ts'

export type Operator =
  | '='
  | '!='
  | '>'
  | '>='
  | '<'
  | '<='
  | 'contains'
  | 'not_contains'
  | 'starts_with'
  | 'ends_with'
  | 'empty'
  | 'not_empty'

export interface Condition {
  column: ColumnOverview
  op: Operator
  value?: string | number
}

export type Conditions = { conditions: Condition[] } | { unknown: string }

/** From the longest phrase to the shortest, so that "is not" is not read as "is". */
const OPERATORS: [Operator, string][] = [
  [
    'not_empty',
    "(?:is|are) not (?:empty|blank)|(?:isn't|aren't) (?:empty|blank)|(?:is|are) filled(?: in)?|has (?:a |any )?value|not empty",
  ],
  ['empty', '(?:is|are) (?:empty|blank|missing)|has no value|empty'],
  ['not_contains', "(?:does not|doesn't|do not|don't) (?:contain|include)"],
  ['contains', 'contains?|containing|includes?|including|has the word'],
  ['starts_with', '(?:starts?|begins?|starting|beginning) with'],
  ['ends_with', '(?:ends?|ending) (?:with|in)'],
  [
    '>=',
    '(?:is )?(?:at least|no less than|not less than|greater than or equal to|more than or equal to|from)|>=|≥|(?:is )?on or after',
  ],
  [
    '<=',
    '(?:is )?(?:at most|no more than|not more than|up to|less than or equal to)|<=|≤|(?:is )?on or before',
  ],
  [
    '>',
    '(?:is |are |was )?(?:greater|more|larger|bigger|higher|later) than|(?:is |are )?(?:over|above|after|exceeds?|exceeding)|>',
  ],
  ['<', '(?:is |are |was )?(?:less|fewer|smaller|lower|earlier) than|(?:is |are )?(?:under|below|before)|<'],
  [
    '!=',
    "(?:is|are) (?:not|different from)(?: equal to)?|isn't|aren't|does not equal|doesn't equal|not equal to|!=|<>|≠|not",
  ],
  ['=', '(?:is|are) (?:equal to|exactly)|equals?|equal to|(?:is|are|was)|==?|matches'],
]
const OPERATOR = OPERATORS.map(
  ([op, words]) => [op, new RegExp(`^(?:${words})(?=$|[\\s"'\\d$€£-])`, 'i')] as const,
)

const VALUELESS: ReadonlySet<Operator> = new Set(['empty', 'not_empty'])

/** Null where the text is no condition at all; `unknown` where it is one on a column that isn't there. */
export function readConditions(text: string, scope: Scope): Conditions | null {
  const parts = text.trim().split(/\s+and\s+(?:also\s+|where\s+)?|\s*,\s*(?:and\s+)?/i)
  const conditions: Condition[] = []
  for (let index = 0; index < parts.length; index++) {
    // "between 5 and 10" and values with an "and" of their own were parted too early.
    let part = parts[index]!
    if (/\bbetween\s+\S+$/i.test(part) && parts[index + 1] !== undefined) part += ` and ${parts[++index]}`
    const read = readOne(part, scope, conditions.at(-1))
    if (!read) return null
    if ('unknown' in read) return read
    conditions.push(...read.conditions)
  }
  return conditions.length === 0 ? null : { conditions }
}

/** "a Rating of 5" */
const COLUMN_OF_VALUE =
  /^(?:have\s+|has\s+|with\s+)?(?:an?\s+|the\s+)?(.+?)\s+of\s+("[^"]+"|'[^']+'|[$€£]?\d[\d.,%]*|\w+)$/i
/** "without an Email" */
const WITHOUT =
  /^(?:without|with no|with an? (?:empty|blank|missing)|missing|no)\s+(?:an?\s+|the\s+|any\s+)?(.+)$/i

function readOne(text: string, scope: Scope, before: Condition | undefined): Conditions | null {
  const between = /^(.*?)\s+(?:is\s+|are\s+)?between\s+(\S+)\s+and\s+(\S+)$/i.exec(text)
  if (between) {
    const column = findColumn(scope, between[1]!)
    if (!column) return { unknown: between[1]! }
    return {
      conditions: [
        { column, op: '>=', value: cellValue(between[2]!) },
        { column, op: '<=', value: cellValue(between[3]!) },
      ],
    }
  }
  const plain = COLUMN_OF_VALUE.exec(text)
  const named = plain && findColumn(scope, plain[1]!)
  if (plain && named) return { conditions: [{ column: named, op: '=', value: cellValue(plain[2]!) }] }
  const without = WITHOUT.exec(text)
  const missing = without && findColumn(scope, without[1]!)
  if (missing) return { conditions: [{ column: missing, op: 'empty' }] }
  for (const { index } of [...text.matchAll(/(?:^|\s+|(?<=[\w")])(?=[<>=!≥≤≠]))/g)].slice(before ? 0 : 1)) {
    const rest = text.slice(index).trim()
    for (const [op, pattern] of OPERATOR) {
      const match = pattern.exec(rest)
      if (!match) continue
      const value = rest.slice(match[0].length).trim()
      if ((value === '') !== VALUELESS.has(op)) continue
      const name = text.slice(0, index).trim()
      const column = name === '' && before ? before.column : findColumn(scope, name)
      if (!column) return { unknown: name }
      // "Price before Qty" compares nothing with a value.
      if (
        /^[a-z]/i.test(match[0]) &&
        value !== '' &&
        findColumn(scope, value)?.header.toLowerCase() === value.toLowerCase()
      )
        return null
      return { conditions: [VALUELESS.has(op) ? { column, op } : { column, op, value: cellValue(value) }] }
    }
  }
  return null
}

/** Numbers as numbers, also with a currency sign; everything else as the text it is. */
export function cellValue(text: string): string | number {
  const bare = text.trim()
  const number = /^[$€£¥]?\s?(-?\d[\d,]*(?:\.\d+)?)(%?)$/.exec(bare)
  if (!number) return unquote(bare)
  return Number(number[1]!.replaceAll(',', '')) / (number[2] === '%' ? 100 : 1)
}

const IN_WORDS: Record<Operator, string> = {
  '=': 'is',
  '!=': 'is not',
  '>': 'is more than',
  '>=': 'is at least',
  '<': 'is less than',
  '<=': 'is at most',
  contains: 'contains',
  not_contains: "doesn't contain",
  starts_with: 'starts with',
  ends_with: 'ends with',
  empty: 'is empty',
  not_empty: 'is not empty',
}

export const inWords = (conditions: readonly Condition[]): string =>
  conditions
    .map(({ column, op, value }) =>
      [nameOf(column), IN_WORDS[op], ...(typeof value === 'string' ? [`“${value}”`] : [value ?? ''])]
        .join(' ')
        .trim(),
    )
    .join(' and ')

/** As the tools take them. */
export const asArguments = (
  conditions: readonly Condition[],
): { column: string; op: Operator; value?: string | number }[] =>
  conditions.map(({ column, op, value }) =>
    value === undefined ? { column: column.column, op } : { column: column.column, op, value },
  )
