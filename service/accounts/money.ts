/** Money is integer nano-dollars everywhere; only people read and write dollars. */
import { type AmountKind, shownDollars } from '../../contract/money.ts'

export const NANO_PER_DOLLAR = 1_000_000_000n
const NANO_DIGITS = 9

/** "$12.50", "$0.0042", "-$2.50". */
export function formatDollars(nano: bigint, kind: AmountKind): string {
  const [whole, fraction] = shownDollars(nano, kind).replace('-', '').split('.')
  return `${nano < 0n ? '-' : ''}$${whole!.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`
}

/** "12", "12.5", "$1,200.00": what a person writes for dollars. Null for anything else. */
export function parseDollars(text: string): bigint | null {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,9}))?$/.exec(text.trim())
  if (!match) return null
  const whole = BigInt(match[1]!.replaceAll(',', ''))
  return whole * NANO_PER_DOLLAR + BigInt((match[2] ?? '').padEnd(NANO_DIGITS, '0'))
}
