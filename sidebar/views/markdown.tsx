/**
 * Markdown as nodes. Nothing is ever set as HTML, links go to a short list of protocols, pictures are shown
 * by their words. References to cells become buttons where there is somebody to press them for.
 */
import type { ComponentChildren } from 'preact'
import { type Align, type Block, parseMarkdown } from '../markdown/blocks.ts'
import type { Inline } from '../markdown/inline.ts'
import { findReferences, type Reference, readWhole } from '../markdown/references.ts'
import { memo } from './memo.ts'

const LINK_PROTOCOLS = ['http:', 'https:', 'mailto:']

export function safeHref(address: string): string | undefined {
  try {
    const url = new URL(address)
    return LINK_PROTOCOLS.includes(url.protocol) ? url.href : undefined
  } catch {
    return undefined
  }
}

/** What a reference in the text leads to. Stable for one text, so that it is drawn once. */
export interface References {
  tabs(): readonly string[]
  titleOf(reference: Reference): string
  select(reference: Reference): void
}

interface Pen {
  references: References | null
  isTable: boolean
}

export const Markdown = memo(
  ({ text, references = null }: { text: string; references?: References | null }) => (
    <div class="markdown">{drawBlocks(parseMarkdown(text), { references, isTable: false })}</div>
  ),
)

/** The same for blocks that were read already. */
export const MarkdownBlocks = ({
  blocks,
  references,
}: {
  blocks: readonly Block[]
  references: References
}) => <div class="markdown">{drawBlocks(blocks, { references, isTable: false })}</div>

const drawBlocks = (blocks: readonly Block[], pen: Pen): ComponentChildren =>
  blocks.map((block, key) => drawBlock(block, key, pen))

export const drawInlines = (nodes: readonly Inline[], pen: Pen): ComponentChildren =>
  nodes.map((node, key) => drawInline(node, key, pen))

function drawBlock(block: Block, key: number, pen: Pen): ComponentChildren {
  switch (block.type) {
    case 'heading':
      return <h3 key={key}>{drawInlines(block.children, pen)}</h3>
    case 'paragraph':
      return <p key={key}>{drawInlines(block.children, pen)}</p>
    case 'code':
      return (
        <pre key={key}>
          <code>{block.text}</code>
        </pre>
      )
    case 'quote':
      return <blockquote key={key}>{drawBlocks(block.children, pen)}</blockquote>
    case 'list':
      return <List key={key} list={block} pen={pen} />
    case 'table':
      return <Table key={key} table={block} pen={{ ...pen, isTable: true }} />
    case 'rule':
      return <hr key={key} />
  }
}

function drawInline(node: Inline, key: number, pen: Pen): ComponentChildren {
  switch (node.type) {
    case 'text':
      return drawText(node.text, pen)
    case 'break':
      return <br key={key} />
    case 'code':
      return drawCode(node.text, key, pen)
    case 'strong':
      return <strong key={key}>{drawInlines(node.children, pen)}</strong>
    case 'em':
      return <em key={key}>{drawInlines(node.children, pen)}</em>
    case 'del':
      return <s key={key}>{drawInlines(node.children, pen)}</s>
    case 'link':
      // A button inside of a link would be two things to press in one place.
      return (
        <Link key={key} href={node.href} label={drawInlines(node.children, { ...pen, references: null })} />
      )
  }
}

function drawText(text: string, { references, isTable }: Pen): ComponentChildren {
  if (!references) return text
  const pieces = findReferences(text, { tabs: references.tabs(), isTable })
  return pieces.map((piece, index) =>
    typeof piece === 'string' ? (
      piece
    ) : (
      <Cells key={index} reference={piece} references={references} label={piece.text} />
    ),
  )
}

function drawCode(text: string, key: number, { references }: Pen): ComponentChildren {
  const reference = references ? readWhole(text) : null
  return reference && references ? (
    <Cells key={key} reference={reference} references={references} label={<code>{text}</code>} />
  ) : (
    <code key={key}>{text}</code>
  )
}

interface CellsProps {
  reference: Reference
  references: References
  label: ComponentChildren
}

const Cells = ({ reference, references, label }: CellsProps) => (
  <button
    type="button"
    class="cells"
    title={references.titleOf(reference)}
    onClick={() => references.select(reference)}
  >
    {label}
  </button>
)

export function Link({ href, label }: { href: string; label: ComponentChildren }) {
  const safe = safeHref(href)
  return safe === undefined ? (
    <span>{label}</span>
  ) : (
    <a href={safe} target="_blank" rel="noreferrer noopener">
      {label}
    </a>
  )
}

function List({ list, pen }: { list: Extract<Block, { type: 'list' }>; pen: Pen }) {
  const items = list.items.map((item, index) => (
    <li key={index}>{item.map((block, key) => drawItemBlock(block, key, pen))}</li>
  ))
  return list.isOrdered ? <ol start={list.start}>{items}</ol> : <ul>{items}</ul>
}

/** Short items read better without the air of a paragraph. */
const drawItemBlock = (block: Block, key: number, pen: Pen): ComponentChildren =>
  block.type === 'paragraph' ? (
    <div key={key}>{drawInlines(block.children, pen)}</div>
  ) : (
    drawBlock(block, key, pen)
  )

function Table({ table, pen }: { table: Extract<Block, { type: 'table' }>; pen: Pen }) {
  const align = (column: number) => alignStyle(table.align[column] ?? null)
  return (
    <div class="table-frame">
      <table>
        <thead>
          <tr>
            {table.header.map((cell, column) => (
              <th key={column} {...align(column)}>
                {drawInlines(cell, pen)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} {...align(column)}>
                  {drawInlines(cell, pen)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const alignStyle = (side: Align) => (side === null ? {} : { style: { textAlign: side } })
