/** Days that people call by what they are: "before Christmas", "until the end of the year", "in the summer". */
import { dateOf, periodOf, type Span, serialOf } from '../linking/dates.ts'
import { normal } from '../words/tokens.ts'

/** From a day of a year on, up to another; of a single day just the one. Months are counted from 1. */
type Days = (year: number) => [from: number, to: number]

const dayOf =
  (month: number, day: number): Days =>
  year => [serialOf(year, month, day), serialOf(year, month, day) + 1]
const months =
  (first: number, count: number): Days =>
  year => [serialOf(year, first, 1), serialOf(year, first + count, 1)]
const fromEaster =
  (days: number, length = 1): Days =>
  year => [easter(year) + days, easter(year) + days + length]

const NEW_YEAR = /new year|neujahr|nouvel an|ano nuevo|元日|正月/
/** From this month on it is the one to come. */
const LATE = 6

/** Without accents, in small letters. */
const NAMED: [RegExp, Days][] = [
  [/christmas eve|heilig(?:er )?abend|reveillon|nochebuena/, dayOf(12, 24)],
  [
    /christmas|xmas|weihnachten|noel|navidad|クリスマス/,
    year => [serialOf(year, 12, 25), serialOf(year, 12, 27)],
  ],
  [/new year'?s eve|silvester|saint-sylvestre|nochevieja|大晦日/, dayOf(12, 31)],
  [NEW_YEAR, dayOf(1, 1)],
  [/good friday|karfreitag|vendredi saint|viernes santo/, fromEaster(-2)],
  [/easter|ostern|paques|semana santa|pascua/, fromEaster(0, 2)],
  [/pentecost|whitsun|pfingsten|pentecote|pentecostes/, fromEaster(49, 2)],
  [/halloween/, dayOf(10, 31)],
  [/valentine|valentin/, dayOf(2, 14)],
  [/spring|fruhling|fruhjahr|printemps|primavera|春/, months(3, 3)],
  [/summer|sommer|\bete\b|verano|夏/, months(6, 3)],
  [/autumn|\bfall\b|herbst|automne|otono|秋/, months(9, 3)],
  [/winter|hiver|invierno|冬/, months(12, 3)],
  [
    /(?:first|1st) half(?: of (?:the|this) year)?$|1\. halbjahr|ersten? halbjahr|premier semestre|primer semestre|上半期/,
    months(1, 6),
  ],
  [
    /(?:second|2nd) half(?: of (?:the|this) year)?$|2\. halbjahr|zweiten? halbjahr|second semestre|segundo semestre|下半期/,
    months(7, 6),
  ],
]

/** The edge itself: before it is up to then, and after it is from then on. */
const ENDS: [RegExp, 'week' | 'month' | 'year'][] = [
  [
    /\b(?:end|close) of (?:the |this )?year|year'?s end|year-end|jahresende|ende des jahres|termine el ano|acabe el ano|fin de (?:l'|cette )?annee|(?:fin|finales) de(?:l)? ano|年末/,
    'year',
  ],
  [
    /\bend of (?:the |this )?month|month'?s end|monatsende|fin (?:du|de ce) mois|(?:fin|finales) de(?:l)? mes|月末/,
    'month',
  ],
  [/\bend of (?:the |this )?week|ende der woche/, 'week'],
]

/** Null where it is called by no such name. */
export function everydaySpan(text: string, today: number): Span | null {
  const said = normal(text)
  const end = ENDS.find(([name]) => name.test(said))
  if (end) {
    const edge = periodOf(today, end[1]).to
    return { from: edge, to: edge, words: text, isDay: false }
  }
  const [name, days] = NAMED.find(([name]) => name.test(said)) ?? []
  if (!days) return null
  const year = /\b(?:19|20)\d\d\b/.exec(said)?.[0]
  const now = dateOf(today)
  const isNext = name === NEW_YEAR && now.getUTCMonth() + 1 >= LATE
  const [from, to] = days(year ? Number(year) : now.getUTCFullYear() + Number(isNext))
  return { from, to, words: text, isDay: to - from === 1, ...(year ? {} : { isYearless: true }) }
}

/** Easter Sunday of the Gregorian calendar, by the anonymous algorithm (Meeus, Astronomical Algorithms, chapter 8). */
function easter(year: number): number {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const rest = year % 100
  const skipped = Math.floor((century + 8) / 25)
  const moon =
    (19 * golden + century - Math.floor(century / 4) - Math.floor((century - skipped + 1) / 3) + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - moon - (rest % 4)) % 7
  const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451)
  const days = moon + weekday - 7 * late + 114
  return serialOf(year, Math.floor(days / 31), (days % 31) + 1)
}
