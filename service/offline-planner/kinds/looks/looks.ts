/** Looks of cells that are named: bold, italic, colours of text and background. */
import { type Call, calls, notDone, type Plan } from '../../plan.ts'
import type { Filled, Kind } from '../kind.ts'
import type { Place } from '../support/places.ts'
import { inList } from '../support/table.ts'

export const COLORS = [
  'red',
  'green',
  'blue',
  'yellow',
  'orange',
  'gray',
  'pink',
  'purple',
  'black',
  'white',
  'brown',
  'teal',
]

/** Fills are light unless a strong one is asked for, so that texts stay readable. */
export const fillOf = (color: string): string =>
  /^(?:light|dark)|^(?:yellow|white|black)$/.test(color)
    ? color
    : color === 'gray'
      ? 'light gray'
      : `light ${color}`

export function* format(made: readonly Call[], said: string): Plan {
  const failure = yield* calls(...made)
  return failure ? notDone(failure) : said
}

export const formatCall = (range: string, args: Record<string, unknown>): Call => ({
  tool: 'format_range',
  args: { range, ...args },
})

export const style: Kind = {
  name: 'Style',
  does: 'Makes the header, columns or cells bold, italic, underlined, coloured, aligned or wrapped.',
  examples: [
    'Bold the header',
    'Give the header a light gray background',
    'Center Status',
    'Make B2:C5 italic',
    'Wrap the text in Customer',
    'Make the text of Status red',
    'Align Qty to the right',
  ],
  effect: 'change',
}

export function styled(places: readonly Place[], args: Record<string, unknown>): Filled {
  const said = Object.entries(args)
    .map(([name, value]) => (value === true ? name : `${name} ${String(value)}`))
    .join(', ')
  return {
    plan: () =>
      format(
        places.map(({ range }) => formatCall(range, { action: 'text_style', ...args })),
        `${inList(places.map(({ name }) => name))} now ${places.length === 1 ? 'is' : 'are'}: ${said}.`,
      ),
    says: `Make ${inList(places.map(({ name }) => name))} ${inList(Object.entries(args).map(looksIn))}`,
  }
}

const LOOKS: Record<string, string> = {
  underline: 'underlined',
  strikethrough: 'struck through',
  wrap: 'wrapped',
  align: 'aligned',
  background: 'filled',
}
/** "bold", "aligned right", "filled light gray", "red" */
const looksIn = ([name, value]: [string, unknown]): string =>
  value === true ? (LOOKS[name] ?? name) : [LOOKS[name] ?? [], String(value)].flat().join(' ')
