/** What is meant, read by the kinds: each instruction by the one kind that it is for. */
import type { TabOverview } from '../../sheets/overview/overview.ts'
import type { Frame, Reading } from '../frames/frame.ts'
import { frames } from '../frames/index.ts'
import type { Clause } from '../reading/clauses.ts'
import { Draft, type Scope } from '../reading/draft.ts'
import { type Candidate, candidates } from '../reading/read.ts'
import { englishLexicon } from '../words/index.ts'
import type { Ground } from './ground.ts'
import { type Item, Items } from './items.ts'
import type { Made } from './makes.ts'
import { newColumnOf } from './new-column.ts'
import { PHRASES } from './phrases.ts'
import { emptySheet, nameOfPiece, phraseOf } from './pieces.ts'
import type { Told } from './told.ts'
import { isVain } from './vain.ts'

/** Null where the items say nothing that a kind can do. `said` is the sentence, which may show how something is to look. */
export function meantBy(items: readonly Item[], scope: Scope, said: string): Clause[] | null {
  const { index, tab, today } = scope
  const words = emptySheet(index, index.lexicon)
  const own = emptySheet(index, englishLexicon())
  const ground: Ground = { index, tab, today, said, words, own }
  const clauses: Clause[] = []
  for (const part of partsOf(items)) {
    const told = toldBy(part, ground)
    if (!told) return null
    const clause = 'pieces' in told ? toldClause(told, scope, ground) : madeClause(told, scope)
    if (!clause) return null
    clauses.push({ ...clause, isVain: isVain(part, told, scope) })
  }
  return clauses.length > 0 ? clauses : null
}

function toldClause({ frame, pieces }: Told, scope: Scope, ground: Ground): Clause | null {
  const { nodes, text } = phraseOf(pieces, ground)
  const own = frames.filter(({ name }) => name === frame).map(each => ({ ...each, cues: [] }))
  const [best] = candidates(nodes, { ...scope, isToldIt: true }, own, text)
  // What a kind leaves over of what is meant, it did not understand.
  const things = pieces.flatMap(piece => (typeof piece === 'string' ? [] : nameOfPiece(piece)))
  if (!best || best.left.some(word => things.includes(word))) return null
  return { nodes: [], candidates: [best] }
}

function madeClause({ frame: name, fill }: Made, scope: Scope): Clause | null {
  const frame = frames.find(each => each.name === name)!
  const found = fill(new Draft([], scope))
  return found && { nodes: [], candidates: [read(frame, found, scope.tab)] }
}

const read = (frame: Frame, found: Reading, tab: TabOverview): Candidate => ({
  frame,
  tab,
  score: 0,
  penalty: 0,
  gain: 0,
  left: [],
  filled: 'plan' in found ? found : null,
  problem: 'problem' in found ? found.problem : null,
  doubt: { weight: 0, words: [] },
  isAgainstQuestion: false,
})

function toldBy(part: readonly Item[], ground: Ground): Told | Made | null {
  const items = new Items(part)
  const first = items.word()
  const told =
    first === null ? null : first === 'column' ? newColumnOf(items, ground) : PHRASES[first]?.(items, ground)
  return told && items.isDone ? told : null
}

/** "if … then …" is one instruction; any other "then" begins the next. */
export function partsOf(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [[]]
  let isIf = false
  for (const item of items) {
    const word = item.kind === 'word' ? item.word : ''
    if (word === 'if') isIf = true
    if (word === 'then' && !isIf) parts.push([])
    else parts.at(-1)!.push(item)
    if (word === 'then') isIf = false
  }
  return parts
}
