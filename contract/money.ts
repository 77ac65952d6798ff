/**
 * How an amount is shown, for the service, the sidebar and the clients alike. Knows digits; no language and no
 * sign of a currency.
 */

/** What was spent never looks smaller than it is, what is left never larger; what was agreed is told exactly. */
export type AmountKind = 'spent' | 'left' | 'exact'

const NANO_DIGITS = 9

/** Nano-dollars as dollars with as many digits as say something: 12.40, 0.083, 0.0042. */
export function shownDollars(nano: bigint, kind: AmountKind): string {
  const digits = kind === 'exact' ? NANO_DIGITS : digitsThatSay(nano < 0n ? -nano : nano)
  const rounded = roundTo(nano, 10n ** BigInt(NANO_DIGITS - digits), kind)
  const absolute = (rounded < 0n ? -rounded : rounded).toString().padStart(NANO_DIGITS + 1, '0')
  const fraction = absolute.slice(-NANO_DIGITS).replace(/0{1,7}$/, '')
  return `${rounded < 0n ? '-' : ''}${absolute.slice(0, -NANO_DIGITS)}.${fraction}`
}

/** Cents from a dollar, tenths of a cent from a cent, and two digits of what is less. */
function digitsThatSay(absolute: bigint): number {
  if (absolute === 0n || absolute >= 1_000_000_000n) return 2
  if (absolute >= 10_000_000n) return 3
  return Math.min(NANO_DIGITS, NANO_DIGITS + 2 - absolute.toString().length)
}

function roundTo(nano: bigint, unit: bigint, kind: AmountKind): bigint {
  const cut = nano - (nano % unit)
  if (cut === nano) return nano
  // Cutting goes towards zero: up for a debt, down for anything else.
  if (kind === 'spent') return nano > 0n ? cut + unit : cut
  return nano < 0n ? cut - unit : cut
}
