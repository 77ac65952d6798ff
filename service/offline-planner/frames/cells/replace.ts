/** Find and replace: what is to be found, and what comes instead. */
import type { Node } from '../../linking/link.ts'
import { call, countIn, notDone } from '../../plan.ts'
import { type Draft, isColumn } from '../../reading/draft.ts'
import type { Frame } from '../frame.ts'
import { matching } from '../support/met.ts'
import { textOf } from '../support/names.ts'
import { counted, inList, nameOf, rowsOf, tableRange } from '../support/table.ts'
import { placesIn } from './texts.ts'

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
  loses: true,
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
      /^(?:is now|is now called|must be|should be|becomes|now called|is now spelled|should read|is in truth|has changed to|changed to|changd to|have it read|i would have it read|->|actually it is called|correct to|renamed to|is really|should say|must say|shall say|with|as|be)$/i.test(
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
      ((renames || SHOULD.test(node.text)) &&
        before?.nodes.every(each => each.values.some(({ isWhole }) => isWhole)))
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
  return foundAndReplaced(draft) ?? corrected(draft)
}

/** "It is Van Dyck, not Van Dijk": a name that the sheet lacks, and the one that it has instead. */
function corrected(draft: Draft): Replacement | null {
  const at = draft.nodes.findIndex((node, index) => !draft.isTaken(index) && node.concepts.has('not'))
  const wrong = draft.nodes[at + 1]
  const known = wrong?.values.find(({ isWhole, column }) => isWhole && column.tab === draft.tab)
  const isLast = /^[.!,;)]?$/.test(draft.nodes[at + 2]?.text ?? '')
  let end = at
  while (draft.nodes[end - 1]?.text === ',') end--
  let start = end
  const isName = (node: Node | undefined): boolean =>
    node !== undefined &&
    (node.isQuoted || /^\p{Lu}/u.test(node.text) || (node.text === '.' && start < end)) &&
    !node.values.some(({ isWhole }) => isWhole)
  while (start > 1 && isName(draft.nodes[start - 1])) start--
  if (at < 1 || !known || !isLast || start === end) return null
  const right = draft.nodes.slice(start, end)
  draft.take(...right, draft.nodes[at], wrong)
  const [find] = known.values
  return { find: find!.trim(), replace: textOf(right), isWhole: find === find!.trim(), isKnown: true }
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

/** What a value ought to be, which it is not yet. */
const SHOULD = /^(?:should|must|shall|ought to) (?:be|say|read)$/i

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
