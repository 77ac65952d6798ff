/** Which known name somebody meant. */

/** The known name with the fewest changes, fewer than `within`; undefined where none comes near. */
export function nearestName(name: string, known: Iterable<string>, within: number): string | undefined {
  let best: string | undefined
  let fewest = within
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= fewest) continue
    const changes = changesBetween(name, candidate)
    if (changes < fewest) {
      best = candidate
      fewest = changes
    }
  }
  return best
}

/** Levenshtein distance: letters put in, taken out or replaced. */
function changesBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}
