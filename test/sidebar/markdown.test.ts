import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Block, parseMarkdown } from '../../sidebar/markdown/blocks.ts'
import type { Inline } from '../../sidebar/markdown/inline.ts'
import { safeHref } from '../../sidebar/views/markdown.tsx'
import { cpuMilliseconds } from '../support/cpu-time.ts'

/** Nodes as short text, so that a test reads like its answer. */
const inline = (nodes: Inline[]): string =>
  nodes
    .map(node => {
      switch (node.type) {
        case 'text':
          return node.text
        case 'break':
          return '⏎'
        case 'code':
          return `‹${node.text}›`
        case 'link':
          return `[${inline(node.children)}→${node.href}]`
        default:
          return `${node.type}(${inline(node.children)})`
      }
    })
    .join('')

const block = (node: Block): string => {
  switch (node.type) {
    case 'heading':
      return `h${node.level}(${inline(node.children)})`
    case 'paragraph':
      return `p(${inline(node.children)})`
    case 'code':
      return `code(${node.text})`
    case 'quote':
      return `quote(${node.children.map(block).join(' ')})`
    case 'list':
      return `${node.isOrdered ? `ol${node.start}` : 'ul'}(${node.items.map(item => item.map(block).join(' ')).join(' | ')})`
    case 'table':
      return `table(${[node.header, ...node.rows].map(row => row.map(inline).join(',')).join(' / ')} : ${node.align.join(',')})`
    case 'rule':
      return 'rule'
  }
}
const read = (source: string) => parseMarkdown(source).map(block).join(' ')

describe('markdown', () => {
  it.each([
    ['# One\ntext', 'h1(One) p(text)'],
    ['a\nb\n\nc', 'p(a⏎b) p(c)'],
    ['**bold** and *it* and ***both*** ~~no~~', 'p(strong(bold) and em(it) and strong(em(both)) del(no))'],
    ['snake_case_name and 2 * 3 * 4', 'p(snake_case_name and 2 * 3 * 4)'],
    ['use `=A1*B1` and ``a`b``', 'p(use ‹=A1*B1› and ‹a`b›)'],
    ['\\*not\\* em &amp; &lt;b&gt;', 'p(*not* em & <b>)'],
    ['- one\n- two\n  - inner\n- three', 'ul(p(one) | p(two) ul(p(inner)) | p(three))'],
    ['1. one\n2. two\n\n3. three', 'ol1(p(one) | p(two) | p(three))'],
    ['- one\n  more\n- two', 'ul(p(one⏎more) | p(two))'],
    ['text\n- item', 'p(text) ul(p(item))'],
    ['> quoted\n> more', 'quote(p(quoted⏎more))'],
    ['---', 'rule'],
    ['```js\nlet a = `x`\n\n# no\n```\nafter', 'code(let a = `x`\n\n# no) p(after)'],
    ['```\nnever closed', 'code(never closed)'],
    ['| A | B |\n|---|--:|\n| 1 | **2** |\n| 3 |', 'table(A,B / 1,strong(2) / 3, : ,right)'],
    ['A | B\n--|--\n`x\\|y` | z', 'table(A,B / ‹x|y›,z : ,)'],
    ['a | b without a rule below', 'p(a | b without a rule below)'],
    ['[label](https://a.example/x_(y) "t")', 'p([label→https://a.example/x_(y)])'],
    [
      'see https://a.example/x, and <https://b.example>.',
      'p(see [https://a.example/x→https://a.example/x], and [https://b.example→https://b.example].)',
    ],
    ['![a cat](https://tracker.example/p.gif)', 'p(a cat)'],
    ['<img src=x onerror=alert(1)>', 'p(<img src=x onerror=alert(1)>)'],
    ['**open', 'p(**open)'],
    ['[open](', 'p([open]()'],
  ])('%j', (source, shape) => {
    expect(read(source)).toBe(shape)
  })

  it('reads any text without failing, and loses no word of it', () => {
    const piece = fc.constantFrom(
      '*',
      '**',
      '_',
      '`',
      '[',
      ']',
      '(',
      ')',
      '|',
      '\n',
      '- ',
      '1. ',
      '> ',
      '#',
      ' ',
      'word',
      '~~',
      '\\',
      '<',
      '&amp;',
      '```',
      '---',
      'https://a.example',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), pieces => {
        const shape = read(pieces.join(''))
        expect(typeof shape).toBe('string')
      }),
      { numRuns: 2_000 },
    )
  })

  it('stays quick on text made to be slow', () => {
    for (const source of [
      '*'.repeat(5_000),
      '['.repeat(5_000),
      '> '.repeat(2_000),
      '`'.repeat(5_000),
      '**a '.repeat(2_000),
    ]) {
      expect(
        cpuMilliseconds(() => read(source)),
        source.slice(0, 10),
      ).toBeLessThan(1_000)
    }
  })
})

describe('a link', () => {
  it.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    ' vbscript:x',
    'file:///etc/passwd',
    '/relative',
    'x',
  ])('to %s is not made', address => {
    expect(safeHref(address)).toBeUndefined()
  })

  it.each(['https://a.example/', 'http://a.example/', 'mailto:a@b.example'])('to %s is', address => {
    expect(safeHref(address)).toBe(address)
  })
})
