/** Changes of texts in their cells: spaces, capitals, replacements, numbers that were typed as text. */
import { formatRange } from '../../../sheets/a1.ts'
import type { Node } from '../../linking/link.ts'
import { type Column, isNumeric } from '../../linking/sheet.ts'
import { call, calls, countIn, notDone, type Plan } from '../../plan.ts'
import { type Draft, isColumn, isName } from '../../reading/draft.ts'
import type { Frame } from '../frame.ts'
import { matching } from '../support/met.ts'
import { columnRange, counted, inList, nameOf, rowsOf, tableRange } from '../support/table.ts'

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
      says: `${inList(wishes.map(inWords))} in ${inList(places.map(({ name }) => name))}`,
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

const inWords = (wish: string): string =>
  wish === 'trim'
    ? 'take away needless spaces'
    : `write in ${CASES.find(([, action]) => action === wish)?.[2]}`

const isVague = ({ nodes }: Draft): boolean => nodes.some(({ text }) => /^(?:it|this|that|them)$/i.test(text))

/** "Clean it" names nothing. */
export const isWhole = (draft: Draft): boolean =>
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
      says: `Turn ${counted(cells.length, 'text')} in ${nameOf(column)} into numbers`,
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
