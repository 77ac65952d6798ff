/** Chance that a seed repeats, so that a generated workbook is the same on every machine. */
export interface Random {
  /** From 0 up to 1. */
  next(): number
  /** A whole number, both ends included. */
  int(from: number, to: number): number
  /** An amount with cents, both ends included. */
  money(from: number, to: number): number
  pick<T>(items: readonly T[]): T
  chance(share: number): boolean
  shuffled<T>(items: readonly T[]): T[]
}

/** mulberry32 */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    int,
    money: (from, to) => int(Math.round(from * 100), Math.round(to * 100)) / 100,
    pick: items => items[int(0, items.length - 1)]!,
    chance: share => next() < share,
    shuffled(items) {
      const mixed = [...items]
      for (let at = mixed.length - 1; at > 0; at--) {
        const other = int(0, at)
        ;[mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!]
      }
      return mixed
    },
  }
}
