/** Texts that are changed in their cells: trimmed, in other letters, replaced, cut, made numbers. */
import { replaced, replaceText } from '../kinds/cells/replace.ts'
import * as texts from '../kinds/cells/texts.ts'
import { cut, splitNames } from '../kinds/columns/split.ts'
import { isNumeric } from '../linking/sheet.ts'
import { meant, type Reads } from './meant.ts'
import { signNamed } from './signs.ts'
import { targetIn } from './targets.ts'

/** `trim`, `upper [C]`, `title A2:B9` */
export const changed =
  (action: string): Reads =>
  (items, ground) =>
    meant(texts.cleanText, texts.textsChanged(ground, targetIn(items, ground), action))

/** `replace "x" "y" (in [C])`, `replace "x" empty (in A2:B9)` */
export const replace: Reads = (items, ground) => {
  const [find, instead] = [items.literal(), items.word('empty') ? '' : items.literal()]
  if (find === null || instead === null || find === instead) return null
  const target = items.word('in') ? targetIn(items, ground) : 'table'
  // Without its unit, what stands among amounts is one.
  if (instead === '' && target !== 'table' && 'columns' in target && target.columns.every(isNumeric))
    return meant(texts.textToNumbers, texts.textsToNumbers(ground, target))
  return meant(replaceText, replaced(ground, { find, instead, target }))
}

/** `split [C] at "," (into "First", "Last")` */
export const split: Reads = (items, ground) => {
  const column = items.column()
  if (!column || !items.word('at')) return null
  const sign = items.word('space') ? ' ' : items.literal()
  if (sign === null) return null
  const names = items.word('into') ? items.literals() : []
  return meant(splitNames, cut(ground, column, signNamed(sign), names))
}

export const toNumber: Reads = (items, ground) => {
  const target = targetIn(items, ground)
  return target === 'table' ? null : meant(texts.textToNumbers, texts.textsToNumbers(ground, target))
}
