/**
 * The block part of markdown as answers use it: headings, lists, tables, code, quotes, paragraphs. Reads any
 * text into plain nodes and never fails; HTML is text here.
 */
import { type Inline, parseInline } from './inline.ts'

export type Align = 'left' | 'center' | 'right' | null

export type Block =
  | { type: 'heading'; level: number; children: Inline[] }
  | { type: 'paragraph'; children: Inline[] }
  | { type: 'code'; text: string }
  | { type: 'quote'; children: Block[] }
  | { type: 'list'; isOrdered: boolean; start: number; items: Block[][] }
  | { type: 'table'; align: Align[]; header: Inline[][]; rows: Inline[][][] }
  | { type: 'rule' }

const FENCE = /^ {0,3}(\x60{3,}|~{3,})/
const HEADING = /^ {0,3}(#{1,6})(?=\s|$)/
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/
const QUOTE = /^ {0,3}> ?/
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])(?:\s+|$)/
const TABLE_RULE = /^ {0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/
/** Deeper nesting than this is shown as text. */
const MAX_DEPTH = 6

export function parseMarkdown(source: string, depth = 0): Block[] {
  const reader = { lines: source.replace(/\r\n?/g, '\n').split('\n'), at: 0 }
  const blocks: Block[] = []
  while (reader.at < reader.lines.length) {
    const block = readBlock(reader, depth)
    if (block) blocks.push(block)
  }
  return blocks
}

interface Reader {
  lines: string[]
  at: number
}

const lineAt = ({ lines }: Reader, at: number): string => lines[at] ?? ''

/** Reads at least one line; null for a blank one. */
function readBlock(reader: Reader, depth: number): Block | null {
  const line = lineAt(reader, reader.at)
  if (line.trim() === '') {
    reader.at += 1
    return null
  }
  if (FENCE.test(line)) return readCode(reader)
  const heading = HEADING.exec(line)
  if (heading) {
    reader.at += 1
    const children = parseInline(headingText(line.slice(heading[0].length)))
    return { type: 'heading', level: heading[1]?.length ?? 1, children }
  }
  if (RULE.test(line)) {
    reader.at += 1
    return { type: 'rule' }
  }
  if (depth < MAX_DEPTH && QUOTE.test(line)) return readQuote(reader, depth)
  if (depth < MAX_DEPTH && ITEM.test(line)) return readList(reader, depth)
  if (startsTable(reader)) return readTable(reader)
  return readParagraph(reader, depth)
}

/** Without the marks that may close it. */
function headingText(line: string): string {
  const text = line.trim()
  let end = text.length
  while (text[end - 1] === '#') end -= 1
  const isClosed = end < text.length && (end === 0 || /\s/.test(text[end - 1] ?? ''))
  return isClosed ? text.slice(0, end).trimEnd() : text
}

/** Runs of spaces as one: the forms below would try each way to share them out. */
const narrowed = (line: string): string => line.replace(/\s+/g, ' ')

function readCode(reader: Reader): Block {
  const fence = FENCE.exec(lineAt(reader, reader.at))?.[1] ?? '~~~'
  const end = new RegExp(`^ {0,3}${fence[0]}{${fence.length},}\\s*$`)
  const text: string[] = []
  reader.at += 1
  while (reader.at < reader.lines.length) {
    const line = lineAt(reader, reader.at)
    reader.at += 1
    if (end.test(line)) break
    text.push(line)
  }
  return { type: 'code', text: text.join('\n') }
}

function readQuote(reader: Reader, depth: number): Block {
  const inner: string[] = []
  while (reader.at < reader.lines.length && QUOTE.test(lineAt(reader, reader.at))) {
    inner.push(lineAt(reader, reader.at).replace(QUOTE, ''))
    reader.at += 1
  }
  return { type: 'quote', children: parseMarkdown(inner.join('\n'), depth + 1) }
}

function readList(reader: Reader, depth: number): Block {
  const first = ITEM.exec(lineAt(reader, reader.at))
  const mark = first?.[2] ?? '-'
  const isOrdered = /\d/.test(mark)
  const items: Block[][] = []
  while (reader.at < reader.lines.length) {
    const item = ITEM.exec(lineAt(reader, reader.at))
    // Another kind of mark begins another list.
    if (!item || /\d/.test(item[2] ?? '') !== isOrdered || item[2]?.slice(-1) !== mark.slice(-1)) break
    if (RULE.test(lineAt(reader, reader.at))) break
    items.push(parseMarkdown(readItem(reader, item), depth + 1))
  }
  return { type: 'list', isOrdered, start: isOrdered ? Number.parseInt(mark, 10) : 1, items }
}

/** The item's own lines, without its mark and indentation. */
function readItem(reader: Reader, mark: RegExpExecArray): string {
  const indent = Math.min(mark[0].length, (mark[1]?.length ?? 0) + (mark[2]?.length ?? 1) + 4)
  const inner = [lineAt(reader, reader.at).slice(mark[0].length)]
  reader.at += 1
  while (reader.at < reader.lines.length) {
    const line = lineAt(reader, reader.at)
    const isBlank = line.trim() === ''
    const leading = line.search(/\S/)
    const goesOn = isBlank
      ? lineAt(reader, reader.at + 1).search(/\S/) >= Math.min(indent, 2)
      : leading >= Math.min(indent, 2) || (!startsBlock(reader) && inner.at(-1)?.trim() !== '')
    if (!goesOn) break
    inner.push(line.slice(Math.min(Math.max(leading, 0), indent)))
    reader.at += 1
  }
  // One blank line after an item parts it from the next of the same list.
  if (lineAt(reader, reader.at).trim() === '' && ITEM.test(lineAt(reader, reader.at + 1))) reader.at += 1
  return inner.join('\n')
}

/** A line at which a paragraph or an item ends, although no blank line came before it. */
function startsBlock(reader: Reader): boolean {
  const line = lineAt(reader, reader.at)
  return (
    [FENCE, HEADING, RULE, QUOTE].some(form => form.test(line)) ||
    /^ {0,3}([-*+]|1[.)])\s+\S/.test(line) ||
    ITEM.test(line)
  )
}

const startsTable = (reader: Reader): boolean =>
  lineAt(reader, reader.at).includes('|') &&
  TABLE_RULE.test(narrowed(lineAt(reader, reader.at + 1)).trim()) &&
  splitRow(lineAt(reader, reader.at)).length === splitRow(lineAt(reader, reader.at + 1)).length

function readTable(reader: Reader): Block {
  const header = splitRow(lineAt(reader, reader.at)).map(cell => parseInline(cell))
  const align = splitRow(lineAt(reader, reader.at + 1)).map(alignOf)
  const rows: Inline[][][] = []
  reader.at += 2
  while (reader.at < reader.lines.length && lineAt(reader, reader.at).includes('|')) {
    const cells = splitRow(lineAt(reader, reader.at))
    rows.push(header.map((_, column) => parseInline(cells[column] ?? '')))
    reader.at += 1
  }
  return { type: 'table', align, header, rows }
}

function splitRow(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(^|[^\\])\|$/, '$1')
  return inner.split(/(?<!\\)\|/).map(cell => cell.trim().replaceAll('\\|', '|'))
}

function alignOf(rule: string): Align {
  const left = rule.startsWith(':')
  const right = rule.endsWith(':')
  return left && right ? 'center' : right ? 'right' : left ? 'left' : null
}

function readParagraph(reader: Reader, depth: number): Block {
  const text: string[] = [lineAt(reader, reader.at)]
  reader.at += 1
  while (reader.at < reader.lines.length) {
    const line = lineAt(reader, reader.at)
    const ends = line.trim() === '' || (depth < MAX_DEPTH && startsBlock(reader)) || startsTable(reader)
    if (ends) break
    text.push(line)
    reader.at += 1
  }
  return { type: 'paragraph', children: parseInline(text.map(line => line.trim()).join('\n')) }
}
