/**
 * Excel's tables and what formulas call their parts: `Deals[Sum]`, `Deals[[#This Row],[Sum]]`. A reference
 * becomes the cells it means.
 */

import type { TableLook } from '../../../sheets/objects/tables.ts'
import { type Box, boxOf, type Place, printBox } from '../formula-text.ts'
import { parseXml, type XmlElement } from '../xml.ts'
import type { ExcelPackage, Tab } from './package.ts'

export interface ExcelTable {
  name: string
  tab: string
  box: Box
  headers: number
  totals: number
  columns: string[]
  look: TableLook
}

export function tablesOf({ text }: ExcelPackage, tab: Tab): ExcelTable[] {
  return tab.related
    .filter(({ type }) => type === 'table')
    .flatMap(({ target }) => {
      const table = parseXml(text(target)).querySelector('table')
      const ref = table?.getAttribute('ref')
      if (table === null || table === undefined || !ref) return []
      return {
        name: table.getAttribute('displayName') ?? table.getAttribute('name') ?? '',
        tab: tab.name,
        box: boxOf(ref),
        headers: Number(table.getAttribute('headerRowCount') ?? 1),
        totals: Number(table.getAttribute('totalsRowCount') ?? 0),
        columns: table.querySelectorAll('tableColumn').map(it => readBreaks(it.getAttribute('name') ?? '')),
        look: lookOf(table),
      }
    })
}

function lookOf(table: XmlElement): TableLook {
  const info = table.querySelector('tableStyleInfo')
  const isOn = (name: string) => ['1', 'true'].includes(info?.getAttribute(name) ?? '')
  return {
    styleId: info?.getAttribute('name') ?? 'None',
    bandedRows: isOn('showRowStripes'),
    bandedColumns: isOn('showColumnStripes'),
    firstColumn: isOn('showFirstColumn'),
    lastColumn: isOn('showLastColumn'),
    hasFilters: table.querySelector('autoFilter') !== null,
    totalRow: Number(table.getAttribute('totalsRowCount') ?? 0) > 0,
  }
}

const readBreaks = (name: string) => name.replace(/_x000[aA]_/g, '\n')

/** The part of a table that `[…]` names, for a formula at `place`; undefined where there is none such. */
export function structuredReference(table: ExcelTable, bracket: string, place: Place): string | undefined {
  const words = wordsOf(bracket)
  const columns = words.filter(word => !word.startsWith('#'))
  const numbers = columns.map(name => indexOfColumn(table, name))
  if (numbers.includes(-1)) return undefined
  const rows = rowsOf(
    table,
    words.filter(word => word.startsWith('#')).map(word => word.toLowerCase()),
    place,
  )
  if (rows === undefined) return undefined
  const { left, right } = table.box
  return printBox({
    top: rows[0],
    bottom: rows[1],
    left: numbers.length === 0 ? left : left + Math.min(...numbers),
    right: numbers.length === 0 ? right : left + Math.max(...numbers),
  })
}

function indexOfColumn({ columns }: ExcelTable, name: string): number {
  return columns.findIndex(column => column.toLowerCase() === name.toLowerCase())
}

/** `[[#This Row],[A]:[B]]` → `#This Row`, `A`, `B`; `[@A]` is the same row, too. */
function wordsOf(bracket: string): string[] {
  const inner = bracket.slice(1, -1).trim()
  const isThisRow = inner.startsWith('@')
  const rest = isThisRow ? inner.slice(1) : inner
  // Some programs leave the inner brackets of a column out.
  const parts = rest.includes('[')
    ? [...rest.matchAll(/\[((?:'.|[^\]'])*)\]|([^[\],:]+)/g)].map(
        ([, word, bare = '']) => word ?? bare.trim(),
      )
    : [rest]
  const words = parts.filter(Boolean).map(word => word.replace(/'(.)/g, '$1'))
  return isThisRow ? ['#this row', ...words] : words
}

function rowsOf(
  { box, headers, totals }: ExcelTable,
  items: string[],
  { row }: Place,
): readonly [number, number] | undefined {
  const data = [box.top + headers, box.bottom - totals] as const
  if (items.length === 0) return data
  const spans = items.map(item => {
    if (item === '#all') return [box.top, box.bottom] as const
    if (item === '#data') return data
    if (item === '#headers') return [box.top, box.top + headers - 1] as const
    if (item === '#totals') return [box.bottom - totals + 1, box.bottom] as const
    return item === '#this row' ? ([row, row] as const) : undefined
  })
  const known = spans.filter(span => span !== undefined)
  if (known.length < spans.length || known.length === 0) return undefined
  return [Math.min(...known.map(([first]) => first)), Math.max(...known.map(([, last]) => last))]
}
