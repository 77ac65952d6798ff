/** Colours as people call them. */
import { COLORS } from '../kinds/looks/looks.ts'
import { tokenize } from '../words/tokens.ts'
import { conceptsIn, type Ground } from './ground.ts'

/** "pale green" is light green; null where no colour is named. */
export function colorOf(text: string, ground: Ground): string | null {
  const concepts = conceptsIn(text, ground)
  const said = tokenize(text).map(({ norm }) => norm)
  const known = said.map(word => SHADES[word]).find(Boolean)
  const color = COLORS.find(each => concepts.has(each) || said.includes(each))
  if (!color) return known ?? null
  const isLight = concepts.has('light') || /\b(?:light|pale|soft|faint|pastel)\b/i.test(text)
  return isLight ? `light ${color}` : concepts.has('dark') ? `dark ${color}` : color
}

/** Shades by the families that the tools know. */
const SHADES: Record<string, string> = {
  amber: 'orange',
  apricot: 'light orange',
  beige: 'light orange',
  brick: 'dark red',
  burgundy: 'dark red',
  charcoal: 'dark gray',
  coral: 'light red',
  cherry: 'red',
  cream: 'light yellow',
  crimson: 'dark red',
  cyan: 'teal',
  gold: 'yellow',
  grey: 'gray',
  indigo: 'dark blue',
  ivory: 'light yellow',
  khaki: 'light yellow',
  lavender: 'light purple',
  lilac: 'light purple',
  lime: 'light green',
  magenta: 'pink',
  maroon: 'dark red',
  mauve: 'light purple',
  mint: 'light green',
  navy: 'dark blue',
  olive: 'dark green',
  peach: 'light orange',
  plum: 'dark purple',
  raspberry: 'pink',
  rose: 'pink',
  salmon: 'light red',
  scarlet: 'red',
  silver: 'light gray',
  sand: 'light orange',
  sky: 'light blue',
  slate: 'gray',
  tan: 'light orange',
  tangerine: 'orange',
  tomato: 'red',
  turquoise: 'teal',
  violet: 'purple',
}
