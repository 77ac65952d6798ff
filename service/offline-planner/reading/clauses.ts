/** Where one instruction ends and the next begins: the parting that leaves least unexplained. */
import type { Frame } from '../frames/frame.ts'
import type { Node } from '../linking/link.ts'
import type { Scope } from './draft.ts'
import { type Candidate, candidates, isClear, isSure } from './read.ts'
import { isInitial, isTold, isVerb, VERBS } from './segments.ts'

export interface Clause {
  nodes: Node[]
  candidates: Candidate[]
  /** It follows "then" or "and": an instruction, not a remark. */
  isNext?: boolean
  /** It would find nothing to do: its condition holds for no row, say. */
  isVain?: boolean
}

const MOST_CLAUSES = 8
const MOST_BREAKS = 12

export function partClauses(
  nodes: readonly Node[],
  scope: Scope,
  frames: readonly Frame[],
  text: string,
): Clause[] {
  const read = (part: readonly Node[]): Clause => ({
    nodes: [...part],
    candidates: candidates(part, scope, frames, text),
  })
  const whole = read(nodes)
  const [best] = whole.candidates
  if (best && isSure(best) && best.penalty > -0.9) return [whole]
  const breaks = breaksIn(nodes)
  if (breaks.length === 0) return [whole]
  const parted = partedBest(nodes, breaks, read)
  return worth(parted) > worth([whole]) ? parted : [whole]
}

/** Sentences, "then", and a comma or "and" before a word that begins an instruction. */
function breaksIn(nodes: readonly Node[]): { at: number; next: number }[] {
  const found: { at: number; next: number }[] = []
  for (const [at, node] of nodes.entries()) {
    if (at === 0 || at >= nodes.length - 1) continue
    const isStop =
      (/^[.;!?。；！？]$/.test(node.text) && !(node.text === '.' && isInitial(nodes[at - 1]))) ||
      node.text === '\n'
    const isThen = node.concepts.has('next') && node.values.length === 0
    const isJoint = node.text === ',' || node.text === '、' || node.concepts.has('and')
    const following = nodes.slice(at + 1, at + 4)
    const begins = following.some(isVerb)
    if ((isStop || isThen || (isJoint && begins)) && !isPlacing(nodes.slice(at + 1)))
      found.push({ at, next: at + 1 })
  }
  return found.slice(0, MOST_BREAKS)
}

/** "…, make new column": where it is to be put is no instruction of its own. */
const isPlacing = (rest: readonly Node[]): boolean =>
  rest.some(({ concepts }) => concepts.has('newcolumn') || concepts.has('newtab')) &&
  rest.every(
    ({ concepts, text, columns, values }) =>
      /^[.,!?]$/.test(text) ||
      (columns.length + values.length === 0 &&
        ['newcolumn', 'newtab', 'add', 'noise', 'request', 'in'].some(each => concepts.has(each))),
  )

/** A part in the range that the first one named, and with the verb that it shares with the one before. */
function inPlace(nodes: readonly Node[], start: number, end: number): Node[] {
  const part = nodes.slice(start, end)
  if (part.length === 0) return []
  const range = nodes.slice(0, start).find(node => node.range)
  const isVerbless =
    part.some(({ concepts }) => concepts.has('duplicates')) &&
    !part.some(({ concepts }) => [...concepts].some(each => VERBS.has(each) && each !== 'duplicates'))
  const verb = isVerbless ? nodes.slice(0, start).find(({ concepts }) => concepts.has('delete')) : undefined
  const placed = range && !part.some(node => node.range) ? [range] : []
  return [...placed, ...(verb ? [verb] : []), ...part].map((node, at) => ({ ...node, at }))
}

function partedBest(
  nodes: readonly Node[],
  breaks: { at: number; next: number }[],
  read: (part: readonly Node[]) => Clause,
): Clause[] {
  const starts = [0, ...breaks.map(({ next }) => next)]
  const ends = [...breaks.map(({ at }) => at), nodes.length]
  const best: { worth: number; clauses: Clause[] }[] = [{ worth: 0, clauses: [] }]
  for (let end = 0; end < ends.length; end++) {
    for (let start = Math.max(0, end - 3); start <= end; start++) {
      const before = best[start]
      if (!before || before.clauses.length >= MOST_CLAUSES) continue
      const part = inPlace(nodes, starts[start]!, ends[end]!)
      if (part.length === 0) continue
      const joint = nodes[(starts[start] ?? 0) - 1]
      const isNext = joint !== undefined && !/^[.!?。！？\n]$/.test(joint.text)
      const clauses = [...before.clauses, { ...read(part), isNext }]
      const value = worth(clauses)
      if (!best[end + 1] || value > best[end + 1]!.worth) best[end + 1] = { worth: value, clauses }
    }
  }
  return (best[ends.length]?.clauses ?? []).filter(
    clause => !isRemark(clause) || clause.candidates.length > 0,
  )
}

/** Sure readings count for themselves; a part that says nothing of the sheet counts for nothing. */
const worth = (clauses: readonly Clause[]): number =>
  clauses.reduce((sum, clause) => {
    const [best] = clause.candidates
    // A part of several must be clear by itself.
    if (best && isSure(best) && (clauses.length === 1 || isClear(best)))
      return sum + best.score + best.penalty - 1
    return isRemark(clause) ? sum - 0.5 : sum - 8
  }, 0)

/** "ignore the capitals", "leave the rest": words of restraint, which every reading keeps to. */
const isRestraint = (nodes: readonly Node[]): boolean =>
  nodes.slice(0, 3).some(({ concepts }) => concepts.has('keep') || concepts.has('except')) &&
  !nodes.some(({ concepts }) => concepts.has('where'))

/** "Make me a table", "just the number": says again what for, and names nothing. */
const RESTATING = new Set(
  'noise request auxiliary only of in to as is and table row cell value show keep subject speaker howmany howmuch newtab where with all add'.split(
    ' ',
  ),
)
const isRestating = (nodes: readonly Node[]): boolean =>
  nodes.every(
    node =>
      node.columns.length + node.values.length === 0 &&
      !node.number &&
      !node.date &&
      !node.isUnknown &&
      (/^[,.!?-]$/.test(node.text) ||
        /\border$|^side by side$/i.test(node.text) ||
        [...node.concepts].some(each => RESTATING.has(each))),
  )

/** Words beside the matter: no verb, no column, no value, nothing that asks. */
export const isRemark = ({ nodes, isNext }: Clause): boolean =>
  isRestraint(nodes) ||
  isRestating(nodes) ||
  isTold(nodes) ||
  (!(isNext && nodes.some(({ isUnknown, text }) => isUnknown && text.length > 2)) &&
    nodes.every(
      node =>
        node.columns.length === 0 &&
        !node.values.some(({ isWhole }) => isWhole) &&
        !node.number &&
        !node.date &&
        !node.range &&
        !node.isQuoted &&
        ![...node.concepts].some(
          each => VERBS.has(each) || each === 'not' || each === 'outside' || each === 'keep',
        ),
    ))
