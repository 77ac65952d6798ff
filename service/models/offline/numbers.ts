/** Numbers as cells hold them and as people read them. */
import type { ColumnOverview } from '../../sheets/overview.ts'

/** A cell's value as a number; null for text, also where it merely begins with one. */
export function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string') return null
  const text = value.trim().replaceAll(/[$€£¥₹\s]/g, '')
  if (!/^[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?%?$/.test(text) || !/\d/.test(text)) return null
  const number = Number(text.replaceAll(/[,%]/g, ''))
  return text.endsWith('%') ? number / 100 : number
}

/** As the column shows its numbers: sign of the currency, percent, decimals. */
export function likeColumn(value: number, column: ColumnOverview): string {
  const pattern = column.number_format ?? ''
  if (column.type === 'percent') return `${round(value * 100, 2)}%`
  if (column.type !== 'currency') return round(value, 4)
  const sign = /[$€£¥₹]/.exec(pattern)?.[0] ?? /[$€£¥₹]/.exec(column.samples[0] ?? '')?.[0] ?? ''
  const amount = Math.abs(value).toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  return `${value < 0 ? '-' : ''}${sign}${amount}`
}

const round = (value: number, digits: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits })
