/**
 * The A1 range that an instruction names as its place: "In Leads!A2:A20: trim", "Sort Orders!A1:G20 by Qty".
 * Finds it in the words; narrowed.ts makes a table of it, on which the kinds act as on a whole one.
 */
import { type Box, formatBox, parseRange } from '../../sheets/a1.ts'
import type { SpreadsheetOverview, TabOverview } from '../../sheets/overview.ts'
import { MOST_CHARACTERS, splitClauses } from './clauses.ts'
import { findTab } from './columns.ts'
import type { Scope } from './instruction.ts'
import { LEAVE } from './quick-actions.ts'
import { inList, plainClause } from './text.ts'

const CELL = String.raw`\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}`
const COLUMN = String.raw`\$?[A-Za-z]{1,3}`
const BLOCK = `${CELL}:${CELL}|${CELL}:${COLUMN}|${COLUMN}:${COLUMN}`
const TAB = String.raw`(?:'(?:[^'\n]|'')+'|[\p{L}_][\p{L}\p{N}_.]*)!`
/** With its tab anything counts; "3:5" alone is more likely a time, and "Q1" a quarter. */
const NAMED = String.raw`${TAB}(?:${BLOCK}|${CELL}|\d{1,7}:\d{1,7})`
const SURE = `(?:${NAMED}|${BLOCK})(?![\\p{L}\\p{N}_])`
const ANY = `(?:${NAMED}|${BLOCK}|${CELL})(?![\\p{L}\\p{N}_])`
const NOUN = String.raw`(?:(?:(?:the|this|these)\s+)?(?:range|cells?|selection)\s+)?`

const LEADING = new RegExp(
  String.raw`^\s*(?:in|on|for|about|within)\s+${NOUN}(${ANY})\s*(?:[:,：]\s*|\s+)(\S[\s\S]*)$`,
  'iu',
)
const CLEAN_UP = new RegExp(
  String.raw`^\s*(?:please\s+)?clean(?:\s+up)?\s+${NOUN}(${SURE})\s*(?:[:：]\s*(\S[\s\S]*))?[.\s]*$`,
  'iu',
)
const CLEANING = 'Trim spaces, remove duplicate rows and make the formats consistent'

interface Lead {
  a1: string
  rest: string
}

function leadOf(prompt: string): Lead | null {
  const cleaning = CLEAN_UP.exec(prompt)
  if (cleaning) return { a1: cleaning[1]!, rest: cleaning[2] ?? CLEANING }
  const leading = LEADING.exec(prompt)
  return leading && { a1: leading[1]!, rest: leading[2]! }
}

/** The instructions of a prompt; a place at its beginning is the place of each that names none itself. */
export function clausesInPlace(prompt: string, canRead: (clause: string) => boolean): string[] {
  const lead = leadOf(prompt)
  if (!lead) return splitClauses(prompt, canRead)
  const inPlace = (clause: string) =>
    LEAVE.test(clause) || tokenIn(clause) ? clause : `In ${lead.a1}: ${clause}`
  return splitClauses(lead.rest, clause => canRead(inPlace(clause)), true).map(inPlace)
}

interface Token {
  a1: string
  /** The clause before and after it, without "in" and "the range". */
  before: string
  after: string
  /** "in", "of" … before it; empty where it is the object itself. */
  link: string
}

const LINKED = new RegExp(
  String.raw`(^|\s)(?:(in|on|of|from|for|over|within|inside|to|about|across)\s+)?${NOUN}(${SURE})`,
  'iu',
)
const CELL_OF_FORMULA = new RegExp(
  String.raw`^(.*\bformulas?\b.*)(\s)(in|of)\s+${NOUN}(${CELL})(?![\p{L}\p{N}_])(.*)$`,
  'iu',
)

const CELL_ALONE = new RegExp(`^(explain\\s+|what\\s+does\\s+)(${CELL})(|\\s+do|,? step by step)$`, 'i')

/** References in a formula and words in quotes are no place. */
function tokenIn(clause: string): Token | null {
  const masked = clause
    .replace(/"[^"]*"/g, text => '\uE003'.repeat(text.length))
    .replace(/=\s*(?:\S+\()?.*?(?=\s+(?:in|into|to|down)\s+\S+$|$)/u, text => '\uE003'.repeat(text.length))
  const match = LINKED.exec(masked)
  if (match) {
    const start = match.index + match[1]!.length
    return {
      a1: match[3]!,
      before: clause.slice(0, start),
      after: clause.slice(match.index + match[0].length),
      link: match[2]?.toLowerCase() ?? '',
    }
  }
  const alone = CELL_ALONE.exec(masked)
  if (alone) return { a1: alone[2]!, before: alone[1]!, after: alone[3]!, link: '' }
  const cell = CELL_OF_FORMULA.exec(masked)
  if (!cell) return null
  const before = clause.slice(0, cell[1]!.length)
  return { a1: cell[4]!, before, after: clause.slice(clause.length - cell[5]!.length), link: 'in' }
}

export interface Placed {
  tab: TabOverview
  box: Box
  /** Wordings of the clause with "the table" for the place, the most literal first. */
  texts: string[]
  /** The same with the bare range, for kinds that read ranges themselves. */
  literal: string[]
}

/** Null where the clause names no range; `unknown` where it names one in a tab that isn't there. */
export function takePlace(
  clause: string,
  scope: Pick<Scope, 'overview' | 'tab'>,
): Placed | { unknown: string } | null {
  if (clause.length > MOST_CHARACTERS) return null
  const lead = leadOf(clause)
  const token = lead ? null : tokenIn(clause)
  const parsed = parseRange(lead?.a1 ?? token?.a1 ?? '')
  if (!parsed) return null
  const tab = parsed.tab === undefined ? scope.tab : exactTab(scope, parsed.tab)
  if (!tab) return { unknown: noTab(parsed.tab!, scope.overview) }
  const bare = formatBox(parsed.box)
  return {
    tab,
    box: parsed.box,
    texts: wordings(lead, token, 'the table'),
    literal: wordings(lead, token, bare).filter(text => text.includes(bare)),
  }
}

const exactTab = (scope: Pick<Scope, 'overview'>, name: string): TabOverview | null =>
  scope.overview.tabs.find(({ title }) => title.toLowerCase() === name.toLowerCase()) ?? findTab(scope, name)

const noTab = (name: string, { tabs }: SpreadsheetOverview): string =>
  `There is no tab “${name}”. The tabs are ${inList(tabs.map(({ title }) => `“${title}”`))}. Nothing was changed for this.`

/** Every way to say it: "Format it as text" → "Format the table as text". */
function wordings(lead: Lead | null, token: Token | null, place: string): string[] {
  if (token && token.link === '') return [tidy(`${token.before}${place}${token.after}`)]
  const whole = token ? [tidy(`${token.before}${token.link} ${place}${token.after}`)] : []
  const rest = plainClause(lead?.rest ?? `${token!.before} ${token!.after}`.replaceAll(/\s+,/g, ','))
  const spoken = rest.replace(POINTING, place)
  const verb = /^\S+/.exec(rest)?.[0] ?? ''
  return [
    ...whole,
    ...(spoken === rest ? [] : [tidy(spoken)]),
    rest,
    tidy(`${verb} ${place} ${rest.slice(verb.length)}`),
    tidy(rest.replace(/\s+(?=(?:with|by|as)\s)/i, ` in ${place} `)),
    tidy(`${rest} in ${place}`),
    tidy(`${rest} of ${place}`),
  ]
}

const POINTING =
  /\b(?:it|them|(?:this|these|those|that|the)(?:\s+(?:range|cells?|selection|values?|column|columns))|everything|these|those|(?:all\s+)?(?:the\s+)?(?:cells|values|numbers)(?=$|\s+(?:are\s+)?(?:above|over|below|under|greater|less|more|between|to|as|with|by)\b))\b/i

const tidy = (text: string): string =>
  plainClause(
    text
      .replaceAll(/\s+/g, ' ')
      .replaceAll(' ,', ',')
      .replace(/\b(cells|values|numbers) (?:are|is)(?: there)? in the table$/i, '$1 in the table'),
  )
