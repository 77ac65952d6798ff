/** Prompts to begin with, made from the headers of the tab and one value below each. */
import type { SheetContext } from '../../contract/rpc.ts'
import { t } from './texts.ts'

export const groups = ['clean', 'enrich', 'analyse', 'format'] as const
export type Group = (typeof groups)[number]

const MAX_SUGGESTIONS = 4

type Kind = 'number' | 'money' | 'date' | 'email' | 'text' | 'name' | 'empty'

/** Who has a website; what falls into groups; what is worth reading. In the five languages of the page. */
const whoName =
  /customer|company|client|account|lead|brand|supplier|vendor|kunde|firma|société|cliente|empresa|会社|顧客/i
const groupName =
  /region|source|category|type|status|stage|product|country|city|team|department|segment|channel|kategorie|land|catégorie|pays|categoría|país|地域|分類/i
const proseName =
  /comment|feedback|review|message|note|description|subject|kommentar|beschreibung|avis|remarque|comentario|descripción|感想|説明/i

/** `hasLanguageModel`: rules can't sort what people wrote, or look anything up. */
export function suggestionsFor(
  context: SheetContext | null,
  hasLanguageModel = true,
): Record<Group, string[]> {
  const columns = columnsOf(context)
  if (columns.length === 0) {
    const setUp = [t('suggest.blankEnrich'), t('suggest.blankAnalyse')]
    return { clean: setUp, enrich: setUp, analyse: setUp, format: setUp }
  }
  const of = (...kinds: Kind[]) => columns.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name)
  // A quantity before an amount: "Qty times Price".
  const numbers = of('number').concat(of('money'))
  const texts = of('text')
  const lists = {
    clean: cleaning(texts, of('email')),
    enrich: [
      ...calculating(of('number').at(-1), of('money')[0] ?? of('number').at(-2), of('email')),
      ...(hasLanguageModel ? understanding(texts) : []),
    ],
    analyse: analysing(numbers, texts),
    format: formatting(of('money').concat(of('number')), of('date'), numbers),
  }
  return {
    clean: lists.clean.slice(0, MAX_SUGGESTIONS),
    enrich: lists.enrich.slice(0, MAX_SUGGESTIONS),
    analyse: lists.analyse.slice(0, MAX_SUGGESTIONS),
    format: lists.format.slice(0, MAX_SUGGESTIONS),
  }
}

function columnsOf(context: SheetContext | null): { name: string; kind: Kind }[] {
  const headers = context?.headers ?? []
  return headers
    .map((name, index) => ({ name, kind: kindOf(name, context?.samples[index] ?? '') }))
    .filter(({ name }) => name !== '')
}

const moneyName =
  /price|cost|revenue|amount|total|salary|budget|preis|umsatz|betrag|prix|montant|precio|importe|金額|価格/i

/** Numbers that only name a row: nobody adds them up. */
const nameOfRow = /(^|\b|_)(id|no|nr|number|order|invoice|sku|zip|year|phone)\b|#|№/i

function kindOf(name: string, sample: string): Kind {
  if (sample === '') return 'empty'
  if (/^\S+@\S+\.\S+$/.test(sample)) return 'email'
  if (/^\d{1,4}[-/.年]\s?\d{1,2}[-/.月]\s?\d{1,4}/.test(sample)) return 'date'
  const bare = sample.replace(/[\s\u00a0.,'’%]/g, '')
  if (/^[($€£¥-]*\d+[)$€£¥]*$/.test(bare)) {
    if (/[$€£¥]/.test(bare) || moneyName.test(name)) return 'money'
    return nameOfRow.test(name) ? 'name' : 'number'
  }
  return 'text'
}

/** Rows are the same by an email or as a whole: by a date, the orders of one day would be lost. */
function cleaning(texts: string[], emails: string[]): string[] {
  return [
    ...texts.slice(0, 1).map(a => t('suggest.trim', { a })),
    ...emails.slice(0, 1).map(a => t('suggest.dedupe', { a })),
    ...(emails.length === 0 ? [t('suggest.dedupeAll')] : []),
    ...texts.slice(0, 2).map(a => t('suggest.title', { a })),
    t('suggest.trimAll'),
  ]
}

function calculating(a: string | undefined, b: string | undefined, emails: string[]): string[] {
  return [
    ...(a !== undefined && b !== undefined ? [t('suggest.multiply', { a, b })] : []),
    ...emails.slice(0, 1).map(email => t('suggest.domain', { a: email })),
  ]
}

function understanding(texts: string[]): string[] {
  const who = texts.find(name => whoName.test(name))
  const prose = texts.find(name => proseName.test(name)) ?? texts.find(isWorthSorting)
  return [
    ...(prose === undefined ? [] : [t('suggest.classify', { a: prose })]),
    ...(who === undefined ? [] : [t('suggest.research', { a: who })]),
  ]
}

/** Not what falls into groups already, and not what only names somebody or something. */
const isWorthSorting = (name: string): boolean =>
  !groupName.test(name) && !whoName.test(name) && !/name|nom\b|nombre|名/i.test(name)

function analysing(numbers: string[], texts: string[]): string[] {
  // Failing a telling name: a column late in the table is more often a category than the first.
  const category = texts.find(name => groupName.test(name)) ?? texts.at(-1)
  const figure = numbers.at(-1)
  return [
    ...(figure !== undefined && category !== undefined
      ? [t('suggest.sumBy', { a: figure, b: category })]
      : []),
    ...(category === undefined ? [] : [t('suggest.countBy', { a: category })]),
    ...(figure === undefined ? [] : [t('suggest.average', { a: figure })]),
    t('suggest.describe'),
  ]
}

function formatting(money: string[], dates: string[], numbers: string[]): string[] {
  return [
    ...money.slice(0, 1).map(a => t('suggest.currency', { a })),
    ...dates.slice(0, 1).map(a => t('suggest.date', { a })),
    t('suggest.header'),
    ...numbers.slice(-1).map(a => t('suggest.sort', { a })),
  ]
}
