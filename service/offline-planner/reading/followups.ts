/** What a turn means after those before it: "and for Red?", "the same for Cost", "2", "yes, overwrite it". */
import { columnLetters, parseRange } from '../../sheets/a1.ts'
import type { Turn } from '../conversation.ts'
import type { Node } from '../linking/link.ts'
import type { SheetIndex } from '../linking/sheet.ts'
import { field } from '../plan.ts'
import type { Scope } from './draft.ts'

const AGAIN =
  /^(?:and\s+)?(?:(?:now\s+|do\s+)?(?:the\s+)?same(?:\s+(?:thing|again))?(?:\s+(?:for|with|in|on))?|(?:and|what about|how about|also)(?:\s+(?:for|in|with|by))?)\s+(.+?)[?.!]*$/i
const OVERWRITE =
  /^(?:yes[,.!]?\s*)?(?:please\s+)?(?:and\s+)?overwrite(?:\s+it|\s+them)?(?:\s+please)?[.!]*$/i
const CHOICE =
  /^(?:number\s+|option\s+|no\.?\s*|the\s+)?(\d|first|second|third)(?:\s+one)?(?:\s*please)?[.!)]*$/i
const OTHER_WAY = /^(?:no[,.]?\s+)?(?:the\s+)?other way (?:round|around)[.!]*$/i
const ORDINALS: Record<string, number> = { first: 1, second: 2, third: 3 }

/** What the last turn asks, in full: a follow-up is put into the words of the turn that it follows. */
export function rereadAs(turns: readonly Turn[]): string {
  const prompt = turns.at(-1)?.prompt.trim() ?? ''
  const before = turns.slice(0, -1)
  const last = before.at(-1)
  if (!last) return prompt
  const earlier = () => rereadAs(before)
  if (offers(last) && chosen(prompt, last) !== null) return earlier()
  if (OVERWRITE.test(prompt)) return `${earlier()} and overwrite`
  if (OTHER_WAY.test(prompt)) return turned(earlier())
  const again = AGAIN.exec(prompt)
  return again && again[1]!.split(/\s+/).length <= 5 ? `${earlier()} ⟳ ${again[1]}` : prompt
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

/** What "it" means: the column or the range that was last worked on. */
export function remembered(turns: readonly Turn[], index: SheetIndex): Pick<Scope, 'it'> {
  const steps = turns.flatMap(turn => turn.steps)
  for (const { calls, results } of steps.reverse()) {
    for (const [at, { tool, args }] of [...calls.entries()].reverse()) {
      if (!CHANGING.has(tool) || results[at]?.error !== undefined) continue
      const by = Array.isArray(args.by) ? field(args.by[0], 'column') : undefined
      const parsed = parseRange(String(args.target_range ?? args.range ?? ''))
      const { startColumn, endColumn, startRow, endRow } = parsed?.box ?? {}
      if (parsed === null || (endRow !== undefined && startRow !== undefined && endRow - startRow === 1))
        continue
      const letters =
        typeof by === 'string'
          ? by
          : startColumn !== undefined && endColumn === startColumn + 1
            ? columnLetters(startColumn)
            : undefined
      const column = index.columns.find(
        each => each.column === letters && (parsed.tab === undefined || each.tab.title === parsed.tab),
      )
      return { it: { ...(column ? { column } : {}), range: String(args.target_range ?? args.range) } }
    }
  }
  return {}
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
