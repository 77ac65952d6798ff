/** The values of an xlsx file: texts, numbers, dates as ISO texts. Formulas are taken by their last results. */
import { unzip } from 'fflate'
import { columnIndex } from '../../sheets/a1.ts'
import type { CellValue } from '../support/cells.ts'

export interface FileTable {
  name: string
  rows: CellValue[][]
}

/** Unpacked; a small file can hold very much. */
const MOST_BYTES = 60_000_000
const MOST_TABLES = 50
const EPOCH = Date.UTC(1899, 11, 30)

export async function parseXlsx(bytes: Uint8Array, mostCells: number): Promise<FileTable[]> {
  const files = await unpack(bytes)
  const text = (path: string) => new TextDecoder().decode(files[path] ?? new Uint8Array())
  const shared = [...text('xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>|<si\/>/gs)].map(([, item]) =>
    textOf(item ?? ''),
  )
  const dates = dateStyles(text('xl/styles.xml'))
  const targets = new Map(
    [...text('xl/_rels/workbook.xml.rels').matchAll(/<Relationship [^>]*>/g)].map(([tag]) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target'),
    ]),
  )
  const sheets = [...text('xl/workbook.xml').matchAll(/<sheet [^>]*>/g)].slice(0, MOST_TABLES)
  if (sheets.length === 0) throw new Error('no sheets')
  let cells = 0
  return sheets.map(([tag]) => {
    const target = (targets.get(attribute(tag, 'r:id')) ?? '').replace(/^\/?(?:xl\/)?/, 'xl/')
    const rows = readRows(text(target), shared, dates)
    cells += rows.reduce((sum, row) => sum + row.length, 0)
    if (cells > mostCells) throw new Error('too many cells')
    return { name: plain(attribute(tag, 'name')), rows }
  })
}

function unpack(bytes: Uint8Array): Promise<Record<string, Uint8Array>> {
  let size = 0
  return new Promise((resolve, reject) => {
    const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
      if (!/^xl\/(?:workbook\.xml|sharedStrings\.xml|styles\.xml|_rels\/|worksheets\/[^/]+\.xml)/.test(name))
        return false
      size += originalSize
      return size <= MOST_BYTES
    }
    unzip(bytes, { filter }, (error, files) => {
      if (error) reject(error)
      else if (size > MOST_BYTES) reject(new Error('too large'))
      else resolve(files)
    })
  })
}

const attribute = (tag: string, name: string): string =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

const textOf = (xml: string): string =>
  [...xml.replaceAll(/<rPh.*?<\/rPh>/gs, '').matchAll(/<t(?: [^>]*)?>(.*?)<\/t>/gs)]
    .map(([, part]) => plain(part ?? ''))
    .join('')

const plain = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replaceAll('&amp;', '&')
    .replaceAll('\0', '')

/** Numbers of the styles that show a date. */
function dateStyles(xml: string): Set<number> {
  const custom = new Map(
    [...xml.matchAll(/<numFmt [^>]*>/g)].map(([tag]) => [
      attribute(tag, 'numFmtId'),
      attribute(tag, 'formatCode'),
    ]),
  )
  const isDate = (id: string) => {
    const number = Number(id)
    if ((number >= 14 && number <= 22) || (number >= 45 && number <= 47)) return true
    const code = (custom.get(id) ?? '').replaceAll(/&quot;.*?&quot;|"[^"]*"|\[[^\]]*\]|\\./g, '')
    return /[dy]/i.test(code) || /h.*m|m.*s/i.test(code)
  }
  const cellXfs = /<cellXfs.*?<\/cellXfs>/s.exec(xml)?.[0] ?? ''
  return new Set(
    [...cellXfs.matchAll(/<xf [^>]*>/g)].flatMap(([tag], index) =>
      isDate(attribute(tag, 'numFmtId')) ? [index] : [],
    ),
  )
}

function readRows(xml: string, shared: string[], dates: Set<number>): CellValue[][] {
  const rows: CellValue[][] = []
  for (const [, head = '', body = ''] of xml.matchAll(/<row([^>]*)>(.*?)<\/row>/gs)) {
    const at = Number(attribute(head, 'r') || rows.length + 1) - 1
    if (at > 1_048_576) break
    const row: CellValue[] = []
    for (const [, cell = '', inner = ''] of body.matchAll(/<c([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
      const column = columnIndex(attribute(cell, 'r').replace(/\d+$/, ''))
      while (row.length < (column < 0 ? row.length : column)) row.push('')
      row.push(readValue(cell, inner, shared, dates))
    }
    while (rows.length < at && rows.length < 1_048_576) rows.push([])
    rows.push(row)
  }
  return rows
}

function readValue(cell: string, inner: string, shared: string[], dates: Set<number>): CellValue {
  const type = attribute(cell, 't')
  if (type === 'inlineStr') return textOf(inner)
  const raw = /<v>(.*?)<\/v>/s.exec(inner)?.[1]
  if (raw === undefined) return ''
  if (type === 's') return shared[Number(raw)] ?? ''
  if (type === 'b') return raw === '1'
  if (type === 'str' || type === 'e' || type === 'd') return plain(raw)
  const number = Number(raw)
  if (!dates.has(Number(attribute(cell, 's') || -1)) || !Number.isFinite(number)) return number
  const date = new Date(EPOCH + Math.round(number * 86_400_000))
  if (Number.isNaN(date.getTime())) return number
  const iso = date.toISOString()
  return Number.isInteger(number) ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ')
}
