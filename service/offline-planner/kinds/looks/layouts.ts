/** Looks of whole rows, columns and tables: frozen, banded, bordered, sized. */
import type { Call } from '../../plan.ts'
import type { Scope } from '../../reading/scope.ts'
import type { Filled, Kind } from '../kind.ts'
import { placesOf, type Target } from '../support/places.ts'
import { counted, headerRange, inList, rowsOf, shown, tableRange } from '../support/table.ts'
import { fillOf, format, formatCall } from './looks.ts'

export const freezing: Kind = {
  name: 'Freeze',
  does: 'Freezes or unfreezes rows and columns.',
  examples: [
    'Freeze the header',
    'Freeze and bold the header row',
    'Freeze the first 2 columns',
    'Unfreeze the sheet',
  ],
  effect: 'change',
}
export const borders: Kind = {
  name: 'Borders',
  does: 'Draws borders around and between cells.',
  examples: ['Add borders to the table'],
  effect: 'change',
}
export const banding: Kind = {
  name: 'Banding',
  does: 'Shades every second row.',
  examples: ['zebra stripes', 'shade every other row'],
  effect: 'change',
}
export const widths: Kind = {
  name: 'Column widths',
  does: 'Fits the widths of columns to what they hold.',
  examples: ['Autofit the columns', 'make the columns wider'],
  effect: 'change',
}
export const tidyLook: Kind = {
  name: 'A tidy look',
  does: 'Dresses the table: bold header on a colour, frozen, widths that fit, every second row shaded.',
  examples: ['Make this look nice', 'make the table prettier'],
  effect: 'change',
}

const freezeCall = ({ tab }: Scope, lines: { rows?: number; columns?: number }): Call => ({
  tool: 'edit_structure',
  args: { action: 'freeze', tab: tab.title, ...lines },
})

export function frozen(scope: Scope, what: 'rows' | 'columns', count: number): Filled {
  const lines = count === 1 ? `first ${what.slice(0, -1)}` : `first ${counted(count, what.slice(0, -1))}`
  return {
    plan: () =>
      format([freezeCall(scope, { [what]: count })], `Froze the ${lines} of **${scope.tab.title}**.`),
    says: `Freeze the ${lines}`,
  }
}

export const headerFrozen = (scope: Scope): Filled => frozen(scope, 'rows', scope.tab.header_row ?? 1)

export const unfrozen = (scope: Scope): Filled => ({
  plan: () =>
    format(
      [freezeCall(scope, { rows: 0, columns: 0 })],
      `**${scope.tab.title}** has no frozen rows and columns any more.`,
    ),
  says: 'Unfreeze all rows and columns',
})

export function bordered(scope: Scope): Filled | null {
  const [place] = placesOf(scope, 'table', true) ?? []
  if (!place) return null
  const range = shown(place.range)
  return {
    plan: () => format([formatCall(place.range, { action: 'borders' })], `Drew borders on ${range}.`),
    says: `Draw borders on ${range}`,
  }
}

export function banded(scope: Scope): Filled | null {
  const rows = rowsOf(scope)
  return (
    rows && {
      plan: () => format([bandingCall(scope, rows)], `Shaded every second row of **${scope.tab.title}**.`),
      says: 'Shade every second row of the table light gray',
    }
  )
}

const bandingCall = ({ tab }: Scope, rows: NonNullable<ReturnType<typeof rowsOf>>): Call =>
  formatCall(tableRange(tab, rows, false), { action: 'banding', background: fillOf('light gray') })

export function fitted(scope: Scope, target: Target): Filled | null {
  const places = placesOf(scope, target, true)
  if (!places) return null
  const names = target === 'table' ? 'all columns' : inList(places.map(({ name }) => `**${name}**`))
  return {
    plan: () =>
      format(
        places.map(({ range }) => formatCall(range, { action: 'column_width' })),
        `Fitted the widths of ${names}.`,
      ),
    says: `Fit the widths of ${names.replaceAll('**', '')}`,
  }
}

export function dressed(scope: Scope): Filled | null {
  const rows = rowsOf(scope)
  if (!rows) return null
  const calls = [
    formatCall(headerRange(scope.tab), { action: 'text_style', bold: true, background: '#d9e2f3' }),
    freezeCall(scope, { rows: rows.header ?? 1 }),
    bandingCall(scope, rows),
    formatCall(tableRange(scope.tab, rows), { action: 'column_width' }),
  ]
  return {
    plan: () =>
      format(
        calls,
        `Dressed **${scope.tab.title}**: a bold header that stays in view, every second row shaded, widths that fit. Values and number formats are as they were.`,
      ),
    says: 'Dress the table: a bold header that stays in view, every second row shaded, widths that fit',
  }
}
