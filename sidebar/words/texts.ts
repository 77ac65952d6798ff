/** The page's words in the person's language; English is built in and stands in for what is missing. */
import { signal } from '@preact/signals'
import { shownDollars } from '../../contract/money.ts'
import { page as english } from '../texts/en.ts'

export type TextKey = keyof typeof english

const language = signal<{ locale: string; texts: Record<string, string> }>({ locale: 'en', texts: english })

export function useLanguage(locale: string, texts: Record<string, string> | null): void {
  language.value = { locale: texts ? locale.replace('_', '-') : 'en', texts: texts ?? english }
}

/** What a browser and a screen reader should read the page as. */
export const locale = (): string => language.value.locale

/**
 * The text of that key with `{name}` filled in. Where it has two forms, "one || other", the value named `n`
 * chooses.
 */
export function t(key: TextKey, values: Record<string, string | number> = {}): string {
  const text = language.value.texts[key] ?? english[key]
  const forms = text.split(' || ')
  const count = values.n
  const isOne =
    typeof count === 'number' && new Intl.PluralRules(language.value.locale).select(count) === 'one'
  const form = (forms.length > 1 && !isOne ? forms[1] : forms[0]) ?? text
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : typeof value === 'number' ? formatNumber(value) : value
  })
}

/** For keys made from what a service says: undefined when there is no such text. */
export const textOf = (key: string): string | undefined =>
  language.value.texts[key] ?? (english as Record<string, string>)[key]

export const formatNumber = (value: number): string =>
  new Intl.NumberFormat(language.value.locale, { maximumFractionDigits: 2 }).format(value)

/** "A and B" */
export const joined = (words: readonly string[]): string =>
  new Intl.ListFormat(language.value.locale, { type: 'conjunction' }).format(words)

/** What was spent: $12.40, $0.083, $0.0042. */
export function formatDollars(nano: number): string {
  const dollars = shownDollars(BigInt(Math.ceil(nano)), 'spent')
  const digits = dollars.length - dollars.indexOf('.') - 1
  return new Intl.NumberFormat(language.value.locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(Number(dollars))
}

export function formatSeconds(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 10) return t('time.seconds', { s: Math.max(0.1, Math.round(seconds * 10) / 10) })
  if (seconds < 60) return t('time.seconds', { s: Math.round(seconds) })
  const whole = Math.round(seconds)
  return t('time.minutes', { m: Math.floor(whole / 60), s: String(whole % 60).padStart(2, '0') })
}

const KIB = 1024

/** 830 B, 12 KB, 3.4 MB */
export function formatBytes(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`
  const kib = bytes / KIB
  return kib < KIB
    ? `${formatNumber(Math.round(kib))} KB`
    : `${formatNumber(Math.round((kib / KIB) * 10) / 10)} MB`
}

export const formatDay = (ms: number): string =>
  new Intl.DateTimeFormat(language.value.locale, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(ms)
