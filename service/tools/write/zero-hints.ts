/** Sums and counts by conditions that nothing meets: told with the formula that most likely was meant. */
import { withNumbers } from '../../sheets/formula/joined.ts'
import { cellsOf } from '../support/target.ts'
import type { Written } from '../support/written.ts'
import type { Block } from './blocks.ts'

/** Sums by conditions that nothing meets: mostly the condition is at fault, not the data. */
export function zeroHints(blocks: Block[], written: Written[], decimalComma: boolean): string[] {
  return blocks.flatMap(({ target, content }, index) => {
    const { sample, distinct_values: distinct = 1 } = written[index]!
    if (content.kind !== 'formula' || !/IFS?\s*\(/i.test(content.formula)) return []
    const isZero = sample.flat().every(shown => /^[^1-9\p{L}]*0[^1-9\p{L}]*$/u.test(shown))
    if (!isZero || distinct > 1 || cellsOf(target) < 2) return []
    const mended = withNumbers(content.formula, decimalComma)
    const why =
      mended === content.formula
        ? 'check the conditions.'
        : `a date joined to a condition becomes the text that it shows ("July"). As a number it stays the day: ${mended}`
    return [`All results in ${target.full} are 0: ${why}`]
  })
}
