/** What a kind reads: words that mean nothing of the sheet, and things of the sheet that mean nothing else. */
import type { TabOverview } from '../../sheets/overview/overview.ts'
import { link, type Node } from '../linking/link.ts'
import { type Column, SheetIndex } from '../linking/sheet.ts'
import type { Where } from '../reading/where.ts'
import type { Lexicon } from '../words/lexicon.ts'
import type { Token } from '../words/tokens.ts'
import type { Ground } from './ground.ts'

export type Piece =
  | string
  | { column: Column }
  | { tab: TabOverview }
  | { where: Where }
  /** To be written, or a name: not looked for on the sheet. */
  | { text: string }
  /** What cells hold. */
  | { value: string }
  /** A number, a day or a range, as written. */
  | { amount: string }

export interface Phrase {
  text: string
  nodes: Node[]
}

/** A sheet that has nothing, for words that are to mean only what the vocabulary says. */
export const emptySheet = ({ overview }: SheetIndex, lexicon: Lexicon): SheetIndex =>
  new SheetIndex({ ...overview, tabs: [{ ...overview.tabs[0]!, title: '', columns: [] }] }, [], lexicon)

export function phraseOf(pieces: readonly Piece[], ground: Ground): Phrase {
  let text = ''
  const nodes: Node[] = []
  for (const piece of pieces) {
    if (text !== '') text += ' '
    const start = text.length
    const written = writtenAs(piece)
    text += written
    nodes.push(...nodesOf(piece, written, ground).map(node => moved(node, start)))
  }
  return { text, nodes: nodes.map((node, at) => ({ ...node, at })) }
}

function writtenAs(piece: Piece): string {
  if (typeof piece === 'string') return piece
  if ('column' in piece) return piece.column.header
  if ('tab' in piece) return piece.tab.title
  if ('where' in piece) return 'where'
  if ('amount' in piece) return piece.amount
  return `“${'text' in piece ? piece.text : piece.value}”`
}

function nodesOf(piece: Piece, written: string, { index, words, own, today }: Ground): Node[] {
  if (typeof piece === 'string') return link(own, { text: written, today })
  if ('amount' in piece) return link(words, { text: written, today })
  if ('value' in piece) {
    const linked = link(index, { text: written, today })
    return linked.map(node => ({ ...node, columns: [], concepts: new Set<string>() }))
  }
  const node = plain(written)
  if ('column' in piece) return [{ ...node, columns: [{ column: piece.column, quality: 1 }] }]
  if ('tab' in piece) return [{ ...node, tab: piece.tab }]
  if ('where' in piece) return [{ ...node, where: piece.where }]
  return [{ ...node, text: piece.text, isQuoted: true }]
}

const plain = (text: string): Node => {
  const token: Token = { kind: 'word', text, norm: text.toLowerCase(), start: 0, end: text.length }
  return {
    at: 0,
    tokens: [token],
    text,
    concepts: new Set(),
    columns: [],
    values: [],
    isQuoted: false,
    isUnknown: false,
  }
}

const moved = (node: Node, by: number): Node => ({
  ...node,
  tokens: node.tokens.map(token => ({ ...token, start: token.start + by, end: token.end + by })),
})

/** By which a piece is named where it is left over. */
export const nameOfPiece = (piece: Exclude<Piece, string>): string =>
  'text' in piece ? piece.text : 'value' in piece ? piece.value : writtenAs(piece)
