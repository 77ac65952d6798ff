/**
 * The inline part of markdown: emphasis, code, links. Reads text into plain nodes and never fails: what is
 * not markup stays as it was written. Takes time in proportion to the text, whatever the text is: what was
 * looked for in vain is not looked for again. Knows nothing of how nodes are drawn.
 */

export type Inline =
  | { type: 'text'; text: string }
  | { type: 'code'; text: string }
  | { type: 'break' }
  | { type: 'strong' | 'em' | 'del'; children: Inline[] }
  | { type: 'link'; href: string; children: Inline[] }

/** Deeper nesting than this is shown as it was written. */
const MAX_DEPTH = 8
/** Written by its number: HtmlService takes the built page for a script with template literals otherwise. */
const BACKTICK = decodeURIComponent('%60')
const ESCAPABLE = /[!-/:-@[-\x60{-~]/

/** An address with its title; more is no link. */
const MAX_TARGET = 4_000

/** A text while it is read, with what is known of it by now. */
interface Scan {
  source: string
  /** From where on there is no end for a mark, by mark. */
  endless: Map<string, number>
  /** The closing bracket of each opening one, once somebody has asked. */
  brackets?: Map<number, number>
}

interface Match {
  node: Inline
  end: number
}

export function parseInline(source: string, depth = 0): Inline[] {
  const scan: Scan = { source, endless: new Map() }
  const nodes: Inline[] = []
  let plain = ''
  let at = 0
  const flush = () => {
    if (plain !== '') nodes.push({ type: 'text', text: decodeEntities(plain) })
    plain = ''
  }
  while (at < source.length) {
    const next = source[at + 1] ?? ''
    if (source[at] === '\\' && ESCAPABLE.test(next)) {
      flush()
      nodes.push({ type: 'text', text: next })
      at += 2
      continue
    }
    const match = depth < MAX_DEPTH ? matchAt(scan, at, depth) : null
    if (match) {
      flush()
      nodes.push(match.node)
      at = match.end
    } else {
      plain += source[at]
      at += 1
    }
  }
  flush()
  return nodes
}

function matchAt(scan: Scan, at: number, depth: number): Match | null {
  const { source } = scan
  switch (source[at]) {
    case BACKTICK:
      return matchCode(scan, at)
    case '*':
    case '_':
    case '~':
      return matchEmphasis(scan, at, depth)
    case '!':
      return source[at + 1] === '[' ? matchImage(scan, at) : null
    case '[':
      return matchLink(scan, at, depth)
    case '<':
      return matchAutolink(source, at)
    case '\n':
      return { node: { type: 'break' }, end: at + 1 }
    case 'h':
      return matchBareLink(source, at)
    default:
      return null
  }
}

function matchCode(scan: Scan, at: number): Match | null {
  const { source } = scan
  const fence = /^\x60+/.exec(source.slice(at))?.[0] ?? BACKTICK
  const isEndless = at >= (scan.endless.get(fence) ?? Number.POSITIVE_INFINITY)
  let close = isEndless ? -1 : source.indexOf(fence, at + fence.length)
  while (close >= 0 && source[close + fence.length] === BACKTICK) {
    const run = /^\x60+/.exec(source.slice(close))?.[0].length ?? 1
    close = source.indexOf(fence, close + run)
  }
  if (close < 0) {
    if (!isEndless) scan.endless.set(fence, at)
    return { node: { type: 'text', text: fence }, end: at + fence.length }
  }
  const text = source.slice(at + fence.length, close).replaceAll('\n', ' ')
  return {
    node: { type: 'code', text: /^ .*\S.* $/.test(text) ? text.slice(1, -1) : text },
    end: close + fence.length,
  }
}

const emphasis = { '**': 'strong', __: 'strong', '*': 'em', _: 'em', '~~': 'del' } as const

function matchEmphasis(scan: Scan, at: number, depth: number): Match | null {
  const { source } = scan
  const mark = source[at] ?? ''
  for (const fence of [mark + mark, mark] as (keyof typeof emphasis)[]) {
    const type = emphasis[fence]
    if (type === undefined || !source.startsWith(fence, at)) continue
    const close = findClose(scan, at, fence)
    if (close < 0) continue
    const children = parseInline(source.slice(at + fence.length, close), depth + 1)
    return { node: { type, children }, end: close + fence.length }
  }
  return null
}

/** An opening mark leans on a word at its right, a closing one at its left; `_` not inside a word. */
function findClose(scan: Scan, at: number, fence: string): number {
  const { source } = scan
  const first = at + fence.length
  if (/^\s|^$/.test(source.slice(first, first + 1))) return -1
  if (fence.startsWith('_') && /\w/.test(source[at - 1] ?? '')) return -1
  if (first >= (scan.endless.get(fence) ?? Number.POSITIVE_INFINITY)) return -1
  for (let close = first + 1; close <= source.length - fence.length; close += 1) {
    if (source[close - 1] === '\\' || !source.startsWith(fence, close)) continue
    if (/\s/.test(source[close - 1] ?? '')) continue
    const after = source[close + fence.length] ?? ''
    if (after === fence[0]) {
      // A longer run of marks: its end belongs to the outer pair.
      if (fence.length === 1) close += 1
      else if (source[close + fence.length + 1] !== fence[0]) return close + 1
      continue
    }
    if (fence.startsWith('_') && /\w/.test(after)) continue
    return close
  }
  scan.endless.set(fence, first)
  return -1
}

/** `[label](address "title")`; the label may hold brackets in pairs. */
function matchLink(scan: Scan, at: number, depth: number): Match | null {
  const { source } = scan
  scan.brackets ??= bracketPairs(source)
  const close = scan.brackets.get(at)
  if (close === undefined || source[close + 1] !== '(') return null
  const target = /^\(\s*<{0,1}((?:[^()\s<>]|\([^()\s]*\))*)>?(?:\s+["'(][^"')]*["')])?\s*\)/.exec(
    source.slice(close + 1, close + 1 + MAX_TARGET),
  )
  if (!target) return null
  const children = parseInline(source.slice(at + 1, close), depth + 1)
  return {
    node: { type: 'link', href: decodeEntities(target[1] ?? ''), children },
    end: close + 1 + target[0].length,
  }
}

function bracketPairs(source: string): Map<number, number> {
  const pairs = new Map<number, number>()
  const open: number[] = []
  for (let index = 0; index < source.length; index += 1) {
    if (source[index] === '\\') index += 1
    else if (source[index] === '[') open.push(index)
    else if (source[index] === ']') {
      const start = open.pop()
      if (start !== undefined) pairs.set(start, index)
    }
  }
  return pairs
}

/** Pictures are not loaded, because loading tells their server; their words stand for them. */
function matchImage(scan: Scan, at: number): Match | null {
  const link = matchLink(scan, at + 1, MAX_DEPTH - 1)
  if (link?.node.type !== 'link') return null
  const words = link.node.children.map(child => ('text' in child ? child.text : '')).join('')
  return { node: { type: 'text', text: words }, end: link.end }
}

function matchAutolink(source: string, at: number): Match | null {
  const found = /^<((?:https?:\/\/|mailto:)[^\s<>]+)>/.exec(source.slice(at, at + MAX_TARGET))
  return found ? linkTo(found[1] ?? '', at + found[0].length) : null
}

function matchBareLink(source: string, at: number): Match | null {
  if (/\w/.test(source[at - 1] ?? '')) return null
  const found = /^https?:\/\/[^\s<>"'\x60]+/.exec(source.slice(at, at + MAX_TARGET))
  // Punctuation at the end is the sentence's, a closing bracket too unless the address opened it.
  const address = found?.[0].replace(/[.,:;!?*_~]+$/, '').replace(/^([^(]*)\)+$/, '$1')
  return address ? linkTo(address, at + address.length) : null
}

const linkTo = (href: string, end: number): Match => ({
  node: { type: 'link', href, children: [{ type: 'text', text: href }] },
  end,
})

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0', apos: "'" }

export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
