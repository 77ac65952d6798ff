/**
 * Looks that the engine's reader has no word for or reads as nearly the same: exact number patterns, fonts,
 * text that is set to the left. Laid over the looks that it read.
 */
import type { Style } from '../../../dialect/engine.ts'
import { isPattern, typeOfPattern, writeNumberFormat } from '../../../sheets/cells/number-format.ts'
import { boxOf, nameOf, placesIn } from '../formula-text.ts'
import type { XmlElement } from '../xml.ts'
import type { RawCell } from './contents.ts'

/** Patterns that have a number only, where the engine's own differ. */
const BUILT_IN: Record<string, string> = {
  11: '0.00E+00',
  18: 'h:mm am/pm',
  19: 'h:mm:ss am/pm',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yyyy h:mm',
  12: '# ?/?',
  13: '# ??/??',
  37: '#,##0_);(#,##0)',
  38: '#,##0_);[Red](#,##0)',
  39: '#,##0.00_);(#,##0.00)',
  40: '#,##0.00_);[Red](#,##0.00)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
}

interface Look {
  pattern?: string
  family?: string
  isLeft?: boolean
}

/** By the number of a cell's style. */
export function readLooks(styles: XmlElement): (Look | undefined)[] {
  const codes = new Map(
    styles
      .querySelectorAll('numFmts > numFmt')
      .map(it => [it.getAttribute('numFmtId') ?? '', it.getAttribute('formatCode') ?? '']),
  )
  const families = styles
    .querySelectorAll('fonts > font')
    .map(font => font.querySelector('name')?.getAttribute('val') ?? undefined)
  return styles.querySelectorAll('cellXfs > xf').map(xf => {
    const id = xf.getAttribute('numFmtId') ?? '0'
    const code = codes.get(id) ?? BUILT_IN[id]
    const pattern = code === undefined || /^general$/i.test(code) ? undefined : googlePattern(code)
    const family = families[Number(xf.getAttribute('fontId') ?? 0)]
    const isLeft = xf.querySelector('alignment')?.getAttribute('horizontal') === 'left'
    const look = {
      ...(pattern === undefined || !isPattern(pattern) ? {} : { pattern }),
      // The one of the whole file is no choice of the cell's.
      ...(family === undefined || family === families[0] ? {} : { family }),
      ...(isLeft ? { isLeft } : {}),
    }
    return Object.keys(look).length === 0 ? undefined : look
  })
}

/** A country after a currency says nothing of how Google Sheets parts thousands. */
const googlePattern = (code: string) =>
  code
    .replaceAll('AM/PM', 'am/pm')
    .replaceAll('A/P', 'a/p')
    .replace(/\[\$([^\]-]+)-[^\]]*\]/g, '[$$$1]')

export interface LookedSheet {
  name: string
  /** Zone → number. */
  styles: Record<string, number>
  formats: Record<string, number>
}

export interface LookedData {
  styles: Record<number, Style>
  formats: Record<number, string>
}

export function layLooks(
  data: LookedData,
  sheet: LookedSheet,
  cells: readonly RawCell[],
  looks: readonly (Look | undefined)[],
): void {
  const special = cells.filter(({ style }) => looks[style] !== undefined)
  if (special.length === 0) return
  const before = numbersAt(sheet.styles, new Set(special.map(({ name }) => name)))
  const made = new Map<string, { style: number | undefined; format: number | undefined }>()
  for (const { name, style } of special) {
    const own = before.get(name)
    const key = `${own ?? ''} ${style}`
    const laid = made.get(key) ?? lay(data, own, looks[style] ?? {})
    made.set(key, laid)
    // Later ones count: the engine reads them in their order.
    put(sheet.styles, name, laid.style)
    put(sheet.formats, name, laid.format)
  }
}

function put(numbers: Record<string, number>, name: string, number: number | undefined): void {
  if (number === undefined) return
  delete numbers[name]
  numbers[name] = number
}

function numbersAt(zones: Record<string, number>, names: ReadonlySet<string>): Map<string, number> {
  const found = new Map<string, number>()
  for (const [zone, number] of Object.entries(zones)) {
    for (const place of placesIn(boxOf(zone))) {
      const name = nameOf(place)
      if (names.has(name)) found.set(name, number)
    }
  }
  return found
}

function lay(data: LookedData, own: number | undefined, look: Look) {
  const base: Style = (own === undefined ? undefined : data.styles[own]) ?? {}
  const written =
    look.pattern === undefined
      ? { style: base, format: undefined }
      : writeNumberFormat(base, { type: typeOfPattern(look.pattern), pattern: look.pattern })
  const google = {
    ...written.style.google,
    ...(look.family === undefined ? {} : { textFormat: { fontFamily: look.family } }),
  }
  const style: Style = {
    ...written.style,
    ...(look.isLeft ? { align: 'left' as const } : {}),
    ...(Object.keys(google).length === 0 ? {} : { google }),
  }
  return {
    style: Object.keys(style).length === 0 ? undefined : numberIn(data.styles, style),
    format: written.format ? numberIn(data.formats, written.format) : undefined,
  }
}

function numberIn<T>(all: Record<number, T>, value: T): number {
  const text = JSON.stringify(value)
  const known = Object.entries(all).find(([, it]) => JSON.stringify(it) === text)
  if (known !== undefined) return Number(known[0])
  const number = Math.max(0, ...Object.keys(all).map(Number)) + 1
  all[number] = value
  return number
}
