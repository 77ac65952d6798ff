/**
 * Spans of days by what lies between them and today, in the languages that are read: "semaine dernière", "los últimos
 * 30 días", "vorgestern", "来月". Each word of a text must be known: what has others is no such span.
 */

import { countOf } from '../words/numbers.ts'
import { isUnspaced, normal } from '../words/tokens.ts'
import { dateOf, movedBy, type Period, periodOf, reaching, type Span, serialOf } from './dates.ts'

const UNITS: [RegExp, Period][] = [
  [/^(?:days?|tage?n?|jours?|dias?|日)$/, 'day'],
  [/^(?:weeks?|wochen?|semaines?|semanas?|週間?)$/, 'week'],
  [/^(?:months?|monat(?:e[ns]?|s)?|mois|mes(?:es)?|[かヶ]?月)$/, 'month'],
  [/^(?:quarters?|quartale?[ns]?|trimestres?|四半期)$/, 'quarter'],
  [/^(?:years?|jahre?[ns]?|ans?|annees?|anos?|年)$/, 'year'],
]

type Sense = 'last' | 'next' | 'this' | 'ago' | 'ahead' | 'filler'
const SENSES: [RegExp, Sense][] = [
  [
    /^(?:last|past|previous|(?:letzt|vorig|vergangen)e[nmrs]?|derniere?s?|passee?s?|precedente?s?|pasad[oa]s?|anterior|ultim[oa]s?|先|昨|去|過去|直近)$/,
    'last',
  ],
  [
    /^(?:next|coming|following|(?:nachst|kommend|folgend)e[nmrs]?|prochaine?s?|suivante?s?|proxim[oa]s?|siguientes?|entrante|viene|vient|来|翌|今後)$/,
    'next',
  ],
  [/^(?:this|current|(?:dies|laufend|aktuell)e[nmrs]?|ce|cet|cette|courante?|est[ea]|actual|今)$/, 'this'],
  [/^(?:ago|vor|hace|前)$/, 'ago'],
  [/^(?:dans|後)$/, 'ahead'],
  [/^(?:the|le|la|les|l|el|los|las|de[rnms]|die|das|d|du|en|ci|qui|que|im|in|間|中)$/, 'filler'],
]

/** Days from today. */
const NEAR: [RegExp, number][] = [
  [/^(?:the )?day before yesterday$|^vorgestern$|^avant-hier$|^anteayer$|^antier$|^一昨日$|^おととい$/, -2],
  [/^(?:the )?day after tomorrow$|^ubermorgen$|^apres-demain$|^pasado manana$|^明後日$|^あさって$/, 2],
]

/** "heuer" and its like are one word for what is else two. */
const YEARS: [RegExp, number][] = [
  [/^heuer$|^年内$/, 0],
  [/^去年$/, -1],
]

export function spokenSpan(text: string, today: number): Span | null {
  const said = normal(text).trim()
  const near = NEAR.find(([name]) => name.test(said))
  if (near) return spanOf({ from: today + near[1], to: today + near[1] + 1 }, text)
  const year = YEARS.find(([name]) => name.test(said))
  if (year) return spanOf(periodOf(today, 'year', year[1]), text)
  return quarter(said, text, today) ?? fromToday(wordsOf(said), text, today)
}

const spanOf = ({ from, to }: { from: number; to: number }, words: string): Span => ({
  from,
  to,
  words,
  isDay: to - from === 1,
})

/** Of unspaced scripts the longest that is known, one after the other. */
function wordsOf(said: string): string[] {
  const spaced = said.replace(/^il y a /, 'ago ').split(/[\s'-]+/)
  return isUnspaced(said[0] ?? '') || /[週月年日]/.test(said)
    ? (said.match(/\d+|過去|直近|今後|四半期|週間|[かヶ]月|./g) ?? [])
    : spaced
}

/** "30 derniers jours", "la semana que viene", "vor 7 Tagen" */
function fromToday(words: readonly string[], text: string, today: number): Span | null {
  const senses = new Set<Sense>()
  let unit: Period | null = null
  let count: number | null = null
  for (const word of words) {
    const found = UNITS.find(([name]) => name.test(word))?.[1]
    const sense = SENSES.find(([name]) => name.test(word))?.[1]
    const number = /^\d+$/.test(word) ? Number(word) : countOf(word)
    if (found && !unit) unit = found
    else if (sense) senses.add(sense)
    else if (number !== undefined && count === null) count = number
    else return null
  }
  senses.delete('filler')
  const [sense, ...others] = senses
  return unit && sense && others.length === 0 ? counted(sense, count, unit, text, today) : null
}

function counted(sense: Sense, count: number | null, unit: Period, text: string, today: number): Span | null {
  if (sense === 'this') return count === null ? spanOf(periodOf(today, unit), text) : null
  const step = sense === 'last' || sense === 'ago' ? -1 : 1
  if (count === null)
    return sense === 'last' || sense === 'next' ? spanOf(periodOf(today, unit, step), text) : null
  if (sense === 'last' || sense === 'next') return spanOf(reaching(today, unit, step * count), text)
  const day = movedBy(today, unit, step * count)
  return spanOf({ from: day, to: day + 1 }, text)
}

const ORDINALS = [
  /^(?:first|1st|erste[nms]?|premier|primer|1(?:er|\.|e)?)$/,
  /^(?:second|2nd|zweite[nms]?|deuxieme|second|segundo|2(?:\.|e|eme)?)$/,
  /^(?:third|3rd|dritte[nms]?|troisieme|tercer|3(?:\.|e|eme)?)$/,
  /^(?:fourth|4th|vierte[nms]?|quatrieme|cuarto|4(?:\.|e|eme)?)$/,
]

/** "the first quarter of 2026", "2. Quartal", "T1 2026", "第3四半期" */
function quarter(said: string, text: string, today: number): Span | null {
  const found =
    /^(?:the |le |el |das |im )?(?<nth>\S+) (?:quarter|quartal|trimestre)(?: (?:of |de )?(?<year>\d{4}))?$/.exec(
      said,
    ) ??
    /^t(?<nth>[1-4])(?: (?<year>\d{4}))?$/.exec(said) ??
    /^(?:(?<year>\d{4})年)?第?(?<nth>[1-4])四半期$/.exec(said)
  const { nth, year } = found?.groups ?? {}
  const number = nth === undefined ? -1 : ORDINALS.findIndex(name => name.test(nth))
  if (number < 0) return null
  const own = year ? Number(year) : dateOf(today).getUTCFullYear()
  const span = periodOf(serialOf(own, number * 3 + 1, 1), 'quarter')
  return { ...spanOf(span, text), ...(year ? {} : { isYearless: true }) }
}
