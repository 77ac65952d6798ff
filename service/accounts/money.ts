/** Money is integer nano-dollars everywhere; only people read and write dollars. */
export const NANO_PER_DOLLAR = 1_000_000_000n
const NANO_DIGITS = 9

/** "$12.50"; amounts under a cent keep the digits that say something: "$0.0004". */
export function formatDollars(nano: bigint): string {
  const sign = nano < 0n ? '-' : ''
  const absolute = nano < 0n ? -nano : nano
  const whole = absolute / NANO_PER_DOLLAR
  const fraction = (absolute % NANO_PER_DOLLAR).toString().padStart(NANO_DIGITS, '0')
  const digits = whole > 0n || absolute === 0n || !fraction.startsWith('00') ? 2 : significant(fraction)
  return `${sign}$${grouped(whole)}.${fraction.slice(0, digits)}`
}

const significant = (fraction: string) => Math.min(NANO_DIGITS, fraction.search(/[1-9]/) + 2)
const grouped = (whole: bigint) => whole.toString().replace(/\B(?=(\d{3})+$)/g, ',')

/** "12", "12.5", "$1,200.00": what a person writes for dollars. Null for anything else. */
export function parseDollars(text: string): bigint | null {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,9}))?$/.exec(text.trim())
  if (!match) return null
  const whole = BigInt(match[1]!.replaceAll(',', ''))
  return whole * NANO_PER_DOLLAR + BigInt((match[2] ?? '').padEnd(NANO_DIGITS, '0'))
}
