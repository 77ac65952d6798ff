/** Charts, names, protections and tables that the message does not speak of. */
import { formatBox } from '../../sheets/a1.ts'
import { fromGridRange } from '../../sheets/grid-range.ts'
import type { Deed } from '../deeds/deed.ts'
import { type Case, markOf, type Need } from './case.ts'
import { judgeOverwrite } from './cells.ts'

type Objects = Extract<Deed, { deed: 'delete_object' }>

const THING = {
  chart: 'chart',
  'named range': 'name',
  protection: 'protection',
  table: 'look',
} as const

export async function judgeObject(deed: Objects, { reading, book }: Case): Promise<Need | null> {
  const thing = THING[deed.what]
  const isAsked = reading.wishes.some(
    wish =>
      wish.thing === thing &&
      (wish.act === 'delete' ||
        wish.act === 'clear' ||
        wish.act === 'change' ||
        wish.act === 'move' ||
        wish.act === 'bring'),
  )
  if (isAsked) return null
  return {
    kind: 'destroy',
    effect: `Remove ${(await book.objectName(deed.what, deed.id)) ?? `a ${deed.what}`}`,
    details: [],
    mark: markOf('delete_object', deed.what, deed.id),
  }
}

/** Google's tables go with what stands in them. */
export async function judgeTable(tableId: string, matter: Case): Promise<Need | null> {
  const table = await matter.book.table(tableId)
  if (!table?.range) {
    const effect = 'Remove a table with what stands in it'
    return { kind: 'destroy', effect, details: [], mark: markOf('delete_table', tableId) }
  }
  const at = fromGridRange(table.range)
  const { need } = await judgeOverwrite(
    { deed: 'overwrite', ...at, next: () => '', uniform: 'empty' },
    { ...matter, own: { ...matter.own, areas: [] } },
  )
  const area = matter.book.area(at.sheetId, at.box)
  if (!need || !area) return null
  return {
    ...need,
    effect: `Remove the table ${table.name ?? ''} in ${formatBox(area.box)} of the tab ${area.tab.title} with what stands in it`,
    details: [need.effect, ...need.details],
  }
}
