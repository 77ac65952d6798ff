/** New columns that are one thing or the other, or in each row the same. */

import { flagColumn, formulaColumn } from '../kinds/columns/kinds.ts'
import { cellOf, rowTest, textOf } from '../kinds/support/formulas.ts'
import { columnsIn, meetsAll, whereWords } from '../kinds/support/met.ts'
import { inList, nameOf } from '../kinds/support/table.ts'
import { columnsOf, formulaFor, neededOf, wordsOf } from '../kinds/support/tree.ts'
import type { Node } from '../linking/link.ts'
import type { Column } from '../linking/sheet.ts'
import type { Atom, Where } from '../reading/where.ts'
import { plainNumber } from './amounts.ts'
import { calculationOf, hasLookup } from './calculation.ts'
import { comparisonIn, type Subject, subjectIn, whereOf } from './conditions.ts'
import type { Formula } from './formula.ts'
import { type Ground, linked } from './ground.ts'
import type { Items } from './items.ts'

/** Numbers stay numbers. */
const result = (value: string): string => (typeof plainNumber(value) === 'number' ? value : textOf(value))

const told = (text: string): string => (text === '' ? '' : `“${text}”`)
const NOTHING = 'nothing'

/** A text, nothing, or what is calculated. */
interface Outcome {
  words: string
  formula: (row: number) => string
  needs: Column[]
}

const shown = ({ words }: Outcome): string => (words === NOTHING ? '' : words)

function outcomeOf(items: Items, ground: Ground): Outcome | null {
  if (items.word('empty')) return { words: NOTHING, formula: () => '""', needs: [] }
  const { next, after } = items
  const isAlone =
    next?.kind === 'text' ||
    (next?.kind === 'amount' && !(after?.kind === 'word' && '+-*/'.includes(after.word)))
  if (isAlone) {
    const said = items.literal()!
    return { words: told(said), formula: () => result(said), needs: [] }
  }
  const tree = calculationOf(items, ground)
  if (!tree || hasLookup(tree)) return null
  return { words: wordsOf(tree), formula: row => formulaFor(tree, cellOf(row)), needs: columnsOf(tree) }
}

/** `if [Qty] > 10 then [Price] * 0.9 else [Price]` */
export function flagged(items: Items, ground: Ground): Formula | null {
  const where = whereOf(items, ground)
  const then = where && items.word('then') ? outcomeOf(items, ground) : null
  const otherwise = items.word('else')
    ? outcomeOf(items, ground)
    : { words: '', formula: () => '""', needs: [] }
  if (!where || !then || !otherwise) return null
  const compared = where
    .flat()
    .filter(({ op }) => /[<>]/.test(op))
    .map(({ column }) => column)
  const isPlain = then.needs.length + otherwise.needs.length === 0
  return {
    kind: flagColumn,
    header: 'Flag',
    words: `${then.words}${whereWords(where)}${otherwise.words === '' ? '' : ` and ${otherwise.words} elsewhere`}`,
    needs: isPlain && where.every(group => group.length === 1) ? compared : [],
    ...(isPlain
      ? {
          shows: {
            by: columnsIn(where),
            row: row => shown(meetsAll(row, where, ground.overview.locale) ? then : otherwise),
          },
        }
      : {}),
    formula: row => `IF(${rowTest(where, cellOf(row))},${then.formula(row)},${otherwise.formula(row)})`,
  }
}

/** The same in each row. */
export function constant(items: Items): Formula | null {
  const { next, after } = items
  if (after !== undefined || (next?.kind !== 'text' && next?.kind !== 'amount')) return null
  const said = items.literal()!
  const value = plainNumber(said)
  return {
    kind: formulaColumn,
    header: 'Note',
    words: `“${said}” in each row`,
    needs: [],
    formula: () => result(said),
    values: count => Array.from({ length: count }, () => value),
  }
}

/** 1, 2, 3 … */
export function numbered(): Formula {
  return {
    kind: formulaColumn,
    header: 'No.',
    words: 'the numbers 1, 2, 3 …',
    needs: [],
    formula: () => '1',
    values: count => Array.from({ length: count }, (_, at) => at + 1),
  }
}

/** "20 to 34 medium, above that big", "jusqu'à 10 ans": what is said to end there does not begin there. */
function isUpTo(bound: number, nodes: readonly Node[]): boolean {
  const ends = nodes.filter(({ number }) => number?.value === bound).map(({ at }) => nodes[at - 1]?.concepts)
  return ends.length > 0 && ends.every(before => UP_TO.some(concept => before?.has(concept)))
}

const UP_TO = ['to', 'until', 'le']

interface Tier {
  where: Where
  name: string
}

/** `[Points] >= 90 "A", >= 50 "B", else "C"`, `[Joined] before "2010" "veteran"`: the first that holds. */
export function tiered(items: Items, ground: Ground): Formula | null {
  const subject = subjectIn(items, ground)
  const tiers: Tier[] = []
  const nodes = linked(ground.said, ground)
  while (subject && !items.isDone && !items.isWord('else')) {
    const atoms = comparisonIn(subject, items, ground)
    const name = items.literal()
    if (!atoms || name === null) return null
    tiers.push({ where: atoms.map(atom => [bounded(atom, nodes)]), name })
    items.word(',')
  }
  const otherwise = items.word('else') ? items.literal() : ''
  if (!subject || tiers.length === 0 || otherwise === null) return null
  const all = tiers.flatMap(({ where }) => where)
  const isForBlanks = all.flat().some(({ op }) => op === 'empty' || op === 'not_empty')
  return {
    kind: flagColumn,
    header: 'Tier',
    words: tierWords(subject, tiers, otherwise),
    needs: isForBlanks ? [] : 'tree' in subject ? neededOf(subject.tree) : [subject],
    shows: {
      by: columnsIn(all),
      row: row =>
        told(tiers.find(({ where }) => meetsAll(row, where, ground.overview.locale))?.name ?? otherwise),
    },
    formula: row =>
      tiers.reduceRight(
        (rest, { where, name }) => `IF(${rowTest(where, cellOf(row))},${result(name)},${rest})`,
        result(otherwise),
      ),
  }
}

const bounded = (atom: Atom, nodes: readonly Node[]): Atom =>
  atom.op === '>=' && isUpTo(Number(atom.values[0]), nodes) ? { ...atom, op: '>' } : atom

function tierWords(subject: Subject, tiers: readonly Tier[], otherwise: string): string {
  const rest = otherwise === '' ? '' : `, else “${otherwise}”,`
  const bounds = tiers.map(({ where, name }) => {
    const [only, ...others] = where.flat()
    const isPlain = only && others.length === 0 && /[<>]/.test(only.op) && only.words === undefined
    return isPlain ? `“${name}” ${only.op} ${only.values[0]}` : null
  })
  if (!bounds.includes(null))
    return `${inList(bounds.map(String))}${rest} by ${'tree' in subject ? subject.words : nameOf(subject)}`
  return `${inList(tiers.map(({ where, name }) => `“${name}”${whereWords(where)}`))}${rest.replace(/,$/, '')}`
}
