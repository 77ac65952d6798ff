/** Meanings as if the network had read them: what comes of a reading is tried apart from how it is read. */
import type { readingsOf } from '../../../service/offline-planner/learned/reader.ts'
import { meantBy } from '../../../service/offline-planner/meaning/instructions.ts'
import type { Item } from '../../../service/offline-planner/meaning/items.ts'
import { deedOf } from '../../../service/offline-planner/meaning/meant.ts'
import type { Scope } from '../../../service/offline-planner/reading/scope.ts'

const PARTS = /\[[^\]]*\]|\{[^}]*\}|"[^"]*"|[^\s,]+|,/g
export const NONE_LEFT = {
  ranges: 0,
  quoted: 0,
  values: 0,
  numbers: 0,
  columns: 0,
  unknown: 0,
  guessed: 0,
  guessedTabs: 0,
  repeated: 0,
  missed: 0,
  withheld: 0,
  dates: 0,
  turned: 0,
}

/** `sort [Date] asc`: words, columns, tabs, texts, and amounts that begin with a digit or are a range. */
export const itemsOf = (mean: string, { index, overview }: Pick<Scope, 'index' | 'overview'>): Item[] =>
  (mean.match(PARTS) ?? []).map((part): Item => {
    const inside = part.slice(1, -1)
    if (part.startsWith('['))
      return { kind: 'column', column: index.columns.find(({ header }) => header === inside)! }
    if (part.startsWith('{'))
      return { kind: 'tab', tab: overview.tabs.find(({ title }) => title === inside)! }
    if (part.startsWith('"')) return { kind: 'text', text: inside }
    return /^(?:-?\d|[A-Z]+\d)/.test(part) ? { kind: 'amount', text: part } : { kind: 'word', word: part }
  })

/** The likeliest first. */
export const reading =
  (...found: [mean: string, probability: number][]): typeof readingsOf =>
  ({ scope }, said) =>
    found.map(([mean, probability]) => {
      const items = itemsOf(mean, scope)
      const instructions = mean === 'none' ? [] : meantBy(items, scope, said)!
      const says = instructions
        .flatMap(each => deedOf(each)?.says ?? [])
        .map((each, at) => (at === 0 ? each : `${each[0]!.toLowerCase()}${each.slice(1)}`))
        .join(', then ')
      return { instructions, says, probability, items, said, left: NONE_LEFT }
    })
