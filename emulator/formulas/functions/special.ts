/** Gamma, beta and error functions to nearly a double's precision, and how to turn a distribution around. */

const LANCZOS = [
  0.9999999999999971, 57.15623566586292, -59.59796035547549, 14.136097974741746, -0.4919138160976202,
  3.399464998481189e-5, 4.652362892704858e-5, -9.837447530487956e-5, 0.0001580887032249125,
  -0.00021026444172410488, 0.00021743961811521265, -0.0001643181065367639, 8.441822398385275e-5,
  -2.6190838401581408e-5, 3.6899182659531625e-6,
]
const LANCZOS_G = 607 / 128
const HALF_LOG_TWO_PI = 0.9189385332046728
const TINY = 1e-300
const EPSILON = 1e-16
const MAX_STEPS = 10_000

export function gammaLn(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.abs(Math.sin(Math.PI * x))) - gammaLn(1 - x)
  if (x > 1e3)
    return (
      (x - 0.5) * Math.log(x) - x + HALF_LOG_TWO_PI + 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1260 * x ** 5)
    )
  let sum = LANCZOS[0] ?? 0
  for (let i = 1; i < LANCZOS.length; i++) sum += (LANCZOS[i] ?? 0) / (x - 1 + i)
  const t = x - 0.5 + LANCZOS_G
  return (x - 0.5) * Math.log(t) - t + HALF_LOG_TWO_PI + Math.log(sum)
}

export function gamma(x: number): number {
  if (Number.isInteger(x) && x > 0 && x < 171) return factorial(x - 1)
  if (x < 0.5) return Math.PI / (Math.sin(Math.PI * x) * gamma(1 - x))
  if (x > 171.7) return Number.POSITIVE_INFINITY
  let sum = LANCZOS[0] ?? 0
  for (let i = 1; i < LANCZOS.length; i++) sum += (LANCZOS[i] ?? 0) / (x - 1 + i)
  const t = x - 0.5 + LANCZOS_G
  const half = t ** ((x - 0.5) / 2)
  return Math.sqrt(2 * Math.PI) * half * Math.exp(-t) * half * sum
}

const factorials = [1]
export function factorial(n: number): number {
  for (let i = factorials.length; i <= n; i++) factorials.push((factorials[i - 1] ?? 1) * i)
  return factorials[n] ?? Number.POSITIVE_INFINITY
}

/** Of whole numbers, exact as long as a double can be. */
export function combinations(n: number, k: number): number {
  if (k < 0 || k > n) return 0
  const few = Math.min(k, n - k)
  if (few > 500) return Math.round(Math.exp(gammaLn(n + 1) - gammaLn(k + 1) - gammaLn(n - k + 1)))
  let result = 1
  for (let i = 1; i <= few; i++) result = (result * (n - few + i)) / i
  return result < 2 ** 53 ? Math.round(result) : result
}

// ---- incomplete gamma

/** P(a, x): the lower incomplete gamma function, regularized. */
export function gammaP(a: number, x: number): number {
  if (x <= 0) return 0
  return x < a + 1 ? gammaSeries(a, x) : 1 - gammaFraction(a, x)
}

/** Q(a, x) = 1 - P(a, x), precise where it is small. */
export function gammaQ(a: number, x: number): number {
  if (x <= 0) return 1
  return x < a + 1 ? 1 - gammaSeries(a, x) : gammaFraction(a, x)
}

function gammaSeries(a: number, x: number): number {
  let term = 1 / a
  let sum = term
  for (let n = 1; n < MAX_STEPS; n++) {
    term *= x / (a + n)
    sum += term
    if (Math.abs(term) < Math.abs(sum) * EPSILON) break
  }
  return sum * Math.exp(-x + a * Math.log(x) - gammaLn(a))
}

function gammaFraction(a: number, x: number): number {
  let b = x + 1 - a
  let c = 1 / TINY
  let d = 1 / b
  let h = d
  for (let i = 1; i < MAX_STEPS; i++) {
    const an = -i * (i - a)
    b += 2
    d = 1 / nonZero(an * d + b)
    c = nonZero(b + an / c)
    h *= d * c
    if (Math.abs(d * c - 1) < EPSILON * 2) break
  }
  return Math.exp(-x + a * Math.log(x) - gammaLn(a)) * h
}

function nonZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value
}

export function erf(x: number): number {
  return x < 0 ? -gammaP(0.5, x * x) : gammaP(0.5, x * x)
}

export function erfc(x: number): number {
  return x < 0 ? 1 + gammaP(0.5, x * x) : gammaQ(0.5, x * x)
}

// ---- incomplete beta

export function betaLn(a: number, b: number): number {
  return gammaLn(a) + gammaLn(b) - gammaLn(a + b)
}

/** I(x; a, b), regularized. */
export function betaI(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - betaLn(a, b))
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(x, a, b)) / a
    : 1 - (front * betaFraction(1 - x, b, a)) / b
}

function betaFraction(x: number, a: number, b: number): number {
  let c = 1
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1))
  let h = d
  for (let m = 1; m < MAX_STEPS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / nonZero(1 + even * d)
    c = nonZero(1 + even / c)
    h *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / nonZero(1 + odd * d)
    c = nonZero(1 + odd / c)
    h *= d * c
    if (Math.abs(d * c - 1) < EPSILON * 2) break
  }
  return h
}

// ---- normal

export function normalCdf(z: number): number {
  return 0.5 * erfc(-z / Math.SQRT2)
}

export function normalPdf(z: number): number {
  return Math.exp(-z * z * 0.5) / Math.sqrt(2 * Math.PI)
}

const A = [
  -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716,
  2.506628277459239,
]
const B = [
  -54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1,
]
const C = [
  -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
]
const D = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1]

const polynomial = (coefficients: number[], x: number) => coefficients.reduce((sum, c) => sum * x + c, 0)

/** Acklam's approximation as it is: Google's values show its error of a part in a thousand million. */
export function normalInverse(p: number): number {
  if (p < 0.02425) return tail(p)
  if (p > 1 - 0.02425) return -tail(1 - p)
  const q = p - 0.5
  return (polynomial(A, q * q) * q) / polynomial(B, q * q)
}

function tail(p: number): number {
  const q = Math.sqrt(-2 * Math.log(p))
  return polynomial(C, q) / polynomial(D, q)
}

/** Where a growing function reaches `p`, between `low` and `high` (which may be infinite). */
export function invert(cdf: (x: number) => number, p: number, low: number, high: number): number {
  let [a, b] = [Number.isFinite(low) ? low : -1, Number.isFinite(high) ? high : 1]
  if (!Number.isFinite(high)) while (cdf(b) < p && b < 1e300) b = b <= 0 ? 1 : b * 2
  if (!Number.isFinite(low)) while (cdf(a) > p && a > -1e300) a *= 2
  for (let i = 0; i < 2000; i++) {
    const middle = a > 0 && b / a > 4 ? Math.sqrt(a * b) : (a + b) / 2
    if (middle <= a || middle >= b) break
    if (cdf(middle) < p) a = middle
    else b = middle
    if (b - a <= 4e-16 * Math.abs(b)) break
  }
  return (a + b) / 2
}
