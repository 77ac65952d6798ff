/** Values and formulas written into cells that are named. */
import { formatRange } from '../../../sheets/a1.ts'
import { WEEKDAYS } from '../../linking/dates.ts'
import type { Node } from '../../linking/link.ts'
import { call, calls, errorsIn, notDone, type Plan } from '../../plan.ts'
import type { Draft } from '../../reading/draft.ts'
import { type Frame, problem } from '../frame.ts'
import { expressionIn } from '../support/expression.ts'
import { cellOf, localised } from '../support/formulas.ts'
import { textOf } from '../support/names.ts'
import { shown } from '../support/table.ts'
import { formatFor, formulaFor } from '../support/tree.ts'

export const writeCell: Frame = {
  name: 'Write into cells',
  does: 'Writes a value or a formula into a cell, or a list of values downwards from it; clears cells.',
  examples: [
    'Put "Hello" in L1',
    'Set L2 to 42',
    'Write =SUM(H2:H120) in L3',
    'Clear L1:L3',
    'in L1 down type Boat, Car and Bike',
  ],
  effect: 'add',
  cues: ['write', 'add', 'change', 'clear', 'delete', ''],
  uses: 'write add change to in cell clear delete as value from down called below row into fill is with to on',
  prior: 0.5,
  read(draft, text) {
    const given = /=\s*[A-Za-z(][^"]*\)/.exec(text) ?? /=[A-Z]+\d+[-+*/&][^ ]+/.exec(text)
    const isInside = (each: Node) =>
      given !== null &&
      each.tokens[0]!.start >= given.index &&
      each.tokens.at(-1)!.end <= given.index + given[0].length
    if (given) draft.take(...draft.nodes.filter(isInside))
    const node = draft.free().find(each => each.range)
    if (!node || !draft.has('write', 'add', 'change', 'clear', 'delete', 'fill')) return null
    if (
      draft.asks(
        'trim duplicates cleanup sort total average upper lowercase title highlight bold formula replace format currency explain empty error fixerrors',
      )
    )
      return null
    const cells =
      ((node.range!.box.endRow ?? 1) - (node.range!.box.startRow ?? 0)) *
      ((node.range!.box.endColumn ?? 1) - (node.range!.box.startColumn ?? 0))
    if (cells > 1 && draft.has('times', 'minus', 'dividedby')) return null
    const range = formatRange(node.range!.tab ?? draft.tab.title, node.range!.box)
    draft.take(node)
    const over = draft.scope.overwrite ? { overwrite: true } : {}
    if (draft.has('clear', 'delete') && !draft.has('format')) {
      draft.cue('clear', 'delete')
      return {
        plan: () =>
          say('format_range', { range, action: 'clear', what: 'values' }, `Cleared ${shown(range)}.`),
        effect: 'change',
        says: `Clear the values of ${shown(range)}`,
      }
    }
    const formula = given
    if (formula) {
      return {
        plan: () =>
          say(
            'write_range',
            { range, formula: formula[0], ...over },
            `Wrote \`${formula[0]}\` into ${shown(range)}.`,
          ),
        says: `Write \`${formula[0]}\` into ${shown(range)}`,
      }
    }
    const values = listIn(draft, node)
    if (values.length === 0 || isWish(draft, values)) return null
    const down = values.length > 1 || draft.has('down')
    draft.cue('down')
    return {
      plan: () =>
        say(
          'write_range',
          { range, values: down ? values.map(value => [value]) : [values], ...over },
          `Wrote ${values.map(told).join(', ')} into ${shown(range)}${values.length > 1 ? ' and down' : ''}.`,
        ),
      says: `Write ${values.map(told).join(', ')} into ${shown(range)}${values.length > 1 ? ' and down' : ''}`,
      bonus: 0.3,
    }
  },
}

/** "Make Q3 look better": words that nobody asks to be written. */
const isWish = (draft: Draft, values: readonly (string | number)[]): boolean =>
  !draft.hasAnywhere('write') &&
  !draft.nodes.some(({ isQuoted, text }) => isQuoted || text === '=') &&
  values.some(value => typeof value === 'string' && /^\p{Ll}+ \p{Ll}/u.test(value))

/** The values that are to be written: quoted ones, or what the verb and the cell leave. */
function listIn(draft: Draft, cell: Node): (string | number)[] {
  const quoted = draft.free().filter(each => each.isQuoted)
  if (quoted.length > 0) return draft.take(...quoted), quoted.map(({ text }) => text)
  const days = draft
    .free()
    .filter(each => WEEKDAYS.some(day => day.toLowerCase() === each.text.toLowerCase()))
  if (days.length === 2) {
    draft.take(
      ...draft
        .free()
        .filter(
          each =>
            each.concepts.has('days') ||
            each.concepts.has('weekday') ||
            each.concepts.has('from') ||
            each.concepts.has('below'),
        ),
      ...days,
    )
    draft.take(...draft.free().filter(each => /^(?:names|of|to|beneath)$/i.test(each.text)))
    const [from, to] = days.map(({ text }) =>
      WEEKDAYS.findIndex(day => day.toLowerCase() === text.toLowerCase()),
    )
    return WEEKDAYS.slice(from, to! + 1)
  }
  const verb = draft.nodes.findIndex(
    (each, at) =>
      !draft.isTaken(at) &&
      (each.concepts.has('write') || each.concepts.has('add') || each.concepts.has('change')),
  )
  const start = Math.max(verb, -1) + 1
  const part: Node[] = []
  const values: (string | number)[] = []
  const flush = () => {
    if (part.length === 1 && part[0]!.number && !part[0]!.number.isPercent && !part[0]!.number.unit)
      values.push(part[0]!.number.value)
    else if (part.length > 0) values.push(textOf(part))
    part.length = 0
  }
  const leading = leadingTo(cell, draft.nodes)
  for (const node of draft.nodes.slice(start)) {
    if (node === cell || leading.has(node) || draft.isTaken(draft.nodes.indexOf(node))) continue
    if (/^[,;]$/.test(node.text) || (node.concepts.has('and') && node.values.length === 0)) flush()
    else if (
      part.length === 0 &&
      ['in', 'to', 'noise', 'down', 'cell', 'value', 'as', 'from', 'is'].some(each =>
        node.concepts.has(each),
      ) &&
      node.values.length === 0 &&
      !node.number
    )
      continue
    else {
      part.push(node)
      draft.take(node)
    }
  }
  flush()
  return values
}

/** "… into the cell J1": what stands before a cell and only leads to it. */
function leadingTo(cell: Node, nodes: readonly Node[]): ReadonlySet<Node> {
  const isLeading = ({ concepts, values, number }: Node) =>
    values.length === 0 && !number && ['in', 'to', 'cell', 'noise'].some(each => concepts.has(each))
  const before = nodes.slice(0, nodes.indexOf(cell))
  return new Set(before.slice(before.findLastIndex(node => !isLeading(node)) + 1))
}

/** As it stands in a sentence: texts in quotes. */
const told = (value: string | number): string => (typeof value === 'number' ? `${value}` : `“${value}”`)

export function* say(tool: string, args: Record<string, unknown>, said: string): Plan {
  const result = yield* call(tool, args)
  return result.error === undefined ? `${said}${errorsIn(result)}` : notDone(result)
}

export const fillRange: Frame = {
  name: 'Fill a range with a formula',
  does: 'Writes a formula into the cells of a range, from a calculation in words over the columns of its rows, or as it is given.',
  examples: [
    'Fill K2:K20 with a formula: Qty times Price',
    'Put Qty times Price in K2:K20',
    'Fill K2:K20 with =H2*2',
  ],
  effect: 'add',
  isForRulesAlone: true,
  cues: ['fill', 'write', 'add', 'change', 'formula', 'times', 'minus', 'plus', 'dividedby'],
  uses: 'fill write add formula in with to change value cell by newcolumn',
  prior: 1,
  read(draft, text) {
    const node = draft
      .free()
      .find(each => each.range && (each.range.box.endRow ?? 0) > (each.range.box.startRow ?? 0))
    if (!node || draft.asks('trim', 'duplicates', 'cleanup', 'sort', 'explain', 'delete')) return null
    const given = /=\s*[A-Za-z(][^"\n]*/.exec(text.slice(node.tokens.at(-1)!.end))
    draft.take(node)
    const first = (node.range!.box.startRow ?? 1) + 1
    const expression = given ? null : expressionIn(draft, true)
    if (!given && !expression) return null
    if (given) draft.take(...draft.free().filter(each => each.tokens[0]!.start > node.tokens.at(-1)!.end))
    const own = expression?.columns.find(
      ({ index }) => index >= (node.range!.box.startColumn ?? 0) && index < (node.range!.box.endColumn ?? 0),
    )
    if (own)
      return problem(
        `The formula would refer to the column ${own.column} that it stands in. Nothing was changed.`,
      )
    const range = formatRange(node.range!.tab ?? draft.tab.title, node.range!.box)
    const formula = localised(
      given ? given[0].trim().replace(/[.。]$/, '') : `=${formulaFor(expression!.tree, cellOf(first))}`,
      draft.scope.overview.locale,
    )
    const format = expression ? formatFor(expression.tree) : null
    return {
      *plan(): Plan {
        const result = yield* call('write_range', {
          range,
          formula,
          ...(draft.scope.overwrite ? { overwrite: true } : {}),
        })
        if (result.error !== undefined) return notDone(result)
        if (format)
          yield* calls({ tool: 'format_range', args: { range, action: 'number_format', ...format } })
        return `Filled ${shown(range)} with \`${formula}\`.${errorsIn(result)}`
      },
      says: `Fill ${shown(range)} with \`${formula}\``,
    }
  },
}
