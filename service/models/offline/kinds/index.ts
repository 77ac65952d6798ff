/** All kinds of instruction, in the order in which they are tried. */
import type { SpreadsheetOverview } from '../../../sheets/overview.ts'
import { MOST_CHARACTERS } from '../clauses.ts'
import {
  type Instruction,
  problem,
  type Reading,
  type Scope,
  told,
  understood,
  type Within,
} from '../instruction.ts'
import { narrowed } from '../narrowed.ts'
import { clausesInPlace, type Placed, takePlace } from '../place.ts'
import { likeness, normalWords, singular } from '../text.ts'
import { again } from './again.ts'
import { aggregate } from './aggregate.ts'
import { bulk } from './bulk.ts'
import { cells } from './cells.ts'
import { chart } from './chart.ts'
import { cleanText } from './clean-text.ts'
import { consistentFormats } from './consistent-formats.ts'
import { dedupe } from './dedupe.ts'
import { deleteRows } from './delete-rows.ts'
import { describe } from './describe.ts'
import { dropdown } from './dropdown.ts'
import { explainFormulas } from './explain-formula.ts'
import { figureWhere } from './figure-where.ts'
import { fillBlanks } from './fill-blanks.ts'
import { fillRange } from './fill-range.ts'
import { filter } from './filter.ts'
import { filterView } from './filter-view.ts'
import { findReplace } from './find-replace.ts'
import { fixErrors } from './fix-errors.ts'
import { formulaColumn } from './formula-column.ts'
import { group } from './group.ts'
import { header } from './header.ts'
import { highlight } from './highlight.ts'
import { lines } from './lines.ts'
import { numberFormat } from './number-format.ts'
import { rangeFigure } from './range-figure.ts'
import { ranking } from './ranking.ts'
import { renameTab } from './rename-tab.ts'
import { rowsOfValue } from './rows-of-value.ts'
import { running } from './running.ts'
import { smallTalk } from './small-talk.ts'
import { sort } from './sort.ts'
import { splitColumn } from './split-column.ts'
import { style } from './style.ts'
import { summariseRange } from './summarise-range.ts'
import { tabs } from './tabs.ts'
import { values } from './values.ts'

const talk = smallTalk(() => helpText())
const same = again(
  (clause, scope) => readClause(clause, scope),
  (prompt, scope) => clausesInPlace(prompt, clause => readClause(clause, scope) !== null),
)

/** In the order of the documentation. */
export const kinds: readonly Instruction[] = [
  formulaColumn,
  aggregate,
  group,
  sort,
  filter,
  dedupe,
  cleanText,
  findReplace,
  numberFormat,
  header,
  renameTab,
  describe,
  running,
  figureWhere,
  rowsOfValue,
  values,
  ranking,
  chart,
  highlight,
  dropdown,
  splitColumn,
  fillBlanks,
  cells,
  deleteRows,
  lines,
  tabs,
  style,
  filterView,
  consistentFormats,
  fillRange,
  rangeFigure,
  summariseRange,
  explainFormulas,
  fixErrors,
  bulk,
  same,
  talk,
]

/** Strict patterns before loose ones: the first kind that reads the clause has it. */
const inOrder: readonly Instruction[] = [
  talk,
  explainFormulas,
  fixErrors,
  consistentFormats,
  describe,
  header,
  filterView,
  fillBlanks,
  bulk,
  chart,
  dropdown,
  highlight,
  running,
  ranking,
  figureWhere,
  cells,
  deleteRows,
  lines,
  renameTab,
  tabs,
  dedupe,
  cleanText,
  findReplace,
  splitColumn,
  sort,
  group,
  filter,
  values,
  numberFormat,
  formulaColumn,
  aggregate,
  style,
  rowsOfValue,
  same,
]

/** Kinds that read a range in A1 themselves. */
const byRange: readonly Instruction[] = [cells, style]

/** Kinds that stay in the rows and columns that they are given. */
const inRange: readonly Instruction[] = [
  explainFormulas,
  fixErrors,
  consistentFormats,
  fillRange,
  summariseRange,
  rangeFigure,
  fillBlanks,
  highlight,
  dropdown,
  ranking,
  figureWhere,
  dedupe,
  cleanText,
  findReplace,
  sort,
  values,
  numberFormat,
  aggregate,
  style,
]

/** A kind that understands the clause, or else the first that knows what is wrong with it. */
export function readClause(clause: string, scope: Scope): Reading | null {
  if (clause.length > MOST_CHARACTERS) return null
  const place = takePlace(clause, scope)
  if (place) return 'unknown' in place ? problem(place.unknown) : readInPlace(place, scope)
  return readBy(inOrder, [clause], scope)
}

function readBy(some: readonly Instruction[], texts: readonly string[], scope: Scope): Reading | null {
  let firstProblem: Reading | null = null
  for (const text of texts) {
    for (const kind of some) {
      const reading = kind.read(text, scope)
      if (reading?.state === 'understood') return torn(kind, scope) ?? reading
      firstProblem ??= reading
    }
  }
  return firstProblem
}

/** What is asked for in a range is done there or not at all: never in the whole table instead. */
function readInPlace(place: Placed, scope: Scope): Reading | null {
  const here = narrowed(scope, place)
  const bare = readBy(byRange, place.literal, { ...scope, tab: place.tab })
  if (bare?.state === 'understood') return bare
  const reading = readBy(inRange, place.texts, here)
  if (reading?.state === 'understood') return reading
  const whole = readBy(inOrder, place.texts, { ...scope, tab: place.tab })
  if (whole?.state !== 'understood') return reading ?? bare
  return (
    reading ??
    problem(
      `I can do this for a whole table, but not in ${here.within.a1} alone. Say it without the range if you mean the table. Nothing was changed for this.`,
    )
  )
}

/** Moving cells of some columns and not of the others would tear rows apart that belong together. */
function torn(kind: Instruction, { within }: Scope): Reading | null {
  if (!within?.goesOn || (kind !== sort && kind !== dedupe)) return null
  const what = kind === sort ? 'Sorting' : 'Removing duplicates'
  return understood(() => told(tearing(what, within)))
}

const tearing = (what: string, { a1, full }: Within): string =>
  `**Not done.** ${what} in ${a1} would tear rows apart: **${full.title}** has columns beside it that would stay where they are. Select the whole rows of the table, or leave the range out. Nothing was changed for this.`

const EXAMPLES_SHOWN = 5

/** The columns that examples speak of; "first" and "last" are also words of everyday. */
const EXAMPLE_COLUMNS =
  /\b(?:First|Last|(?:[Dd]ate|[Cc]ustomer|[Ee]mail|[Rr]egion|Status|Qty|[Pp]rice|Cost)(?=s?\b))/g

/** Examples that can be tried in this sheet, of the kinds that share most words with the clause. */
export function kindsNear(clause: string, overview: SpreadsheetOverview | null): string[] {
  const tab = overview?.tabs.find(({ title }) => title === overview.active_tab) ?? overview?.tabs[0]
  const fits = (example: string) =>
    !tab ||
    (example.match(EXAMPLE_COLUMNS) ?? []).every(name =>
      tab.columns.some(({ header }) => likeness(header, name) > 0),
    )
  const words = new Set(normalWords(clause).split(' ').map(singular))
  const shared = (text: string) =>
    normalWords(text)
      .split(' ')
      .map(singular)
      .filter(word => word.length > 2 && words.has(word)).length
  return kinds
    .flatMap(({ name, examples }) => {
      const [best] = examples.filter(fits).sort((a, b) => shared(b) - shared(a))
      return best === undefined ? [] : [{ best, score: Math.max(shared(name), shared(best)) }]
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, EXAMPLES_SHOWN)
    .map(({ best }) => best)
}

/** One example of each kind. */
const helpText = (): string =>
  `I'm the offline planner: I follow rules, not a language model. I know these kinds of instruction, in many wordings, and several in one prompt:\n\n${kinds
    .map(({ name, examples }) => `- ${name}: “${examples[0]}”`)
    .join('\n')}`
