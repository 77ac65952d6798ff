/** An answer as spoken words: what its markup shows, without the markup. */
import { type Block, parseMarkdown } from './blocks.ts'
import type { Inline } from './inline.ts'

export const plainWords = (markdown: string): string =>
  parseMarkdown(markdown).map(wordsOfBlock).filter(Boolean).join(' ').replace(/\s+/g, ' ').trim()

function wordsOfBlock(block: Block): string {
  switch (block.type) {
    case 'heading':
    case 'paragraph':
      return wordsOfAll(block.children)
    case 'code':
      return block.text
    case 'quote':
      return block.children.map(wordsOfBlock).join(' ')
    case 'list':
      return block.items.map(item => ended(item.map(wordsOfBlock).join(' '))).join(' ')
    case 'table':
      return [block.header, ...block.rows].map(row => ended(row.map(wordsOfAll).join(', '))).join(' ')
    case 'rule':
      return ''
  }
}

/** A pause between items that have no full stop of their own. */
const ended = (words: string): string => (/[.!?:;,。！？]$/.test(words) ? words : `${words}.`)

export const wordsOfAll = (nodes: readonly Inline[]): string => nodes.map(wordsOf).join('')

function wordsOf(node: Inline): string {
  if (node.type === 'break') return ' '
  return 'text' in node ? node.text : wordsOfAll(node.children)
}
