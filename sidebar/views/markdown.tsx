/**
 * Markdown as nodes. Nothing is ever set as HTML, links go to a short list of protocols, pictures are shown
 * by their words.
 */
import type { ComponentChildren } from 'preact'
import { type Align, type Block, parseMarkdown } from '../markdown/blocks.ts'
import type { Inline } from '../markdown/inline.ts'
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

export const Markdown = memo(({ text }: { text: string }) => (
  <div class="markdown">{parseMarkdown(text).map(drawBlock)}</div>
))

function drawBlock(block: Block, key: number): ComponentChildren {
  switch (block.type) {
    case 'heading':
      return <h3 key={key}>{block.children.map(drawInline)}</h3>
    case 'paragraph':
      return <p key={key}>{block.children.map(drawInline)}</p>
    case 'code':
      return (
        <pre key={key}>
          <code>{block.text}</code>
        </pre>
      )
    case 'quote':
      return <blockquote key={key}>{block.children.map(drawBlock)}</blockquote>
    case 'list':
      return <List key={key} list={block} />
    case 'table':
      return <Table key={key} table={block} />
    case 'rule':
      return <hr key={key} />
  }
}

function drawInline(node: Inline, key: number): ComponentChildren {
  switch (node.type) {
    case 'text':
      return node.text
    case 'break':
      return <br key={key} />
    case 'code':
      return <code key={key}>{node.text}</code>
    case 'strong':
      return <strong key={key}>{node.children.map(drawInline)}</strong>
    case 'em':
      return <em key={key}>{node.children.map(drawInline)}</em>
    case 'del':
      return <s key={key}>{node.children.map(drawInline)}</s>
    case 'link':
      return <Link key={key} href={node.href} label={node.children.map(drawInline)} />
  }
}

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

function List({ list }: { list: Extract<Block, { type: 'list' }> }) {
  const items = list.items.map((item, index) => <li key={index}>{item.map(drawItemBlock)}</li>)
  return list.isOrdered ? <ol start={list.start}>{items}</ol> : <ul>{items}</ul>
}

/** Short items read better without the air of a paragraph. */
const drawItemBlock = (block: Block, key: number): ComponentChildren =>
  block.type === 'paragraph' ? <div key={key}>{block.children.map(drawInline)}</div> : drawBlock(block, key)

function Table({ table }: { table: Extract<Block, { type: 'table' }> }) {
  const align = (column: number) => alignStyle(table.align[column] ?? null)
  return (
    <div class="table-frame">
      <table>
        <thead>
          <tr>
            {table.header.map((cell, column) => (
              <th key={column} {...align(column)}>
                {cell.map(drawInline)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} {...align(column)}>
                  {cell.map(drawInline)}
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
