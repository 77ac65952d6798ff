/** Which cells of an Excel file show a date, and from when it counts its days. */
import type { XmlElement } from '../xml.ts'

/** Days from 30 December 1899, Google's first, to the first of a file that counts from 1904. */
const DAYS_TO_1904 = 1_462

/** Formats by number that no file explains. */
const BUILT_IN_DATES = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57])

export function daysToAdd(workbook: XmlElement): number {
  const from1904 = workbook.querySelector('workbookPr')?.getAttribute('date1904')
  return from1904 === '1' || from1904 === 'true' ? DAYS_TO_1904 : 0
}

/** By the number of a cell's style. Lengths of time have no beginning. */
export function dateStyles(styles: XmlElement): (style: number) => boolean {
  const codes = new Map(
    styles
      .querySelectorAll('numFmts > numFmt')
      .map(it => [it.getAttribute('numFmtId'), it.getAttribute('formatCode') ?? '']),
  )
  const isDate = styles.querySelectorAll('cellXfs > xf').map(xf => {
    const id = xf.getAttribute('numFmtId') ?? '0'
    const code = codes.get(id)
    return code === undefined ? BUILT_IN_DATES.has(Number(id)) && Number(id) !== 46 : showsDate(code)
  })
  return style => isDate[style] ?? false
}

const showsDate = (code: string) =>
  !/\[[hms]+\]/i.test(code) && /[dy]|m(?!s)/i.test(code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, ''))
