/** Numbers that are written as words: "six hundred and fifty", "a tenner", "2 thousand". */
import { NUMBER_WORDS } from './index.ts'
import type { Token } from './tokens.ts'

const TIMES: Record<string, number> = { hundred: 100, thousand: 1_000, grand: 1_000, million: 1_000_000 }
const ONES: Record<string, number> = { a: 1, an: 1, tenner: 10, fiver: 5, dozen: 12 }

/** Whether it goes on with the number that stands before it. */
export const isMore = ({ kind, norm }: Token): boolean =>
  kind === 'word' && (norm in TIMES || norm in ONES || NUMBER_WORDS.has(norm)) && !/^an?$/.test(norm)

/** The first number; null where there is none at the beginning. */
export function valueOf(tokens: readonly Token[]): number | null {
  const start = tokens.findIndex(({ kind }) => kind === 'number')
  const [first, ...rest] = start > 0 ? tokens.slice(start) : tokens
  const begun =
    first && (first.value ?? ONES[first.norm] ?? NUMBER_WORDS.get(first.norm) ?? TIMES[first.norm])
  if (begun === undefined) return null
  let [sum, part] = [0, begun]
  for (const { kind, norm } of rest) {
    if (norm === 'and') continue
    const times = TIMES[norm]
    const more = ONES[norm] ?? NUMBER_WORDS.get(norm)
    if (kind !== 'word' || (times === undefined && more === undefined)) break
    if (times === undefined) part = norm in ONES ? part * more! : part + more!
    else if (times === 100) part *= 100
    else [sum, part] = [sum + part * times, 0]
  }
  return sum + part
}
