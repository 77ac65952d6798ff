/** A column of words by conditions: a flag, "yes" or "no", or tiers by thresholds. */

import { isBlank } from '../../linking/cells.ts'
import type { Node } from '../../linking/link.ts'
import { type Column, isNumeric } from '../../linking/sheet.ts'
import { conditions } from '../../reading/conditions.ts'
import type { Draft } from '../../reading/draft.ts'
import type { Where } from '../../reading/where.ts'
import type { Frame, Reading } from '../frame.ts'
import { givenName } from '../support/adding.ts'
import { newColumn } from '../support/column.ts'
import { cellOf, rowTest, textOf } from '../support/formulas.ts'
import { matching, whereWords } from '../support/met.ts'
import { OTHER_KINDS } from '../support/others.ts'
import { inList, nameOf } from '../support/table.ts'

export const flagColumn: Frame = {
  name: 'Flags and tiers',
  does: 'Adds a column that says one thing where conditions hold and another (or nothing) elsewhere, or names tiers by thresholds.',
  examples: [
    'Add a column Size: "Large" if Qty is more than 10, otherwise "Small"',
    'new column saying CHASE where Status is Open',
    'tiers by Price: under 10 low, 10 to 20 mid, over 20 high, in a column Tier',
  ],
  effect: 'add',
  cues: ['flag', 'tier', 'where', 'otherwise', 'blankelse', 'newcolumn'],
  uses: 'flag tier newcolumn column add write where otherwise blankelse beside per row called per by show all group value keep is in',
  prior: 0.2,
  doubt: 0.5,
  read(draft) {
    if (
      draft.asks(...OTHER_KINDS, 'fill', 'replace', 'newtab', 'lookup', 'days', 'validate') ||
      !draft.has('newcolumn', 'eachrow', 'column', 'beside', 'write', 'flag', 'tier', 'add')
    )
      return null
    const isPlaced =
      draft.has('newcolumn', 'eachrow', 'column', 'beside', 'called', 'tier') ||
      draft.nodes.some(({ text }) => /^(?:flag|label|tag|col)s?$|whether|^yes.no$/i.test(text))
    const given = givenName(draft)
    return tiers(draft, given) ?? (isPlaced ? flag(draft, given) : null)
  },
}

const isLabel = (draft: Draft, node: Node): boolean => {
  if (draft.isTaken(draft.nodes.indexOf(node)) || node.number || node.date || node.range) return false
  if (node.isQuoted) return true
  if (/^[^\p{L}\p{N}]+$/u.test(node.text)) return false
  if (/^[A-Z]{1,3}$/.test(node.text) || /^[A-Z]{2,}$/.test(node.text)) return true
  if (
    node.at > 1 &&
    /^\p{Lu}\p{Ll}+$/u.test(node.text) &&
    (node.concepts.size === 0 ||
      !/^[.;!?\n]$/.test(draft.nodes[draft.nodes.indexOf(node) - 1]?.text ?? '.')) &&
    node.columns.length === 0 &&
    node.values.length === 0
  )
    return true
  return (
    node.isUnknown ||
    /^(?:yes|no|small|medium|big|large|high|low|mid|middle|easy|hard|good|bad|deep|cheap|expensive|minor|major|ordinary|overdue|ok|late|gold|silver|bronze|in order|old|new|short|long|light|heavy|hot|cold|fast|slow|normal|rest)$/i.test(
      node.text,
    )
  )
}

/** One condition (or several together), a word where it holds, and one for elsewhere. */
function flag(draft: Draft, given: string | null): Reading | null {
  const otherwise = elseLabel(draft)
  const label = labelNear(draft)
  const where = conditions(draft)
  if (where.length === 0) return null
  const isYesNo = draft.nodes.some(({ text }) => /^yes(?:\/no)?/i.test(text))
  const yes = label ?? (isYesNo ? 'yes' : null)
  if (yes === null) return null
  const no = otherwise ?? (isYesNo && !draft.has('blankelse') ? 'no' : '')
  draft.cue('otherwise', 'blankelse', 'flag')
  const blank = blankColumn(draft, where)
  return newColumn(
    draft,
    row => {
      const formula = `IF(${rowTest(where, cellOf(row))},${textOf(yes)},${textOf(no)})`
      return {
        header: given ?? 'Flag',
        formula: blank ? `IF(${blank.column}${row}="","",${formula})` : formula,
        format: null,
      }
    },
    { name: given, words: `“${yes}”${whereWords(where)}${no === '' ? '' : `, else “${no}”`}`, bonus: 0.6 },
  )
}

/** Where the compared number is missing, a flag of it would be a guess: only where the words say so. */
function blankColumn(draft: Draft, where: Where): Column | null {
  const [atom] = where[0]!
  const isSaid = draft.nodes.some(
    ({ text, concepts }) =>
      concepts.has('blankelse') ||
      /not written|missing|blank where|leave blank|no date|where it is/i.test(text),
  )
  return atom &&
    isNumeric(atom.column) &&
    isSaid &&
    matching(draft, []).some(({ row }) => isBlank(row[atom.column.index]))
    ? atom.column
    : null
}

/** The word after "otherwise" or before "if not". */
function elseLabel(draft: Draft): string | null {
  for (const [at, node] of draft.nodes.entries()) {
    if (draft.isTaken(at) || !node.concepts.has('otherwise')) continue
    const next = draft.nodes[at + 1]
    const isLast = next !== undefined && /^[.!]?$/.test(draft.nodes[at + 2]?.text ?? '')
    const after =
      draft.nodes.slice(at + 1, at + 5).find(each => isLabel(draft, each)) ??
      // The last word is written, whatever it means elsewhere.
      (isLast && /^\p{Lu}/u.test(next.text) ? next : undefined)
    const before = [...draft.nodes.slice(Math.max(0, at - 3), at)]
      .reverse()
      .find(each => isLabel(draft, each))
    const found = after ?? before
    if (!found) continue
    draft.take(found, node)
    return found.text
  }
  return null
}

/** A word is written where a verb of writing stands before it; capitals and quotation marks say so themselves. */
function isSaidLabel(draft: Draft, node: Node): boolean {
  if (node.isQuoted || /^[A-Z]{2,}$/.test(node.text)) return true
  const at = draft.nodes.indexOf(node)
  const before = draft.nodes
    .slice(Math.max(0, at - 3), at)
    .findLast(
      each => !each.concepts.has('noise') || /^(?:say|says|saying|as|put|state|states)$/i.test(each.text),
    )
  return (
    before !== undefined &&
    (['flag', 'write', 'otherwise', 'tier'].some(each => before.concepts.has(each)) ||
      /^(?:says?|saying|as|=|:|states?)$/i.test(before.text))
  )
}

/** The word that is written: the first that can be one. */
function labelNear(draft: Draft): string | null {
  const quoted = draft.free().find(node => node.isQuoted)
  const found =
    quoted ??
    draft
      .free()
      .find(node => isLabel(draft, node) && isSaidLabel(draft, node) && !/^(?:yes|no)$/i.test(node.text)) ??
    draft.free().find(node => /^yes$/i.test(node.text))
  if (!found) return null
  draft.take(found)
  return found.text
}

interface Tier {
  label: string
  /** Values from here on (exclusive where not `isFrom`); null for the lowest. */
  from: number | null
  to: number | null
  isFrom: boolean
  isTo: boolean
}

/** "under 10 low, 10 to 20 mid, over 20 high": bounds and words in turn. */
function tiers(draft: Draft, given: string | null): Reading | null {
  const parts: { node: Node; bound?: Tier }[] = []
  for (let at = 0; at < draft.nodes.length; at++) {
    if (draft.isTaken(at)) continue
    const node = draft.nodes[at]!
    const bound = boundAt(draft, at)
    if (bound) {
      parts.push({ node, bound: bound.tier })
      at = bound.end
    } else if (isLabel(draft, node) && !node.concepts.has('tier')) parts.push({ node })
    else if (isRest(node) && parts.some(({ bound: each }) => each))
      parts.push({
        node,
        bound: restOf(
          node,
          parts.flatMap(({ bound: each }) => each ?? []),
        ),
      })
  }
  const bounds = parts.flatMap(({ bound }) => (bound ? [bound] : []))
  const labels = parts.filter(({ bound }) => !bound)
  if (bounds.length < 2 || labels.length !== bounds.length) return null
  // Words follow their bounds, or stand before them; the first part tells.
  const isBefore = !parts[0]!.bound
  const used: Tier[] = []
  for (const [index, { bound }] of parts.entries()) {
    if (!bound) continue
    const isRest = bound.from === null && bound.to === null
    const label = parts[isBefore && !isRest ? index - 1 : index + 1]
    if (!label || label.bound) return null
    used.push({ ...bound, label: label.node.text })
  }
  draft.take(...parts.map(({ node }) => node))
  const column = draft.column('number')
  if (!column || !isNumeric(column)) return null
  takeBounds(draft)
  draft.cue('tier', 'blankelse', 'otherwise')
  return newColumn(
    draft,
    row => ({ header: given ?? 'Tier', formula: tierFormula(used, column, row, draft), format: null }),
    { name: given, words: `${inList(used.map(tierInWords))} by ${nameOf(column)}`, bonus: 1 },
  )
}

/** "“mid” from 10 to 20" */
const tierInWords = ({ label, from, to, isFrom, isTo }: Tier): string =>
  [
    `“${label}”`,
    from === null ? [] : `${isFrom ? 'from' : 'above'} ${from}`,
    to === null ? [] : `${isTo ? 'up to' : 'below'} ${to}`,
  ]
    .flat()
    .join(' ')

/** "less is poor", "all above is big", "the rest C" */
const isRest = ({ concepts }: Node): boolean =>
  ['otherwise', 'lt', 'gt', 'le', 'ge'].some(each => concepts.has(each)) && !concepts.has('noise')

function restOf({ concepts }: Node, known: readonly Tier[]): Tier {
  const top = Math.max(...known.flatMap(({ from, to }) => [from ?? Number.NEGATIVE_INFINITY, to ?? 0]))
  const isAbove = concepts.has('gt') || concepts.has('ge')
  return { label: '', from: isAbove ? top : null, to: null, isFrom: false, isTo: false }
}

function takeBounds(draft: Draft): void {
  draft.take(
    ...draft
      .free()
      .filter(
        node =>
          node.number !== undefined ||
          ['gt', 'ge', 'lt', 'le', 'between', 'until', 'to', 'from', 'not', 'percentformat', 'empty'].some(
            each => node.concepts.has(each),
          ) ||
          /^[-–+]$/.test(node.text),
      ),
  )
}

function boundAt(draft: Draft, at: number): { tier: Tier; end: number } | null {
  const node = draft.nodes[at]!
  const value = (index: number) => draft.nodes[index]?.number?.value ?? null
  const base = { label: '', from: null, to: null, isFrom: false, isTo: false }
  const skip = (index: number) =>
    draft.nodes[index]?.concepts.has('than') || draft.nodes[index]?.concepts.has('noise') ? index + 1 : index
  const own = value(at)
  if (own !== null) {
    const next = draft.nodes[at + 1]
    const upper = value(at + 2)
    // "5万以上15万未満": each number has its word after it.
    if (next?.concepts.has('ge') && upper !== null && draft.nodes[at + 3]?.concepts.has('lt'))
      return { tier: { ...base, from: own, isFrom: true, to: upper }, end: at + 3 }
    if (node.number!.isAtLeast || next?.concepts.has('ge') || next?.concepts.has('since'))
      return { tier: { ...base, from: own, isFrom: true }, end: node.number!.isAtLeast ? at : at + 1 }
    if (next?.concepts.has('le') && value(at + 2) === null)
      return { tier: { ...base, to: own, isTo: true }, end: at + 1 }
    if (next?.concepts.has('lt') && value(at + 2) === null) return { tier: { ...base, to: own }, end: at + 1 }
    if (next?.concepts.has('gt') && value(at + 2) === null)
      return { tier: { ...base, from: own }, end: at + 1 }
    const isSpan =
      next &&
      (/^[-–]$/.test(next.text) ||
        next.concepts.has('to') ||
        next.concepts.has('until') ||
        next.concepts.has('le'))
    const last = isSpan ? lastOf(draft, at + 2) : null
    return last
      ? { tier: { ...base, from: own, isFrom: true, to: last.value, isTo: !last.isBelow }, end: last.end }
      : null
  }
  const op = ['gt', 'ge', 'lt', 'le', 'from', 'since', 'between', 'until'].find(each =>
    node.concepts.has(each),
  )
  if (!op) return null
  const start = skip(at + 1)
  const nested =
    op === 'from' && ['gt', 'ge'].some(each => draft.nodes[start]?.concepts.has(each))
      ? skip(start + 1)
      : start
  const first = value(nested)
  if (first === null) return null
  const joint = draft.nodes[nested + 1]
  if (
    (op === 'from' || op === 'since' || op === 'between' || op === 'gt') &&
    joint &&
    ['until', 'to', 'and', 'le'].some(each => joint.concepts.has(each))
  ) {
    const last = lastOf(draft, nested + 2)
    if (last)
      return {
        tier: {
          ...base,
          from: first,
          isFrom: nested === start && op !== 'gt',
          to: last.value,
          isTo: !last.isBelow,
        },
        end: last.end,
      }
  }
  const from = op === 'gt' || op === 'ge' || op === 'from' || op === 'since'
  return {
    tier: from
      ? { ...base, from: first, isFrom: op !== 'gt' }
      : { ...base, to: first, isTo: op === 'le' || op === 'until' },
    end: nested,
  }
}

/** "up to but not including 25" */
function lastOf(draft: Draft, at: number): { value: number; end: number; isBelow: boolean } | null {
  for (let next = at; next < at + 5; next++) {
    const node = draft.nodes[next]
    if (node?.number)
      return {
        value: node.number.value,
        end: next,
        isBelow: draft.nodes
          .slice(at - 1, next)
          .some(each => each.concepts.has('not') || each.concepts.has('but')),
      }
  }
  return null
}

/** Tested from the lowest tier up, so that each is reached by what those below it leave; a gap stays empty. */
function tierFormula(found: readonly Tier[], column: Column, row: number, draft: Draft): string {
  const cell = `${column.column}${row}`
  const end = ({ from, to }: Tier) => to ?? (from === null ? Number.NaN : Number.POSITIVE_INFINITY)
  const bounded = found.filter(({ from, to }) => from !== null || to !== null)
  const rest = found.find(({ from, to }) => from === null && to === null)
  // Of tiers with a lower bound alone, the highest is tested last.
  const sorted = bounded.toSorted((a, b) =>
    end(a) === end(b) ? (a.from ?? 0) - (b.from ?? 0) : end(a) - end(b),
  )
  let formula = rest ? textOf(rest.label) : '""'
  for (const [at, tier] of [...sorted.entries()].reverse()) {
    const next = sorted[at + 1]
    formula = `IF(${testOf(tier, sorted[at - 1], next, cell)},${textOf(tier.label)},${formula})`
  }
  return matching(draft, []).some(({ row: cells }) => isBlank(cells[column.index]))
    ? `IF(${cell}="","",${formula})`
    : formula
}

/** Both ends of a tier, as far as the tiers beside it leave them open. */
function testOf(tier: Tier, below: Tier | undefined, above: Tier | undefined, cell: string): string {
  const to = tier.to ?? above?.from ?? null
  const isTo = tier.to !== null ? tier.isTo : !above?.isFrom
  const isMet = tier.from === null || (below !== undefined && (below.to ?? tier.from) === tier.from)
  const upper = to === null ? null : `${cell}<${isTo ? '=' : ''}${to}`
  const lower = tier.from === null ? null : `${cell}>${tier.isFrom ? '=' : ''}${tier.from}`
  if (upper !== null && (isMet || lower === null)) return upper
  return upper === null ? (lower ?? 'TRUE') : `AND(${lower},${upper})`
}
