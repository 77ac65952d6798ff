/** Names that a person gives to what is made: after "called", or between quotation marks. */
import type { Node } from '../../linking/link.ts'
import type { Draft } from '../../reading/draft.ts'

/** Words that end a name which stands without quotation marks. */
const ENDS = new Set(
  'with that from where for by between is next as after before in to beside incl of instead atend back front below sure same beside keep'.split(
    ' ',
  ),
)
const MOST_WORDS = 4

/** "called Big orders", "named “x”", "headed …"; null where no name is given. Takes its words. */
export function nameIn(draft: Draft): string | null {
  for (const [at, node] of draft.nodes.entries()) {
    if (draft.isTaken(at) || !node.concepts.has('called')) continue
    const found = nameAfter(draft, at + 1)
    if (found) {
      draft.take(node)
      return found
    }
  }
  return null
}

/** The words of a name from `at` on. */
export function nameAfter(draft: Draft, at: number): string | null {
  let start = at
  while (
    draft.nodes[start] &&
    !draft.nodes[start]!.isQuoted &&
    (/^(?:it|as|to|a|an|the|column|:|=|better|now|rather|henceforth)$/i.test(draft.nodes[start]!.text) ||
      draft.nodes[start]!.concepts.has('called') ||
      (draft.nodes[start]!.concepts.has('rename') && /^\p{Ll}/u.test(draft.nodes[start]!.text)))
  )
    start++
  const first = draft.nodes[start]
  if (!first) return null
  if (first.isQuoted) {
    draft.take(...draft.nodes.slice(at, start + 1))
    return first.text
  }
  // "On a new tab make …": what is to be done is no name.
  if (
    /^\p{Ll}/u.test(first.text) &&
    ['add', 'change', 'show', 'write'].some(each => first.concepts.has(each))
  )
    return null
  let end = start
  for (let words = 0; end < draft.nodes.length && words < MOST_WORDS; end++, words++) {
    const node = draft.nodes[end]!
    const isFree = !draft.isTaken(end) || draft.isAssumed(node)
    if (!isFree || node.isQuoted || /^[,.;:=()!?\n-]$/.test(node.text)) break
    end = bracketEnd(draft.nodes, end)
    const isLast = /^[,.;!?)\n]?$/.test(draft.nodes[end + 1]?.text ?? '')
    if (
      end > start &&
      [...node.concepts].some(each => ENDS.has(each)) &&
      !/^\p{Lu}/u.test(node.text) &&
      !(isLast && /^(?:on|by|in|to|for|from|out|off)$/i.test(node.text))
    )
      break
    if (end > start && (node.concepts.has('and') || /^instead/i.test(node.text))) break
    // "In a column Due write yes where …"
    if (end > start && node.concepts.has('write') && /^\p{Ll}/u.test(node.text) && !isLast) break
    if (end > start && node.concepts.has('noise') && !/^\p{Lu}/u.test(node.text)) break
  }
  const nodes = draft.nodes.slice(start, end)
  if (nodes.length === 0) return null
  draft.take(...draft.nodes.slice(at, end))
  return textOf(nodes)
}

/** "Materials (£)", "Count (CFU/100 mL)": the brackets after a word, unless they hold a calculation. */
function bracketEnd(nodes: readonly Node[], at: number): number {
  if (nodes[at + 1]?.text !== '(') return at
  const end = nodes.findIndex(({ text }, index) => index > at && text === ')')
  const inside = nodes.slice(at + 2, end)
  const isSum = inside.some(({ concepts }) => ['times', 'minus', 'plus'].some(each => concepts.has(each)))
  return end === -1 || inside.length > 6 || isSum ? at : end
}

export function textOf(nodes: readonly Node[]): string {
  let text = ''
  let last = -1
  for (const token of nodes.flatMap(({ tokens }) => tokens)) {
    text += last !== -1 && token.start > last ? ` ${token.text}` : token.text
    last = token.end
  }
  return text
}
