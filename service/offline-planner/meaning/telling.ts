/** What is told in words, with nothing changed: "tell …". */
import type { Ground } from './ground.ts'
import type { Items } from './items.ts'
import { columnsTold, figureTold, type Made, topTold } from './makes.ts'
import { type Told, told, where } from './told.ts'

export function tell(items: Items, ground: Ground): Told | Made | null {
  const what = items.word(
    'share',
    'change',
    'top',
    'rows',
    'values',
    'duplicates',
    'missing',
    'cell',
    'row',
    'formula',
    'errors',
    'sheet',
  )
  switch (what) {
    case 'share':
      return share(items, ground)
    case 'change':
      return changeTold(items)
    case 'top':
      return topTold(items, ground)
    case 'rows':
      return columnsTold(items, ground)
    case 'values': {
      const column = items.column()
      const which = column && where(items, ground)
      return which && told('Different values', 'list different values of', { column: column! }, which)
    }
    case 'duplicates': {
      const column = items.column()
      return column
        ? told('What repeats', 'list duplicate values of', { column })
        : told('What repeats', 'list duplicate rows')
    }
    case 'missing': {
      const column = items.column()
      const [from, against] = [items.tab(), items.tab()]
      return column && from && against
        ? told('Compare two tabs', 'which', { column }, 'of', { tab: from }, 'are not in', { tab: against })
        : null
    }
    case 'cell':
    case 'row': {
      const place = items.amount()
      return place === null
        ? null
        : told('What cells hold', what === 'row' ? 'show me row' : 'show cell', { amount: place })
    }
    case 'formula': {
      const place = items.amount()
      return place === null ? null : told('Explain formulas', 'explain the formula in', { amount: place })
    }
    case 'errors':
      return told('Formula errors', 'find the formula errors')
    case 'sheet':
      return told('Describe the sheet', 'describe the sheet')
  }
  return items.next?.kind === 'column' ? columnsTold(items, ground) : figureTold(items, ground)
}

function share(items: Items, ground: Ground): Told | null {
  const column = items.column()
  if (!column && !items.word('rows')) return null
  const which = where(items, ground)
  if (!which || which.length === 0) return null
  return column
    ? told('Shares in words', 'percent of the total of', { column }, which)
    : told('Shares in words', 'percent of rows', which)
}

function changeTold(items: Items): Told | null {
  const column = items.column()
  const from = items.word('from') ? items.literal() : null
  const to = items.word('to') ? items.literal() : null
  return column && from !== null && to !== null
    ? told('Changes in percent', 'percent change of', { column }, 'from', { amount: from }, 'to', {
        amount: to,
      })
    : null
}
