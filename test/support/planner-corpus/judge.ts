/** Whether what stands in a workbook now is one of the outcomes that its writer calls right. */
import type { Outcome } from './corpus.ts'
import { type Differences, differences, isUntouched } from './differences.ts'
import { type Checked, checks, type Seen } from './outcomes.ts'
import { cellAt, holds, isFilled, near, type Picture } from './picture.ts'

export type Verdict = 'right' | 'asked' | 'wrong'

export interface Judged {
  verdict: Verdict
  why: string
}

export function judge(before: Picture, after: Picture, answer: string, expected: readonly Outcome[]): Judged {
  const found = differences(before, after)
  const seen: Seen = { before, after, found, answer }
  const reasons: string[] = []
  for (const outcome of expected) {
    const why = whyNot(outcome, seen)
    if (why === null) return { verdict: 'right', why: '' }
    reasons.push(`${Object.keys(outcome).join('+')}: ${why}`)
  }
  return { verdict: isUntouched(found) ? 'asked' : 'wrong', why: reasons.join(' | ') }
}

/** Null where the outcome holds. Several parts of one outcome must all hold. */
function whyNot(outcome: Outcome, seen: Seen): string | null {
  if (outcome.nothing) return isUntouched(seen.found) ? null : 'something changed'
  const parts = Object.entries(outcome).filter(([name]) => name !== 'nothing')
  if (parts.length === 1 && outcome.answer)
    return isUntouched(seen.found) ? answered(outcome.answer, seen.answer) : 'something changed'
  const allowed: Checked = { changed: () => false, structure: false, formats: false, lostTabs: false }
  for (const [name, wanted] of parts) {
    const result =
      name === 'answer'
        ? answered(wanted as NonNullable<Outcome['answer']>, seen.answer)
        : name === 'value'
          ? valueStands(wanted, seen)
          : (checks[name]?.(wanted as never, seen) ?? `unknown outcome ${name}`)
    if (typeof result === 'string') return result
    if (result === null) continue
    const before = allowed.changed
    allowed.changed = cell => before(cell) || result.changed(cell)
    allowed.structure ||= result.structure
    allowed.formats ||= result.formats
    allowed.lostTabs ||= result.lostTabs
  }
  return excess(seen.found, allowed)
}

/** Cells that were empty and new tabs count as a part of making something. */
function excess(found: Differences, allowed: Checked): string | null {
  const cell = found.changed.find(each => !allowed.changed(each))
  if (cell !== undefined) return `changed ${cell}`
  if (found.lostTabs.length > 0 && !allowed.lostTabs) return `lost ${found.lostTabs.join()}`
  if (found.formatted.length > 0 && !allowed.formats) return `formatted ${found.formatted[0]}`
  const other = found.structure.filter(each => !each.endsWith(': widths'))
  return other.length > 0 && !allowed.structure ? `changed ${other.join(', ')}` : null
}

function answered(
  { numbers = [], texts = [] }: NonNullable<Outcome['answer']>,
  answer: string,
): string | null {
  const said = [...answer.matchAll(/-?\d[\d,]*(?:\.\d+)?/g)].map(([text]) => Number(text.replaceAll(',', '')))
  // A range is no minus: "2-5" says 5 as well; a share may be said as a percentage.
  const isSaid = (number: number) =>
    said.some(
      each =>
        roundsTo(each, number) || roundsTo(Math.abs(each), Math.abs(number)) || roundsTo(each / 100, number),
    )
  const missing = numbers.find(number => !isSaid(number))
  if (missing !== undefined) return `the answer has no ${missing}`
  const lower = answer.toLowerCase()
  const text = texts.find(each => !lower.includes(each.toLowerCase()))
  return text === undefined ? null : `the answer has no “${text}”`
}

/** What people round to: two decimals, one, none of a large number. */
const roundsTo = (said: number, wanted: number): boolean =>
  near(said, wanted) || Math.abs(said - wanted) <= Math.max(0.05, 0) * (Math.abs(wanted) > 5 ? 1 : 0.2)

function valueStands(wanted: unknown, { before, after, found }: Seen): Checked | string {
  const stands = after.some(tab =>
    tab.cells.some((row, index) =>
      row.some((cell, column) => {
        if (!isFilled(cell) || !holds(cell, wanted)) return false
        const was = before.find(({ title }) => title === tab.title)
        return was === undefined || !isFilled(cellAt(was, index, column))
      }),
    ),
  )
  return stands || found === undefined
    ? { changed: () => false, structure: false, formats: false, lostTabs: false }
    : `no new cell holds ${String(wanted)}`
}
