/** Conditions on rows: every phrase that says which rows are meant, wherever in the clause it stands. */

import { isBlank, numberIn } from '../linking/cells.ts'
import { type Column, type Data, isDate } from '../linking/sheet.ts'
import { between, compared } from './compared.ts'
import { dated, passed } from './dated.ts'
import type { Draft } from './draft.ts'
import { emptiness, equal, ordinal, predicated, valued } from './valued.ts'
import { type Atom, type ConditionOptions, NEGATED, type Where } from './where.ts'

interface Found {
  atoms: Atom[]
  at: number
  isOr: boolean
}

export function conditions(draft: Draft, options: ConditionOptions = {}): Where {
  const found: Found[] = []
  const known: Where = []
  for (const node of draft.free()) {
    if (!node.where) continue
    known.push(...node.where)
    draft.take(node)
  }
  for (let at = 0; at < draft.nodes.length; at++) {
    if (draft.isTaken(at)) continue
    const atoms = atomsAt(draft, at, options, found.at(-1)?.atoms.at(-1)?.column)
    if (atoms) found.push({ atoms, at, isOr: isOrBefore(draft, at) })
  }
  leftOut(draft, found)
  const where = [...known, ...joined(found)]
  for (const atom of where.flat())
    if (/^>/.test(atom.op) && holdsTexts(atom.column, draft.scope.index.data.get(atom.column.tab.title)))
      atom.hasTexts = true
  draft.conditionCount += where.length
  return where
}

/** To a formula each of them is above every number. */
export const holdsTexts = ({ index, type }: Column, data: Data | undefined): boolean =>
  type !== 'date' &&
  (data?.rows ?? []).some(
    row => typeof row[index] === 'string' && numberIn(row[index]) === null && !isBlank(row[index]),
  )

/** "…, oppositions being excluded": said after what is meant. */
function leftOut(draft: Draft, found: readonly Found[]): void {
  for (const [at, node] of draft.nodes.entries()) {
    const next = draft.nodes[at + 1]
    const isLast = next === undefined || /^[.,;:!?)\n-]$/.test(next.text)
    if (draft.isTaken(at) || !node.concepts.has('except') || !isLast) continue
    const start = draft.nodes.slice(0, at).findLastIndex(({ text }) => /^[.,;:!?(\n-]$/.test(text))
    const denied = found.filter(each => each.at > start && each.at < at)
    if (denied.length === 0) continue
    for (const atom of denied.flatMap(({ atoms }) => atoms)) atom.op = NEGATED[atom.op]
    draft.take(node)
  }
}

function isOrBefore(draft: Draft, at: number): boolean {
  for (let before = at - 1; before >= Math.max(0, at - 3); before--) {
    const node = draft.nodes[before]!
    if (node.concepts.has('or')) return true
    if (node.concepts.has('and') || node.text === ',') return false
  }
  return false
}

function joined(found: Found[]): Where {
  const where: Where = []
  let before: Atom[] | null = null
  let span: Atom[] | null = null
  for (const { atoms, isOr } of found) {
    const [atom, second] = atoms
    const isSpan = atoms.length === 2 && second!.words !== undefined
    const same =
      atom!.op === '=' && !isDate(atom!.column)
        ? where.find(group => group.every(each => each.column === atom!.column && each.op === '='))
        : undefined
    const denied =
      atom!.op === '=' && isOr
        ? where.find(
            group => group.length === 1 && group[0]!.column === atom!.column && group[0]!.op === '!=',
          )
        : undefined
    if (where.flat().some(each => each.isToday && atom!.isToday && each.column === atom!.column)) continue
    if (denied && atoms.length === 1) denied[0]!.values.push(...atom!.values)
    else if (same && atoms.length === 1) same.push(atom!)
    else if (isSpan && span && span[0]!.column === atom!.column) {
      span = either(where, span, atoms)
      continue
    } else if (isOr && before && atoms.length === 1) before.push(atom!)
    else
      for (const each of atoms) {
        before = [each]
        where.push(before)
      }
    if (isSpan) span = atoms
  }
  return where
}

/** "in September and October": a day of one of them, said in conditions that all hold. */
function either(where: Where, [from, to]: Atom[], [otherFrom, otherTo]: Atom[]): Atom[] {
  const groups = where.filter(group => group.length === 1 && (group[0] === from || group[0] === to))
  for (const group of groups) where.splice(where.indexOf(group), 1)
  const isNext = to!.values[0] === otherFrom!.values[0]
  if (isNext || otherTo!.values[0] === from!.values[0]) {
    const whole = isNext ? [from!, otherTo!] : [otherFrom!, to!]
    where.push(...whole.map(atom => [atom]))
    return whole
  }
  where.push([from!, otherFrom!], [from!, otherTo!], [to!, otherFrom!], [to!, otherTo!])
  return [otherFrom!, otherTo!]
}

function atomsAt(
  draft: Draft,
  at: number,
  options: ConditionOptions,
  last: Column | undefined,
): Atom[] | null {
  const node = draft.nodes[at]!
  return (
    between(draft, at, last) ??
    compared(draft, at, last) ??
    (options.noEmpty ? null : emptiness(draft, at)) ??
    passed(draft, at) ??
    dated(draft, at) ??
    (options.noValues ? null : (valued(draft, node) ?? predicated(draft, at))) ??
    ordinal(draft, at) ??
    equal(draft, at, options)
  )
}
