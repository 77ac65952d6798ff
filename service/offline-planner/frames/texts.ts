/** Changes of texts in their cells: spaces, capitals, replacements, numbers that were typed as text. */

import { formatRange } from '../../sheets/a1.ts'
import type { Node } from '../linking/link.ts'
import { type Column, isNumeric } from '../linking/sheet.ts'
import { call, calls, countIn, notDone, type Plan } from '../plan.ts'
import { type Draft, isColumn, isName } from '../reading/draft.ts'
import type { Frame } from './frame.ts'
import { textOf } from './support/names.ts'
import { columnRange, counted, inList, matching, nameOf, rowsOf, tableRange } from './support/table.ts'

const CASES: [string, string, string][] = [
  ['upper', 'upper', 'upper case'],
  ['lowercase', 'lower', 'lower case'],
  ['title', 'title', 'title case'],
  ['sentencecase', 'sentence', 'sentence case'],
]

/** The ranges that the words name: cells, columns, or the whole table. */
export function placesIn(
  draft: Draft,
  wanted: (column: Column) => boolean = () => true,
): { range: string; name: string }[] {
  const rows = rowsOf(draft)
  const range = draft.free().find(node => node.range)
  if (range) {
    draft.take(range)
    const title = range.range!.tab ?? draft.tab.title
    const { box } = range.range!
    // A column that is named in a place is meant in its rows alone.
    const named = draft
      .columns()
      .filter(
        column =>
          wanted(column) &&
          column.index >= (box.startColumn ?? 0) &&
          column.index < (box.endColumn ?? Number.POSITIVE_INFINITY),
      )
    const first = Math.max(box.startRow ?? 0, (rows?.first ?? 1) - 1)
    if (named.length > 0)
      return named.map(column => ({
        range: formatRange(title, {
          ...box,
          startRow: first,
          startColumn: column.index,
          endColumn: column.index + 1,
        }),
        name: nameOf(column),
      }))
    return [{ range: formatRange(title, box), name: range.text }]
  }
  if (!rows) return []
  const columns = draft.columns().filter(wanted)
  const isIt =
    columns.length === 0 &&
    draft.scope.it?.column &&
    draft.nodes.some(({ text }) => /^(?:it|that|this)$/i.test(text))
  if (isIt) columns.push(draft.scope.it!.column!)
  return columns.map(column => ({ range: columnRange(column, rows.first, rows.last), name: nameOf(column) }))
}

export const cleanText: Frame = {
  name: 'Trim and change case',
  does: 'Takes away needless spaces, or puts texts in upper, lower, title or sentence case, in columns, in a range or in the whole table.',
  examples: [
    'Trim spaces in Customer',
    'Trim all cells',
    'Make Region upper case',
    'Convert Email to lowercase',
    'Change Customer to title case',
    'Trim and lowercase Email',
  ],
  effect: 'change',
  cues: ['trim', 'upper', 'lowercase', 'title', 'sentencecase', 'cleanup'],
  uses: 'trim upper lowercase title sentencecase cleanup delete change convert keep value cell column table all other before after with empty value header add',
  prior: 0.4,
  read(draft) {
    if (draft.asks('newcolumn chart rename sort highlight duplicates freeze banding format')) return null
    const wishes = wishesIn(draft)
    if (wishes.length === 0 || hasTwoCases(draft)) return null
    draft.cue('trim', 'upper', 'lowercase', 'title', 'sentencecase', 'cleanup', 'delete')
    const isHeader =
      draft.has('header') && draft.nodes.some(({ text }) => /^(?:headers?|headings?|header row)$/i.test(text))
    const rows = rowsOf(draft)
    if (!rows) return null
    const named = placesIn(draft)
    if (
      named.length === 0 &&
      draft.nodes.length < 4 &&
      !draft.has('trim') &&
      !isWhole(draft) &&
      isVague(draft)
    )
      return null
    // "What a mess" is no wish.
    if (
      named.length === 0 &&
      !draft.nodes.some(
        ({ concepts, text }) => concepts.has('trim') || (!/mess/i.test(text) && concepts.has('cleanup')),
      ) &&
      draft.nodes.some(({ text }) => /mess/i.test(text))
    )
      return null
    const places =
      named.length > 0
        ? named
        : isHeader
          ? [
              {
                range: tableRange(draft.tab, { ...rows, first: rows.header ?? 1, last: rows.header ?? 1 }),
                name: 'the header',
              },
            ]
          : isWhole(draft) || wishes.every(each => each === 'trim')
            ? [{ range: tableRange(draft.tab, rows, false), name: draft.tab.title }]
            : []
    if (places.length === 0) return null
    // Values that are named as examples of how it shall look.
    for (const node of draft.free())
      if (node.values.length > 0 || (node.isUnknown && named.length > 0 && /^\p{Lu}/u.test(node.text)))
        draft.take(node)
    return {
      plan: () => cleanPlan(places, wishes),
      says: `${inList(wishes)} in ${inList(places.map(({ name }) => name))}`,
    }
  },
}

/** "Names in title case and emails in lower case" are two instructions. */
function hasTwoCases(draft: Draft): boolean {
  const cases = draft.nodes.flatMap((node, at) => {
    const found = CASES.find(([concept]) => node.concepts.has(concept))
    return found && !isName(node, draft.scope) ? [{ at, name: found[0] }] : []
  })
  const [first] = cases
  const other = cases.find(({ name }) => name !== first?.name)
  return (
    first !== undefined &&
    other !== undefined &&
    draft.nodes.slice(first.at, other.at).some(node => isColumn(node, draft.scope) && node.columns.length > 0)
  )
}

const isVague = ({ nodes }: Draft): boolean => nodes.some(({ text }) => /^(?:it|this|that|them)$/i.test(text))

/** "Clean it" names nothing. */
const isWhole = (draft: Draft): boolean =>
  draft.has('all') ||
  draft.nodes.some(({ text }) => /^(?:(?:the )?table|(?:all )?cells?|(?:the )?sheet)$/i.test(text))

function wishesIn(draft: Draft): string[] {
  const isKept = (node: Node) => {
    const at = draft.nodes.indexOf(node)
    return (
      draft.nodes.slice(Math.max(0, at - 3), at).some(({ concepts }) => concepts.has('not')) ||
      draft.nodes
        .slice(at, at + 6)
        .some(({ text, concepts }) => concepts.has('keep') && /left as|as it is|unchanged/i.test(text))
    )
  }
  const has = (concept: string) => draft.free().some(node => node.concepts.has(concept) && !isKept(node))
  const cases = CASES.filter(([concept]) => has(concept)).map(([, action]) => action)
  // "Proper capitals" are title case.
  const one = cases.includes('title') ? ['title'] : cases.slice(0, 1)
  const texts = draft.nodes.map(({ text }) => text).join(' ')
  // "Spaces and capitals all over": what is wrong, not what is wanted.
  if (
    has('cleanup') &&
    one[0] === 'upper' &&
    !/\b(?:in|to|into|all) (?:\w+ )?(?:caps|capitals|upper)/i.test(texts)
  )
    return ['trim', 'title']
  const isMessy = has('cleanup') && one.length === 0 && !has('trim')
  return [
    ...(has('trim') || has('cleanup') ? ['trim'] : []),
    ...(isMessy && /name|caps|capital/i.test(texts) ? ['title'] : one),
  ]
}

function* cleanPlan(places: readonly { range: string; name: string }[], wishes: readonly string[]): Plan {
  const done: string[] = []
  for (const { range, name } of places) {
    for (const action of wishes) {
      const result = yield* call('clean_range', { action, range, has_header: false })
      if (result.error !== undefined) return [...done, notDone(result)].join(' ')
      const count = countIn(result, 'changed_cells', 'cells', 'changed')
      done.push(
        `**${name}**: ${action === 'trim' ? 'trimmed' : `put in ${CASES.find(([, each]) => each === action)?.[2]}`}${count === null ? '' : `, ${counted(count, 'cell')} changed`}.`,
      )
    }
  }
  return done.join(' ')
}

export const replaceText: Frame = {
  name: 'Find and replace',
  does: 'Replaces text in the table, in named columns or in all tabs; whole cells where what you name is a whole value.',
  examples: [
    'Replace NY with New York',
    'Replace "Open" with "In progress" in Status',
    'Change all "N/A" to "" in Region',
    'Status Open -> Unpaid',
    'Acme is now called Acme Ltd',
  ],
  effect: 'change',
  cues: ['replace', 'change', 'to', 'called', 'not', 'is'],
  uses: 'replace change to with in all column value table cell keep other instead from for row rename fill format header',
  prior: 0.2,
  read(draft) {
    if (
      draft.asks('newcolumn header chart tab raise lower sort highlight bold move currency') &&
      !draft.has('replace')
    )
      return null
    const parts = partsOf(draft)
    const rows = rowsOf(draft)
    if (!parts || !rows) return null
    const more = [parts]
    for (let next = partsOf(draft, true); next; next = partsOf(draft, true)) more.push(next)
    const { find, replace } = parts
    draft.cue('replace', 'change', 'where')
    const everywhere =
      draft.nodes.some(({ text }) =>
        /every tab|all tabs|each tab|whole workbook|all sheets|every sheet/i.test(text),
      ) ||
      (draft.has('tab') && draft.nodes.some(({ text }) => /^(?:every|all|each)$/i.test(text)))
    const places = everywhere ? [] : placesIn(draft)
    if (everywhere) draft.cue('tab', 'per', 'all')
    const ranges = everywhere
      ? draft.scope.overview.tabs
          .filter(tab => tab.used_range !== null && tab.first_data_row !== null)
          .map(tab => ({ range: tableRange(tab, rowsOf(draft, tab)!, false), name: tab.title }))
      : places.length > 0
        ? places
        : [{ range: tableRange(draft.tab, rows, false), name: draft.tab.title }]
    // A value of another column than the one named is no text to replace there.
    if (
      parts.isKnown &&
      places.length > 0 &&
      !isThere(
        draft,
        places.map(({ name }) => name),
        find,
      )
    )
      return null
    return {
      *plan() {
        const done: string[] = []
        for (const { range, name } of ranges) {
          for (const each of more) {
            const result = yield* call('clean_range', {
              action: 'find_replace',
              range,
              find: each.find,
              replace: each.replace,
              ...(each.isWhole ? { whole_cell: true } : {}),
              has_header: false,
            })
            if (result.error !== undefined) return [...done, notDone(result)].join(' ')
            const count = countIn(result, 'changed_cells', 'cells', 'changed')
            done.push(
              `**${name}**: replaced “${each.find}” with “${each.replace}”${count === null ? '' : ` in ${counted(count, 'cell')}`}.`,
            )
          }
        }
        return done.join(' ')
      },
      says: `Replace “${find}” with “${replace}” in ${inList(ranges.map(({ name }) => name))}`,
      bonus: 0.3,
    }
  },
}

/** Whether the columns hold what is to be replaced; ranges are left to the tool. */
function isThere(draft: Draft, names: readonly string[], find: string): boolean {
  const columns = draft.scope.index.columns.filter(
    column => column.tab.title === draft.tab.title && names.includes(nameOf(column)),
  )
  return (
    columns.length < names.length ||
    matching(draft, []).some(({ row }) =>
      columns.some(({ index }) =>
        String(row[index] ?? '')
          .toLowerCase()
          .includes(find.toLowerCase()),
      ),
    )
  )
}

interface Replacement {
  find: string
  replace: string
  isWhole: boolean
  /** A value of the sheet, without quotation marks. */
  isKnown?: boolean
}

/** What stands on both sides of "with", "to", "is now" or "instead of". */
function partsOf(draft: Draft, isMore = false): Replacement | null {
  const { nodes } = draft
  const isSaid = (node: Node) => node.concepts.has('replace') || node.concepts.has('change')
  for (const [at, node] of nodes.entries()) {
    const swaps =
      /^(?:by|with|instead of|in place of)$/i.test(node.text) ||
      (/^for$/i.test(node.text) &&
        nodes.slice(0, at).some(({ text }) => /substitut|swap|exchang/i.test(text)))
    const turns =
      node.concepts.has('to') ||
      /^(?:is now|is now called|must be|should be|becomes|now called|is now spelled|should read|is in truth|has changed to|changed to|changd to|have it read|i would have it read|->|actually it is called|correct to|renamed to|is really|with|as|be)$/i.test(
        node.text,
      )
    const renames =
      node.concepts.has('called') &&
      /^(?:is|are|was|now|goes)?\s*(?:now )?(?:called|named|known as)$/i.test(node.text)
    if (!swaps && !turns && !renames && !node.concepts.has('replace')) continue
    if (at === 0) continue
    const before = sideText(draft, renames && nodes[at - 1]?.concepts.has('is') ? at - 1 : at, -1)
    const after = sideText(draft, at, 1)
    if (draft.isTaken(at)) continue
    const hasVerb =
      isMore ||
      nodes.slice(0, at).some(isSaid) ||
      node.concepts.has('replace') ||
      node.text === '->' ||
      (renames && before?.nodes.every(each => each.values.some(({ isWhole }) => isWhole)))
    if (!before || !after || !hasVerb) continue
    // "Y for N", "swap yes for Y": the new one is last with "for", first with "instead of".
    const isTurned =
      /^(?:instead of|in place of)$/i.test(node.text) ||
      (/^for$/i.test(node.text) && nodes.slice(0, at).some(({ text }) => /^substitute$/i.test(text)))
    draft.take(...before.nodes, ...after.nodes, node)
    draft.take(...nodes.filter((each, index) => index < at && isSaid(each)))
    const [find, replace] = isTurned ? [after, before] : [before, after]
    const whole = find.nodes.length === 1 && find.nodes[0]!.values.some(each => each.isWhole)
    const shown =
      whole && !find.nodes[0]!.isQuoted
        ? find.nodes[0]!.values.find(each => each.isWhole)!.values[0]!.trim()
        : find.text
    return {
      isKnown: whole && !find.nodes[0]!.isQuoted,
      find: shown,
      replace: /^(?:nothing|""|empty|blank)$/i.test(replace.text) ? '' : replace.text,
      // A value with spaces around it is not the whole of its cell.
      isWhole:
        whole &&
        find.nodes[0]!.values.every(
          each => each.isWhole && each.values.every(value => value === value.trim()),
        ),
    }
  }
  return foundAndReplaced(draft)
}

/** "find x and replace it with y" */
function foundAndReplaced(draft: Draft): Replacement | null {
  const find = draft.nodes.findIndex((node, at) => !draft.isTaken(at) && /^find$/i.test(node.text))
  const by = draft.nodes.findIndex(
    (node, at) => at > find && !draft.isTaken(at) && /^(?:with|by)$/i.test(node.text),
  )
  const end = draft.nodes.findIndex(
    (node, at) => at > find && (node.concepts.has('and') || node.concepts.has('replace')),
  )
  const after = by === -1 ? null : sideText(draft, by, 1)
  if (find === -1 || !after || end === -1) return null
  const before = draft.nodes.slice(find + 1, end)
  draft.take(...before, ...after.nodes, ...draft.nodes.slice(end, by + 1), draft.nodes[find])
  return { find: textOf(before), replace: after.text, isWhole: false }
}

const SIGN_WORDS: Record<string, string> = {
  dash: '-',
  dashes: '-',
  hyphen: '-',
  hyphens: '-',
  dot: '.',
  dots: '.',
  comma: ',',
  commas: ',',
  slash: '/',
  slashes: '/',
  space: ' ',
  spaces: ' ',
  underscores: '_',
}

const STOPS = new Set('in from where replace change keep next per is called all every'.split(' '))

/** The text on one side, as far as it is one thing. */
function sideText(draft: Draft, at: number, step: 1 | -1): { nodes: Node[]; text: string } | null {
  const { nodes } = draft
  const found: Node[] = []
  for (let next = at + step, seen = 0; seen < 5; next += step, seen++) {
    const node = nodes[next]
    if (!node || draft.isTaken(next)) break
    if (node.isQuoted) return found.length === 0 || step === -1 ? { nodes: [node], text: node.text } : null
    if (node.range || /^[,.;:!?()]$/.test(node.text)) break
    const isStop = [...node.concepts].some(each => STOPS.has(each)) && node.values.length === 0
    if (isStop && !(step === 1 && /^\p{Lu}/u.test(node.text))) break
    const isName = isColumn(node, draft.scope) && node.values.length === 0 && !node.isUnknown
    if (isName && (step === -1 || found.length > 0)) break
    if (
      (node.concepts.has('noise') || node.concepts.has('of') || node.concepts.has('value')) &&
      !(step === 1 && /^\p{Lu}/u.test(node.text)) &&
      node.values.length === 0
    ) {
      if (found.length > 0) break
      continue
    }
    if (step === 1) found.push(node)
    else found.unshift(node)
    if (node.values.some(({ isWhole }) => isWhole) && step === -1) break
  }
  const [first] = found
  if (!first) return null
  const sign = found.length === 1 ? SIGN_WORDS[first.text.toLowerCase()] : undefined
  if (sign !== undefined) return { nodes: found, text: sign }
  if (
    !found.every(
      node =>
        node.isUnknown ||
        node.values.length > 0 ||
        node.number ||
        /^\p{Lu}/u.test(node.text) ||
        (step === 1 && node.concepts.size <= 2),
    )
  )
    return null
  return { nodes: found, text: textOf(found) }
}

export const textToNumbers: Frame = {
  name: 'Texts to numbers',
  does: 'Turns texts like “82 kg” or “EUR 2,400” in a column into numbers, in place.',
  examples: [],
  effect: 'change',
  cues: ['convert', 'cleanup', 'delete'],
  uses: 'convert cleanup delete column value keep number only change currency other numberformat write from with where in sure total empty not is contains',
  prior: 0.3,
  read(draft) {
    if (!draft.has('convert') || draft.has('newcolumn', 'chart', 'sort', 'delete')) return null
    const column = draft.columns('text').find(each => numbersIn(draft, each).length > 0)
    const rows = rowsOf(draft)
    if (!column || !rows || isNumeric(column)) return null
    draft.cue('convert')
    const cells = numbersIn(draft, column)
    const units = new Set(
      cells.flatMap(({ text }) => text.match(/\p{L}+/gu) ?? []).map(unit => unit.toLowerCase()),
    )
    draft.take(
      ...draft
        .free()
        .filter(
          node =>
            units.has(node.text.toLowerCase()) ||
            (node.isQuoted && units.has(node.text.toLowerCase())) ||
            node.isUnknown ||
            /^[°']$/.test(node.text),
        ),
    )
    return {
      *plan() {
        const failure = yield* calls(
          ...cells.map(({ number, row }) => ({
            tool: 'write_range',
            args: { range: columnRange(column, row, row), values: [[number]], overwrite: true },
          })),
        )
        if (failure) return notDone(failure)
        return `Turned ${counted(cells.length, 'text')} in **${nameOf(column)}** into numbers.`
      },
      says: `Turn the texts in ${nameOf(column)} into numbers`,
      bonus: 0.5,
    }
  },
}

function numbersIn(draft: Draft, column: Column): { row: number; number: number; text: string }[] {
  return matching(draft, []).flatMap(({ row, number }) => {
    const text = String(row[column.index] ?? '')
    const found = typeof row[column.index] === 'string' ? /-?\d[\d,]*(?:\.\d+)?/.exec(text)?.[0] : undefined
    return found === undefined ? [] : [{ row: number, number: Number(found.replaceAll(',', '')), text }]
  })
}
