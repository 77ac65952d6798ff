/** Days and spans of days as people say them, in the languages that are read; today is Saturday, 21 November 2026. */
import { expect, test } from 'vitest'
import { seenOf } from '../../../../scripts/planner-model/pairs.ts'
import { isoDate, serialOf } from '../../../../service/offline-planner/linking/dates.ts'
import { indexFor } from '../../../../service/offline-planner/linking/sheet.ts'
import { spanIn } from '../../../../service/offline-planner/meaning/days.ts'
import { groundOf } from '../../../../service/offline-planner/meaning/ground.ts'

const SENTENCES: Record<string, string> = {
  en: 'how many rows with the date',
  de: 'wie viele Zeilen mit dem Datum',
  fr: 'combien de lignes pour la date',
  es: 'cuántas filas para la fecha',
  ja: '日付の行はいくつですか',
}

/** The first and the last day. */
function daysIn(language: string, text: string, today = serialOf(2026, 11, 21)): [string, string] | null {
  const seen = seenOf({ tabs: [{ title: 'S', rows: [['Day'], ['2026-10-03'], ['2026-11-30']] }] })
  const index = indexFor(seen, SENTENCES[language]!)
  const { overview } = seen
  const scope = { index, overview, tab: overview.tabs[0]!, today, overwrite: false }
  const span = spanIn(text, index.columns[0]!, groundOf(scope, SENTENCES[language]!))
  return span && [isoDate(span.from), isoDate(span.to - 1)]
}

test.each([
  ['fr', 'semaine dernière', '2026-11-09', '2026-11-15'],
  ['fr', 'la semaine prochaine', '2026-11-23', '2026-11-29'],
  ['fr', 'ce mois-ci', '2026-11-01', '2026-11-30'],
  ['fr', "l'an dernier", '2025-01-01', '2025-12-31'],
  ['fr', 'les 30 derniers jours', '2026-10-22', '2026-11-21'],
  ['fr', 'avant-hier', '2026-11-19', '2026-11-19'],
  ['fr', '1er décembre', '2026-12-01', '2026-12-01'],
  ['fr', '22/4', '2026-04-22', '2026-04-22'],
  ['fr', "d'octobre", '2026-10-01', '2026-10-31'],
  ['fr', 'fin juin', '2026-06-28', '2026-06-30'],
  ['fr', 'deuxième trimestre', '2026-04-01', '2026-06-30'],
  ['fr', 'il y a 7 jours', '2026-11-14', '2026-11-14'],
  ['es', 'la semana que viene', '2026-11-23', '2026-11-29'],
  ['es', 'el mes pasado', '2026-10-01', '2026-10-31'],
  ['es', 'pasado mañana', '2026-11-23', '2026-11-23'],
  ['es', 'los últimos 30 días', '2026-10-22', '2026-11-21'],
  ['es', 'mediados de mayo', '2026-05-11', '2026-05-20'],
  ['es', 'primer trimestre', '2026-01-01', '2026-03-31'],
  ['es', 'hace dos semanas', '2026-11-07', '2026-11-07'],
  ['de', 'heuer', '2026-01-01', '2026-12-31'],
  ['de', 'vorgestern', '2026-11-19', '2026-11-19'],
  ['de', '27.2.', '2026-02-27', '2026-02-27'],
  ['de', 'im Jänner', '2026-01-01', '2026-01-31'],
  ['de', '2. Quartal', '2026-04-01', '2026-06-30'],
  ['de', 'vor 7 Tagen', '2026-11-14', '2026-11-14'],
  ['de', 'nächsten Freitag', '2026-11-27', '2026-11-27'],
  ['ja', '来週', '2026-11-23', '2026-11-29'],
  ['ja', '過去30日', '2026-10-22', '2026-11-21'],
  ['ja', '一昨日', '2026-11-19', '2026-11-19'],
  ['ja', '12月4日', '2026-12-04', '2026-12-04'],
  ['ja', '十月', '2026-10-01', '2026-10-31'],
  ['ja', '6月末', '2026-06-28', '2026-06-30'],
  ['ja', '第3四半期', '2026-07-01', '2026-09-30'],
  ['ja', '金曜日', '2026-11-27', '2026-11-27'],
  ['en', 'the day before yesterday', '2026-11-19', '2026-11-19'],
  ['en', "october's", '2026-10-01', '2026-10-31'],
  ['en', 'mid May', '2026-05-11', '2026-05-20'],
  ['en', 'the first quarter of 2025', '2025-01-01', '2025-03-31'],
  ['en', 'last Friday', '2026-11-20', '2026-11-20'],
])('%s: “%s” is from %s to %s', (language, text, first, last) => {
  expect(daysIn(language, text)).toEqual([first, last])
})

test.each([
  ['en', 'one month ago'],
  ['de', 'vor einem Monat'],
  ['fr', 'il y a un mois'],
])('%s: on 31 March “%s” is the last day of February', (language, text) => {
  expect(daysIn(language, text, serialOf(2026, 3, 31))).toEqual(['2026-02-28', '2026-02-28'])
})

test.each(['dernier client', 'mes amis', 'first prize', 'die letzte Zeile', '次の人'])(
  '“%s” is no span of days',
  text => {
    for (const language of Object.keys(SENTENCES)) expect(daysIn(language, text)).toBeNull()
  },
)
