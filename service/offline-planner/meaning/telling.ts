/** What is told in words, with nothing changed: "tell …". */
import { quoteTab } from '../../sheets/a1.ts'
import { fallback } from '../answers/explaining.ts'
import * as ask from '../kinds/questions/ask.ts'
import * as compare from '../kinds/questions/compare.ts'
import * as explain from '../kinds/questions/explain.ts'
import { areaTold, figure, figuresTold } from '../kinds/questions/figure.ts'
import { rangeOfArea } from '../kinds/support/places.ts'
import { numberIn } from './amounts.ts'
import { sameAs, whereIn } from './conditions.ts'
import { figuresIn, MEASURES } from './figures.ts'
import { conceptsIn, type Ground } from './ground.ts'
import { meant, type Reads } from './meant.ts'
import { areaIn } from './targets.ts'
import { top } from './top.ts'

export const tell: Reads = (items, ground) => {
  const what = items.word(...Object.keys(TOLD))
  if (what !== null) return TOLD[what]!(items, ground)
  return items.next?.kind === 'column' ? rows(items, ground) : figures(items, ground)
}

const figures: Reads = (items, ground) => ofArea(items, ground) ?? ofRows(items, ground)

const ofRows: Reads = (items, ground) => {
  const asked = figuresIn(items, ground)
  const where = asked && whereIn(items, ground)
  return where && meant(figure, figuresTold(ground, asked!, where))
}

/** `sum H2:H20`, `count empty E2:F6` */
const ofArea: Reads = (items, ground) => {
  const { next, after } = items
  const isOfArea =
    after?.kind === 'amount' ||
    (after?.kind === 'word' && (after.word === 'filled' || after.word === 'empty'))
  if (next?.kind !== 'word' || !isOfArea) return null
  const measure = next.word === 'count' ? 'count' : MEASURES[next.word]
  if (!measure) return null
  items.word()
  const which = items.word('filled', 'empty') as 'filled' | 'empty' | null
  const area = areaIn(items, ground)
  return area && meant(figure, areaTold(ground, area, measure, which))
}

/** What columns say in the rows that meet conditions: of this tab, or of another that knows these rows. */
const rows: Reads = (items, ground) => {
  const columns = items.columns()
  const where = whereIn(items, ground)
  const isOfTab = where?.flat().every(({ column }) => column.tab === ground.tab)
  return where && where.length > 0 && isOfTab
    ? meant(ask.listing, ask.rowsTold(ground, columns, where), where)
    : null
}

const values: Reads = (items, ground) => {
  const column = items.column()
  const where = column && whereIn(items, ground)
  return where && meant(ask.distinct, ask.valuesTold(ground, column!, where), where)
}

const duplicates: Reads = (items, ground) => meant(ask.repeated, ask.repeatsTold(ground, items.columns()))

const missing: Reads = (items, ground) => {
  const column = items.column()
  const [from, against] = [items.tab(), items.tab()]
  return column && from && against
    ? meant(compare.comparing, compare.missingTold(ground, column, from, against))
    : null
}

const cell: Reads = (items, ground) => {
  const area = areaIn(items, ground)
  return area && meant(ask.cellsHeld, ask.cellsTold(rangeOfArea(area), area.said))
}

const row: Reads = (items, { tab }) => {
  const number = numberIn(items.amount() ?? '')
  return number === null
    ? null
    : meant(ask.cellsHeld, ask.cellsTold(`${quoteTab(tab.title)}!${number}:${number}`, `Row ${number}`))
}

const share: Reads = (items, ground) => {
  const column = items.column()
  if (!column && !items.word('rows')) return null
  const where = whereIn(items, ground)
  return where && where.length > 0
    ? meant(compare.shares, compare.shareTold(ground, column, where), where)
    : null
}

/** `change [Sales] from "March" to "April"` */
const change: Reads = (items, ground) => {
  const column = items.column()
  const from = items.word('from') ? items.literal() : null
  const to = items.word('to') ? items.literal() : null
  const [before, after] = [from, to].map(said => (said === null ? null : sameAs(said, ground)))
  return column && before && after
    ? meant(compare.changes, compare.changeTold(ground, column, before, after))
    : null
}

const errors: Reads = (items, ground) => {
  const instead = saysFix(ground) ? fallback(ground.said) : null
  return meant(explain.formulaErrors, explain.errorsTold(ground, areaIn(items, ground), instead))
}

const saysFix = (ground: Ground): boolean => {
  const concepts = conceptsIn(ground.said, ground)
  return concepts.has('fixerrors') && !concepts.has('not')
}

const TOLD: Record<string, Reads> = {
  share,
  change,
  top,
  rows,
  values,
  duplicates,
  missing,
  cell,
  row,
  errors,
  formula: (items, ground) =>
    meant(explain.explaining, explain.formulasExplained(ground, areaIn(items, ground))),
  sheet: (items, ground) => meant(explain.describing, explain.sheetDescribed(ground, areaIn(items, ground))),
}
