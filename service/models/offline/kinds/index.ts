/** All kinds of instruction, in the order in which they are tried. */
import type { SpreadsheetOverview } from '../../../sheets/overview.ts'
import type { Instruction, Reading, Scope } from '../instruction.ts'
import { normalWords, singular } from '../text.ts'
import { aggregate } from './aggregate.ts'
import { cleanText } from './clean-text.ts'
import { dedupe } from './dedupe.ts'
import { describe } from './describe.ts'
import { filter } from './filter.ts'
import { findReplace } from './find-replace.ts'
import { formulaColumn } from './formula-column.ts'
import { group } from './group.ts'
import { header } from './header.ts'
import { numberFormat } from './number-format.ts'
import { renameTab } from './rename-tab.ts'
import { sort } from './sort.ts'

/** In the order of the documentation. */
export const kinds: readonly Instruction[] = [
  formulaColumn,
  aggregate,
  group,
  sort,
  filter,
  dedupe,
  cleanText,
  findReplace,
  numberFormat,
  header,
  renameTab,
  describe,
]

/** Strict patterns before loose ones: the first kind that reads the clause has it. */
const inOrder: readonly Instruction[] = [
  describe,
  header,
  renameTab,
  dedupe,
  cleanText,
  findReplace,
  sort,
  group,
  filter,
  numberFormat,
  formulaColumn,
  aggregate,
]

/** A kind that understands the clause, or else the first that knows what is wrong with it. */
export function readClause(clause: string, scope: Scope): Reading | null {
  let firstProblem: Reading | null = null
  for (const kind of inOrder) {
    const reading = kind.read(clause, scope)
    if (reading?.state === 'understood') return reading
    firstProblem ??= reading
  }
  return firstProblem
}

const EXAMPLES_SHOWN = 5

/** Examples of the kinds that share most words with the clause. */
export function kindsNear(clause: string, _overview: SpreadsheetOverview | null): string[] {
  const words = new Set(normalWords(clause).split(' ').map(singular))
  const shared = (text: string) =>
    normalWords(text)
      .split(' ')
      .map(singular)
      .filter(word => word.length > 2 && words.has(word)).length
  return kinds
    .map((kind, index) => ({ kind, index, score: Math.max(shared(kind.name), ...kind.examples.map(shared)) }))
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, EXAMPLES_SHOWN)
    .map(({ kind }) => kind.examples.toSorted((a, b) => shared(b) - shared(a))[0]!)
}
