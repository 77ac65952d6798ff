/** Sums and counts by conditions that nothing meets: told with the formula that most likely was meant. */
import { cellsOf } from '../support/target.ts'
import type { Written } from '../support/written.ts'
import type { Block } from './blocks.ts'

/** Sums by conditions that nothing meets: mostly the condition is at fault, not the data. */
export function zeroHints(blocks: Block[], written: Written[]): string[] {
  return blocks.flatMap(({ target, content }, index) => {
    const { sample, distinct_values: distinct = 1 } = written[index]!
    if (content.kind !== 'formula' || !/IFS?\s*\(/i.test(content.formula)) return []
    const isZero = sample.flat().every(shown => /^[^1-9\p{L}]*0[^1-9\p{L}]*$/u.test(shown))
    if (!isZero || distinct > 1 || cellsOf(target) < 2) return []
    const mended = withNumbers(content.formula)
    const why =
      mended === content.formula
        ? 'check the conditions.'
        : `a date joined to a condition becomes the text that it shows ("July"). N() keeps the day: ${mended}`
    return [`All results in ${target.full} are 0: ${why}`]
  })
}

const JOINED = /"(?:[<>]=?|<>|=)"\s*&\s*/g

/** Each cell, or call, that is joined to a comparison, within N(). */
export function withNumbers(formula: string): string {
  let result = ''
  let from = 0
  for (const match of formula.matchAll(JOINED)) {
    const start = match.index + match[0].length
    const end = start < from ? start : endOfOperand(formula, start)
    if (end === start || /^N\(/i.test(formula.slice(start, end))) continue
    result += `${formula.slice(from, start)}N(${formula.slice(start, end)})`
    from = end
  }
  return result + formula.slice(from)
}

/** A reference, or a call with all of its parentheses; where there is neither, nothing. */
function endOfOperand(formula: string, start: number): number {
  const head =
    /^(?:(?:'[^']*'|[\p{L}\p{N}_]+)!)?(?:\$?[A-Z]{1,3}\$?\d+(?![\w(])|[A-Z][A-Z0-9.]*(?=\())/iu.exec(
      formula.slice(start),
    )
  if (!head) return start
  let at = start + head[0].length
  if (formula[at] !== '(') return at
  let depth = 0
  for (; at < formula.length; at += 1) {
    if (formula[at] === '(') depth += 1
    if (formula[at] === ')') depth -= 1
    if (depth === 0) return at + 1
  }
  return start
}
