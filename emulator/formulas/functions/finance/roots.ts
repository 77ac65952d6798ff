/** Where a function of a rate is zero: Newton's steps from a guess, then a search between a change of sign. */

const STEPS = 100
const NEAR = 1e-13

export function findRoot(f: (rate: number) => number, guess: number): number | undefined {
  if (Math.abs(f(0)) < 1e-9) return 0
  return newton(f, guess) ?? bracketed(f)
}

function newton(f: (x: number) => number, guess: number): number | undefined {
  let x = guess
  for (let i = 0; i < STEPS; i++) {
    const y = f(x)
    const width = Math.max(Math.abs(x), 1e-3) * 1e-6
    const slope = (f(x + width) - f(x - width)) / (2 * width)
    if (!Number.isFinite(y) || !Number.isFinite(slope) || slope === 0) return undefined
    const next = x - y / slope
    if (next <= -1) return undefined
    if (Math.abs(next - x) < NEAR * Math.max(1, Math.abs(next))) return isRoot(f, next) ? next : undefined
    x = next
  }
  return undefined
}

/** A tail that nears zero is no root. */
function isRoot(f: (x: number) => number, x: number): boolean {
  const width = Math.max(Math.abs(x), 1e-3) * 1e-4
  return x - width > -1 && f(x - width) * f(x + width) <= 0
}

function bracketed(f: (x: number) => number): number | undefined {
  const points = [
    -0.9999, -0.99, -0.9, -0.75, -0.5, -0.25, -0.1, 0, 0.1, 0.25, 0.5, 1, 2, 5, 10, 100, 1000, 1e5,
  ]
  for (let i = 1; i < points.length; i++) {
    let [low, high] = [points[i - 1] ?? 0, points[i] ?? 0]
    const sign = Math.sign(f(low))
    if (sign === 0) return low
    if (sign === Math.sign(f(high)) || Number.isNaN(f(high))) continue
    for (let k = 0; k < 200; k++) {
      const middle = (low + high) / 2
      if (middle === low || middle === high) break
      if (Math.sign(f(middle)) === sign) low = middle
      else high = middle
    }
    return (low + high) / 2
  }
  return undefined
}
