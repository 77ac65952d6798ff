/**
 * Markdown as nodes: marked's lexer reads it, nothing is ever set as HTML, links go to a short list of
 * protocols, pictures are shown by their words.
 */
import { Lexer, type Token, type Tokens } from 'marked'
import type { ComponentChildren } from 'preact'
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
  <div class="markdown">{Lexer.lex(text, { gfm: true, breaks: true }).map(drawToken)}</div>
))

const drawAll = (tokens: Token[] | undefined): ComponentChildren => tokens?.map(drawToken)

const inner = (token: { tokens?: Token[] | undefined; text: string }): ComponentChildren =>
  token.tokens ? drawAll(token.tokens) : decodeEntities(token.text)

function drawToken(token: Token, key: number): ComponentChildren {
  switch (token.type) {
    case 'heading':
      return drawHeading(token as Tokens.Heading, key)
    case 'paragraph':
      return <p key={key}>{inner(token as Tokens.Paragraph)}</p>
    case 'strong':
      return <strong key={key}>{inner(token as Tokens.Strong)}</strong>
    case 'em':
      return <em key={key}>{inner(token as Tokens.Em)}</em>
    case 'del':
      return <s key={key}>{inner(token as Tokens.Del)}</s>
    case 'codespan':
      return <code key={key}>{decodeEntities((token as Tokens.Codespan).text)}</code>
    case 'code':
      return drawCode(token as Tokens.Code, key)
    case 'blockquote':
      return <blockquote key={key}>{drawAll((token as Tokens.Blockquote).tokens)}</blockquote>
    case 'list':
      return drawList(token as Tokens.List, key)
    case 'link':
      return drawLink(token as Tokens.Link, key)
    case 'table':
      return drawTable(token as Tokens.Table, key)
    case 'br':
      return <br key={key} />
    case 'hr':
      return <hr key={key} />
    case 'space':
    case 'def':
      return null
    case 'image':
      return <span key={key}>{(token as Tokens.Image).text}</span>
    case 'html':
      // Shown as it was written.
      return <span key={key}>{(token as Tokens.HTML).raw}</span>
    default:
      return inner(token as Tokens.Text)
  }
}

function drawHeading(token: Tokens.Heading, key: number) {
  return (
    <p key={key} class="heading" role="heading" aria-level={Math.min(6, token.depth + 3)}>
      {inner(token)}
    </p>
  )
}

/** Scrolls on its own, so it can be reached and moved with the keyboard. */
function drawCode(token: Tokens.Code, key: number) {
  return (
    <pre key={key} tabIndex={0}>
      <code>{token.text}</code>
    </pre>
  )
}

function drawList(token: Tokens.List, key: number) {
  const items = token.items.map((item, index) => (
    <li key={index}>
      {item.task ? (item.checked ? '☑ ' : '☐ ') : null}
      {drawAll(item.tokens)}
    </li>
  ))
  return token.ordered ? (
    <ol key={key} start={Number(token.start) || 1}>
      {items}
    </ol>
  ) : (
    <ul key={key}>{items}</ul>
  )
}

function drawLink(token: Tokens.Link, key: number) {
  const href = safeHref(token.href)
  return href === undefined ? (
    <span key={key}>{inner(token)}</span>
  ) : (
    <a key={key} href={href} target="_blank" rel="noreferrer noopener">
      {inner(token)}
    </a>
  )
}

function drawTable(token: Tokens.Table, key: number) {
  const align = (column: number) => {
    const side = token.align[column]
    return side ? { style: { textAlign: side } } : {}
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, also with the keyboard
    <div key={key} class="table-frame" tabIndex={0} role="group">
      <table>
        <thead>
          <tr>
            {token.header.map((cell, column) => (
              <th key={column} {...align(column)}>
                {inner(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} {...align(column)}>
                  {inner(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0', apos: "'" }

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name as string] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
