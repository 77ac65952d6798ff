/**
 * What an Excel file holds beside cells and their looks, as requests to Google Sheets: links, pieces of text
 * with looks of their own, protected tabs, charts; as annotations: notes. And its names.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import { gidOf, stableNumber } from '../../../dialect/ids.ts'
import type { LookedTable } from '../../../sheets/objects/tables.ts'
import { toEngineTitle } from '../../../sheets/workbook/titles.ts'
import { type Box, boxOf, placeOf } from '../formula-text.ts'
import { parseXml, type XmlElement } from '../xml.ts'
import { type RawCell, readRich } from './contents.ts'
import type { ExcelPackage, Tab } from './package.ts'
import { runsOf } from './rich-text.ts'
import type { ExcelTable } from './structured.ts'
import { type Accents, rowsOfStyle } from './table-styles.ts'

export type Request = sheets_v4.Schema$Request

export const gidOfTab = (name: string): number => gidOf(toEngineTitle(name))

export const gridRange = (name: string, { top, left, bottom, right }: Box): sheets_v4.Schema$GridRange => ({
  sheetId: gidOfTab(name),
  startRowIndex: top,
  endRowIndex: bottom + 1,
  startColumnIndex: left,
  endColumnIndex: right + 1,
})

// ---- links

export function linkRequests(sheet: XmlElement, tab: Tab, tabs: readonly Tab[]): Request[] {
  return sheet.querySelectorAll('hyperlink').flatMap(link => {
    const ref = link.getAttribute('ref')
    const uri = addressOf(link, tab, tabs)
    if (ref === null || uri === undefined) return []
    const { top, left } = boxOf(ref)
    return [
      {
        updateCells: {
          start: { sheetId: gidOfTab(tab.name), rowIndex: top, columnIndex: left },
          rows: [{ values: [{ userEnteredFormat: { textFormat: { link: { uri } } } }] }],
          fields: 'userEnteredFormat.textFormat.link',
        },
      },
    ]
  })
}

function addressOf(link: XmlElement, { related }: Tab, tabs: readonly Tab[]): string | undefined {
  const target = related.find(({ id }) => id === link.getAttribute('r:id'))?.target
  const location = link.getAttribute('location')
  // Some programs write a place of the file as an address.
  const inside = target === undefined ? location : target.startsWith('#') ? target.slice(1) : undefined
  if (inside === null || inside === undefined) {
    return target === undefined || location === null ? target : `${target}#${location}`
  }
  const [, title = '', range = ''] = /^(?:'?(.*?)'?!)?([^!]*)$/.exec(inside) ?? []
  const name = title.replaceAll("''", "'").toLowerCase()
  const tab = tabs.find(it => it.name.toLowerCase() === name)
  return tab === undefined ? undefined : `#gid=${gidOfTab(tab.name)}&range=${range.replaceAll('$', '')}`
}

// ---- texts

export function richTextRequests(cells: readonly RawCell[], tab: string): Request[] {
  return cells.flatMap(({ rich, row, col }) => {
    const textFormatRuns = rich?.runs === undefined ? undefined : runsOf(rich.runs)
    if (textFormatRuns === undefined) return []
    return [
      {
        updateCells: {
          start: { sheetId: gidOfTab(tab), rowIndex: row, columnIndex: col },
          rows: [{ values: [{ textFormatRuns }] }],
          fields: 'textFormatRuns',
        },
      },
    ]
  })
}

// ---- notes

export interface NoteAnnotation {
  id: string
  kind: 'note'
  sheetId: string
  ranges: object[]
  data: string
}

/** Excel's notes; a conversation's comments stand in one, too. */
export function notesOf({ text }: ExcelPackage, { name, related }: Tab): NoteAnnotation[] {
  const part = related.find(({ type }) => type === 'comments')
  const sheetId = toEngineTitle(name)
  return parseXml(text(part?.target))
    .querySelectorAll('commentList > comment')
    .flatMap(comment => {
      const note = comment.querySelector('text')
      const ref = comment.getAttribute('ref')
      if (note === null || ref === null) return []
      const { row, col } = placeOf(ref)
      const _zone = { top: row, bottom: row, left: col, right: col }
      return [
        {
          id: `note:${stableNumber(`${sheetId}!${ref}`)}`,
          kind: 'note',
          sheetId,
          ranges: [{ _sheetId: sheetId, _zone }],
          data: readRich(note).text,
        },
      ]
    })
}

// ---- protection

/** A protected tab; what Excel calls protected ranges are the ones that anybody may change. */
export function protectionRequests(sheet: XmlElement, tab: string): Request[] {
  const lock = sheet.querySelector('sheetProtection')
  if (lock === null || !['1', 'true'].includes(lock.getAttribute('sheet') ?? '0')) return []
  const open = sheet
    .querySelectorAll('protectedRanges > protectedRange')
    .flatMap(it => (it.getAttribute('sqref') ?? '').split(' ').filter(Boolean))
  return [
    {
      addProtectedRange: {
        protectedRange: {
          range: { sheetId: gidOfTab(tab) },
          unprotectedRanges: open.map(range => gridRange(tab, boxOf(range))),
        },
      },
    },
  ]
}

// ---- tables and filters

/** Those without a line of names have no counterpart. */
export function tableRequests(tables: readonly ExcelTable[], tab: string, accents: Accents): Request[] {
  return tables.flatMap(({ name, tab: own, box, headers, look }) => {
    if (own !== tab || headers !== 1) return []
    const rowsProperties = rowsOfStyle(look.styleId, look.bandedRows, accents)
    const table: LookedTable = {
      name,
      range: gridRange(tab, box),
      ...(rowsProperties === undefined ? {} : { rowsProperties }),
      look,
    }
    return [{ addTable: { table } }]
  })
}

/** The rows that it hides are hidden in the file, too. */
export function filterRequests(sheet: XmlElement, tab: string): Request[] {
  const ref = sheet.querySelector('autoFilter')?.getAttribute('ref')
  return ref ? [{ setBasicFilter: { filter: { range: gridRange(tab, boxOf(ref)) } } }] : []
}

// ---- names

export interface Names {
  /** Name → cells, with the tab: `'My Tab'!A1:B3`. */
  ranges: Map<string, string>
  /** In small letters: name → value or formula. */
  constants: Map<string, string>
}

const CELLS = /^(?:'((?:[^']|'')+)'|([^'!]+))!(\$?[A-Z]{1,3}(?:\$?\d+)?(?::\$?[A-Z]{1,3}(?:\$?\d+)?)?)$/i

/** One of a tab's own counts where none of the whole file is called the same. */
export function namesOf(workbook: XmlElement): Names {
  const names: Names = { ranges: new Map(), constants: new Map() }
  const defined = workbook.querySelectorAll('definedNames > definedName')
  const own = (it: XmlElement) => (it.getAttribute('localSheetId') === null ? 0 : 1)
  for (const element of defined.toSorted((a, b) => own(a) - own(b))) {
    const name = element.getAttribute('name') ?? ''
    const text = element.textContent.trim()
    const isTaken = names.constants.has(name.toLowerCase()) || hasName(names, name)
    if (isTaken || /^_xl|^_xlnm\./i.test(name) || /#REF!/.test(text) || text === '') continue
    const [, quoted, plain, cells] = CELLS.exec(text) ?? []
    if (cells === undefined) names.constants.set(name.toLowerCase(), text)
    else {
      const title = toEngineTitle((quoted ?? plain ?? '').replaceAll("''", "'"))
      names.ranges.set(name, `'${title}'!${cells.replaceAll('$', '')}`)
    }
  }
  return names
}

const hasName = ({ ranges }: Names, name: string) =>
  [...ranges.keys()].some(other => other.toLowerCase() === name.toLowerCase())
