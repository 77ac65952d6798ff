/**
 * Time in proportion to the text: twice the text takes about twice as long, whatever it is. Counted in
 * ratios of the same run, so that a busy machine changes nothing.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMarkdown } from '../../sidebar/markdown/blocks.ts'

const PIECES = [
  '_a ',
  '*a ',
  '**a ',
  '~~a ',
  '_a* ',
  '[',
  '[a](',
  '![a](b "',
  '[a](b (',
  '`',
  '``a` ',
  '<http://',
  'http://a.',
  '*',
  '_',
  '~',
  '&',
  '\\',
  '# ',
  '- ',
  '> ',
  '| ',
  '*a*',
  '[a]',
]

/** The quickest of some tries: what the text itself takes. */
function millisecondsFor(text: string): number {
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 3; attempt++) {
    const begun = process.threadCpuUsage()
    parseMarkdown(text)
    const { user, system } = process.threadCpuUsage(begun)
    best = Math.min(best, (user + system) / 1_000)
  }
  return best
}

test.each(PIECES)('32 KB of "%s" are read in a moment', piece => {
  const text = piece.repeat(32_768 / piece.length)
  // Quadratic reading took seconds of the thread's own time.
  expect(millisecondsFor(text)).toBeLessThan(400)
})

test.each([
  ['a table rule of spaces', `|a\n-${' '.repeat(32_000)}x`],
  ['a heading of spaces', `# a${' '.repeat(32_000)}x #`],
  ['an address of points', `http://${'.'.repeat(32_000)}a`],
  ['many lengths of backticks', Array.from({ length: 250 }, (_, at) => '`'.repeat(at + 1)).join(' ')],
])('%s is read in a moment', (_what, text) => {
  expect(millisecondsFor(text)).toBeLessThan(400)
})

test('any mix of marks is read in a moment', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...PIECES, '\n', ' ', 'b)', ']'), { minLength: 2, maxLength: 6 }),
      mix => {
        const piece = mix.join('')
        expect(millisecondsFor(piece.repeat(16_384 / piece.length))).toBeLessThan(800)
      },
    ),
    { numRuns: 40 },
  )
})
