/** What a turn means after those before it: "and for Red?", "the same for Cost", "2", "yes, overwrite it". */
import { columnLetters, parseRange } from '../../sheets/a1.ts'
import type { Turn } from '../conversation.ts'
import type { Node } from '../linking/link.ts'
import type { Column, SheetIndex } from '../linking/sheet.ts'
import { field } from '../plan.ts'

const AGAIN =
  /^(?:and\s+)?(?:(?:now\s+|do\s+)?(?:the\s+)?same(?:\s+(?:thing|again))?(?:\s+(?:for|with|in|on))?|(?:and|what about|how about|also)(?:\s+(?:for|in|with|by))?)\s+(.+?)[?.!]*$/i
const OVERWRITE =
  /^(?:yes[,.!]?\s*)?(?:please\s+)?(?:and\s+)?overwrite(?:\s+it|\s+them)?(?:\s+please)?[.!]*$/i
const CHOICE =
  /^(?:number\s+|option\s+|no\.?\s*|the\s+)?(\d|first|second|third)(?:\s+one)?(?:\s*please)?[.!)]*$/i
const OTHER_WAY = /^(?:no[,.]?\s+)?(?:the\s+)?other way (?:round|around)[.!]*$/i
/** More are an instruction of their own. */
const MOST_WORDS = 5
const ORDINALS: Record<string, number> = { first: 1, second: 2, third: 3 }

interface Asked {
  text: string
  /** What stands in the way may be written over. */
  overwrite: boolean
}

/** What the last turn asks, in full: a follow-up is put into the words of the turn that it follows. */
export function rereadAs(turns: readonly Turn[]): Asked {
  const prompt = turns.at(-1)?.prompt.trim() ?? ''
  const before = turns.slice(0, -1)
  const last = before.at(-1)
  const own = withoutOverwrite(prompt)
  if (!last) return own
  if (offers(last) && chosen(prompt, last) !== null) return rereadAs(before)
  const again = AGAIN.exec(prompt)?.[1]
  const isAgain = again !== undefined && again.split(/\s+/).length <= MOST_WORDS
  const isTurned = OTHER_WAY.test(prompt)
  const isSure = OVERWRITE.test(prompt)
  if (!isAgain && !isTurned && !isSure) return own
  const earlier = rereadAs(before)
  if (isSure) return { ...earlier, overwrite: true }
  return { ...earlier, text: isTurned ? turned(earlier.text) : `${earlier.text} ⟳ ${again}` }
}

/** "…, and overwrite it" */
function withoutOverwrite(prompt: string): Asked {
  const text = prompt.replace(/[,;.]?\s+(?:and\s+)?overwrite(?:\s+(?:it|them|what is there))?[.!]*$/i, '')
  return { text, overwrite: text !== prompt }
}

const turned = (text: string): string =>
  /\b(?:desc\w*|largest first|high\w* first|newest first)\b/i.test(text)
    ? text.replace(/\b(?:desc\w*|largest first|high\w* first|newest first)\b/i, 'ascending')
    : `${text.replace(/\basc\w*\b/i, '')} descending`

/** Which of what was offered: by its number, or as the sidebar's button says it, with its words. */
function chosen(prompt: string, offer: Turn): number | null {
  const [, written, words = ''] = /^(\d)\. (.+)$/s.exec(prompt.trim()) ?? []
  if (written)
    return unmarked(offeredAs(offer, Number(written))) === unmarked(words) ? Number(written) - 1 : null
  const found = CHOICE.exec(prompt.trim())?.[1]?.toLowerCase()
  return found === undefined ? null : (ORDINALS[found] ?? Number(found)) - 1
}

/** A button shows no marks of Markdown. */
const unmarked = (text: string): string =>
  text
    .replace(/[*_`\\]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** The words of an offer; empty where nothing has that number. */
function offeredAs({ answer = '' }: Turn, number: number): string {
  const list = answer.slice(answer.lastIndexOf(ASKS))
  return new RegExp(`^${number}\\. (.+)$`, 'm').exec(list)?.[1] ?? ''
}

/** What was chosen of what was offered before, in the words of the offer; empty where nothing has that number. */
export function choiceOf(turns: readonly Turn[]): string | null {
  const [before, last] = turns.slice(-2)
  if (!last || !before) return null
  if (OVERWRITE.test(last.prompt.trim())) return choiceOf(turns.slice(0, -1))
  const number = offers(before) ? chosen(last.prompt, before) : null
  return number === null ? null : offeredAs(before, number + 1)
}

const ASKS = 'Answer with its number'
const offers = ({ answer = '' }: Turn): boolean => answer.includes(ASKS)

const CHANGING = new Set(
  'write_range copy_paste_range format_range sort_filter_range clean_range bulk_prompt'.split(' '),
)
const PRONOUN = /^(?:it|that|this|them|those|diese|dies|es|ça|cela|lo|la|eso|それ|これ)$/i

/** "Make it bold", where no column is named: the one that was last worked on. */
export function pronounsMeant(nodes: readonly Node[], turns: readonly Turn[], index: SheetIndex): Node[] {
  const isNamed = nodes.some(({ columns, values }) => columns.length + values.length > 0)
  const at = isNamed ? -1 : nodes.findIndex(({ text }) => PRONOUN.test(text))
  const column = at === -1 ? null : lastWorkedOn(turns, index)
  return column ? nodes.with(at, { ...nodes[at]!, columns: [{ column, quality: 1 }] }) : [...nodes]
}

function lastWorkedOn(turns: readonly Turn[], index: SheetIndex): Column | null {
  for (const { calls, results } of turns.flatMap(({ steps }) => steps).reverse())
    for (const [at, { tool, args }] of [...calls.entries()].reverse()) {
      const column =
        CHANGING.has(tool) && results[at]?.error === undefined ? columnOf(args, index) : undefined
      if (column) return column
    }
  return null
}

/** The one column that a call is about. */
function columnOf(args: Record<string, unknown>, index: SheetIndex): Column | undefined {
  const by = Array.isArray(args.by) ? field(args.by[0], 'column') : undefined
  const parsed = parseRange(String(args.target_range ?? args.range ?? ''))
  const { startColumn, endColumn, startRow = 0, endRow } = parsed?.box ?? {}
  const isCell = endRow === startRow + 1
  const isColumn = startColumn !== undefined && endColumn === startColumn + 1
  if (parsed === null || isCell || (typeof by !== 'string' && !isColumn)) return undefined
  const letters = typeof by === 'string' ? by : columnLetters(startColumn!)
  return index.columns.find(
    ({ column, tab }) => column === letters && (parsed.tab === undefined || tab.title === parsed.tab),
  )
}

/** "⟳" parts what was said before from what takes its place: a column for a column, a value for a value of the same column. */
export function substituted(nodes: readonly Node[]): Node[] {
  const at = nodes.findIndex(({ text }) => text === '⟳')
  if (at === -1) return [...nodes]
  const kept = nodes.slice(0, at)
  const isColumnNode = (node: Node) => (node.columns[0]?.quality ?? 0) > 0.6
  for (const given of nodes.slice(at + 1)) {
    const isValue = given.values.length > 0 && !(given.columns[0] && given.columns[0].quality > 0.9)
    const wants = (node: Node) =>
      isValue
        ? node.values.some(({ column }) => given.values.some(other => other.column === column))
        : given.date
          ? node.date !== undefined
          : isColumnNode(given)
            ? isColumnNode(node) && node.columns[0]!.column !== given.columns[0]!.column
            : false
    const place = kept.findLastIndex(wants)
    if (place !== -1) kept[place] = { ...given, at: place }
    else if (isValue || given.date) kept.push({ ...given, at: kept.length })
  }
  return kept
}
