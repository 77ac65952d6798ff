/** New names by what is stated: a thing of the sheet, what it shall be called, and a name. Knows no verb of renaming. */
import type { Node } from '../../linking/link.ts'
import { isName } from '../../reading/draft.ts'
import { has } from '../../reading/segments.ts'
import type { Frame } from '../frame.ts'
import { nameAfter } from '../support/names.ts'
import { cellRange, nameOf } from '../support/table.ts'
import { act } from './structure.ts'

const isPlaceWord = (node: Node): boolean => has(node, 'tab', 'column', 'header') && node.columns.length === 0
/** The brackets of a header's unit. */
const isUnit = (node: Node): boolean => /^[()\p{Sc}%]$/u.test(node.text)
const isUsed = (node: Node): boolean =>
  isUnit(node) ||
  has(node, 'auxiliary', 'is', 'called', 'to', 'as', 'noise', 'rename', 'instead') ||
  isPlaceWord(node)
/** "should be", "is to be", "is called from now on": what it shall be, not what it is. */
const isWish = (node: Node): boolean =>
  has(node, 'called', 'rename') ||
  /\b(?:should|shall|must|ought|wants?|needs?|better|to be)\b/i.test(node.text)

export const becomes: Frame = {
  name: 'New names',
  does: 'Gives a column or a tab the name that you say it shall have.',
  examples: ['The heading Qty shall read Quantity', 'The tab Sheet2 should be called Archive'],
  effect: 'change',
  loses: true,
  cues: ['as', 'auxiliary', 'is', 'called', 'to', 'rename'],
  uses: 'tab column header called rename is auxiliary as instead to change',
  prior: 0.2,
  read(draft) {
    if (draft.asks('newcolumn', 'newtab', 'add', 'chart', 'highlight', 'total', 'delete', 'write', 'copy'))
      return null
    const at = draft.nodes.findIndex(node => node.columns.length > 0 || node.tab !== undefined)
    const node = draft.nodes[at]
    if (!node || draft.nodes.slice(0, at).some(each => !isUsed(each))) return null
    const column = isName(node, draft.scope) ? draft.columnOf(node) : null
    const isTab = node.tab !== undefined && (column === null || draft.nodes.some(each => has(each, 'tab')))
    if (!column && !isTab) return null
    const start = draft.nodes.findIndex(
      (each, index) => index > at && (!isUsed(each) || each.isQuoted || /^\p{Lu}/u.test(each.text)),
    )
    const first = draft.nodes[start]
    if (
      !first ||
      first.number ||
      first.date ||
      first.values.some(({ isWhole, column: of }) => isWhole && of.tab === draft.tab) ||
      (first.columns.length > 0 && !first.isQuoted && !/^\p{Lu}/u.test(first.text))
    )
      return null
    const said = [...draft.nodes.slice(0, at), ...draft.nodes.slice(at + 1, start)]
    if (!said.some(isWish)) return null
    if (!first.isUnknown && !first.isQuoted && !/^\p{Lu}/u.test(first.text)) return null
    const name = nameAfter(draft, start)
    if (!name) return null
    draft.take(node, ...said)
    return isTab
      ? {
          plan: () =>
            act(
              [{ action: 'rename_tab', tab: node.tab!.title, new_name: name }],
              `Renamed the tab “${node.tab!.title}” to **${name}**.`,
            ),
          says: `Rename the tab ${node.tab!.title} to “${name}”`,
        }
      : {
          plan: () =>
            act(
              [
                {
                  range: cellRange(draft.tab, column!.column, draft.tab.header_row ?? 1),
                  values: [[name]],
                  overwrite: true,
                },
              ],
              `Renamed **${nameOf(column!)}** to **${name}**.`,
            ),
          says: `Rename the column ${nameOf(column!)} to “${name}”`,
        }
  },
}
