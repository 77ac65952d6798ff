/** How a number looks that nobody gave a format, the same in the page and over the API. Pure. */

/** The engine's times, whose hours always have two digits, and Google's. */
export const STANDARD_TIMES: Record<string, string> = {
  'hh:mm:ss a': 'h:mm:ss am/pm',
  'hh:mm a': 'h:mm am/pm',
}

/** A number without a format: at most ten significant digits for fractions, E notation beyond 15 digits. */
export function formatAutomatic(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value)
  const magnitude = Math.abs(value)
  if (magnitude >= 1e15 || (magnitude > 0 && magnitude < 1e-9)) {
    const [digits, exponent] = value.toExponential(5).split('e')
    const power = Number(exponent)
    const sign = power < 0 ? '-' : '+'
    return `${Number(digits)}E${sign}${String(Math.abs(power)).padStart(2, '0')}`
  }
  const decimals = Math.max(0, 10 - Math.max(1, Math.floor(Math.log10(magnitude)) + 1))
  return String(Number(value.toFixed(magnitude < 1 ? 10 : decimals)))
}
