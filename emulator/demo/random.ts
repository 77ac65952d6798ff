/** A small deterministic random source (mulberry32): the demo looks the same on every machine. */
export interface Random {
  /** From 0 up to but not including `limit`. */
  below(limit: number): number
  pick<T>(from: readonly [T, ...T[]]): T
}

export function seededRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below: limit => Math.floor(next() * limit),
    pick: from => from[Math.floor(next() * from.length)] ?? from[0],
  }
}
