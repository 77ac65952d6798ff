/** The colours of Excel's own styles for tables, of which a file holds the name only, with the file's theme. */
import type { sheets_v4 } from '@googleapis/sheets'
import { fromHex } from '../../../sheets/google/colors.ts'
import type { XmlElement } from '../xml.ts'

type Rows = sheets_v4.Schema$TableRowsProperties

/** Black, then the six accents, as `#rrggbb`. */
export type Accents = readonly string[]

const USUAL: Accents = ['#000000', '#4472C4', '#ED7D31', '#A5A5A5', '#FFC000', '#5B9BD5', '#70AD47']

export function accentsOf(theme: XmlElement): Accents {
  const colors = (theme.querySelector('a:clrScheme')?.children ?? []).map(({ children: [color] }) => {
    const rgb = color?.getAttribute('lastClr') ?? color?.getAttribute('val') ?? ''
    return /^[\da-f]{6}$/i.test(rgb) ? `#${rgb.toUpperCase()}` : undefined
  })
  // Dark and light come twice before the accents.
  return USUAL.map((usual, i) => colors[i === 0 ? 0 : i + 3] ?? usual)
}

interface Colors {
  header?: string
  bands: readonly [string, string]
}

const WHITE = '#FFFFFF'
const [PALE, MIDDLE] = [0.8, 0.6]

const lighter = (color: string, by: number) => mixed(color, channel => channel + (255 - channel) * by)
const darker = (color: string, by: number) => mixed(color, channel => channel * (1 - by))

const mixed = (color: string, change: (channel: number) => number) =>
  `#${[1, 3, 5]
    .map(at => Math.round(change(Number.parseInt(color.slice(at, at + 2), 16))))
    .map(channel => channel.toString(16).padStart(2, '0').toUpperCase())
    .join('')}`

/** Of black, a pale one is a grey that can be told from white. */
const pale = (color: string) => lighter(color, color === '#000000' ? 0.85 : PALE)

function colorsOf(kind: string, number: number, accents: Accents): Colors | undefined {
  const color = accents[(number - 1) % 7] ?? '#000000'
  const family = Math.floor((number - 1) / 7)
  if (kind === 'Light') {
    if (family === 1) return { header: color, bands: [WHITE, WHITE] }
    return { bands: [pale(color), WHITE] }
  }
  if (kind === 'Medium') {
    if (family === 0) return { header: color, bands: [pale(color), WHITE] }
    if (family === 1) return { header: color, bands: [lighter(color, MIDDLE), pale(color)] }
    if (family === 2) return { header: color, bands: [pale('#000000'), WHITE] }
    return { header: pale(color), bands: [lighter(color, MIDDLE), pale(color)] }
  }
  if (family === 0) return { header: '#000000', bands: [darker(color, 0.25), color] }
  // The last four have a header of one accent and bands of the one before it.
  const at = number - 8
  const [head = '#000000', body = '#000000'] = [accents[at * 2], accents[Math.max(0, at * 2 - 1)]]
  return { header: head, bands: [lighter(body, MIDDLE), pale(body)] }
}

const style = (hex: string): sheets_v4.Schema$ColorStyle => ({ rgbColor: fromHex(hex) })

/** Undefined for a style that is none of Excel's own. */
export function rowsOfStyle(name: string, isBanded: boolean, accents: Accents): Rows | undefined {
  const [, kind, number] = /^TableStyle(Light|Medium|Dark)(\d+)$/.exec(name) ?? []
  const colors = kind === undefined ? undefined : colorsOf(kind, Number(number), accents)
  if (colors === undefined) return undefined
  const [first, second] = colors.bands
  return {
    ...(colors.header === undefined ? {} : { headerColorStyle: style(colors.header) }),
    firstBandColorStyle: style(isBanded ? first : second),
    secondBandColorStyle: style(second),
  }
}
