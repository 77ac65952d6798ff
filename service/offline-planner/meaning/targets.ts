/** Where something is done, as the meaning language says it: columns, a range, or nothing for the whole table. */
import { isOneCell } from '../../sheets/a1.ts'
import { type Area, areaOf, type Target } from '../kinds/support/places.ts'
import type { Ground } from './ground.ts'
import type { Items } from './items.ts'

/** A range such as `A2:B3`; null where none follows. */
export function areaIn(items: Items, ground: Ground): Area | null {
  const { next } = items
  const area = next?.kind === 'amount' ? areaOf(next.text, ground) : null
  if (area) items.amount()
  return area
}

/** One cell; null where none follows. */
export function cellIn(items: Items, ground: Ground): Area | null {
  const area = areaIn(items, ground)
  return area && isOneCell(area.box) ? area : null
}

export function targetIn(items: Items, ground: Ground): Target {
  const area = areaIn(items, ground)
  if (area) return { area }
  const columns = items.columns()
  return columns.length > 0 ? { columns } : 'table'
}
