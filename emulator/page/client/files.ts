/** New, open and imported spreadsheets: asks the server, reads files that the user has chosen. */
import { unzipSync } from 'fflate'
import type { Model as EngineModel } from '../../dialect/engine.ts'
import { engine, type PageModel } from './globals.ts'

export interface FileEntry {
  id: string
  title: string
  mine: boolean
}

export const fileAddress = (id: string) => `/spreadsheets/d/${id}/edit`

export async function listFiles(): Promise<FileEntry[]> {
  const response = await fetch('/page/files')
  return ((await response.json()) as { files: FileEntry[] }).files
}

/** The new file's id; throws what a person can read. */
export async function createFile(file: { title: string; rows?: string[][]; data?: object }): Promise<string> {
  const response = await fetch('/page/files', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(file),
  })
  const { id, error } = (await response.json()) as { id?: string; error?: string }
  if (id === undefined) throw new Error(error ?? 'The spreadsheet could not be created.')
  return id
}

export async function importFile(file: File): Promise<string> {
  const title = file.name.replace(/\.(xlsx|csv|tsv|txt)$/i, '') || 'Imported'
  if (/\.xlsx$/i.test(file.name)) return createFile({ title, data: readExcel(await file.arrayBuffer()) })
  if (/\.(csv|tsv|txt)$/i.test(file.name)) {
    const text = (await file.text()).replace(/^\uFEFF/, '')
    return createFile({
      title,
      rows: readDelimited(text, /\.tsv$/i.test(file.name) ? '\t' : delimiterOf(text)),
    })
  }
  throw new Error('Only Excel workbooks (.xlsx) and .csv or .tsv files can be imported. Nothing was created.')
}

/** The engine reads Excel's parts by itself; what it gives back is a workbook of its own. */
function readExcel(bytes: ArrayBuffer): object {
  let parts: Record<string, Uint8Array>
  try {
    parts = unzipSync(new Uint8Array(bytes))
  } catch {
    throw new Error('This file is not an Excel workbook. Nothing was created.')
  }
  const files = Object.fromEntries(
    Object.entries(parts).map(([path, content]) => [
      path,
      /\.(xml|rels|vml)$/i.test(path) ? new TextDecoder().decode(content) : { imageSrc: '' },
    ]),
  )
  const Model = engine().Model as unknown as new (
    data: object,
  ) => PageModel & Pick<EngineModel, '_exportData'>
  return { ...new Model(files)._exportData(false), isNotSquishable: true }
}

/** The separator of the first line: what stands most often outside quotes. */
function delimiterOf(text: string): string {
  const line =
    text
      .slice(0, 10_000)
      .replace(/"[^"]*"/g, '')
      .split(/\r?\n/)[0] ?? ''
  const count = (mark: string) => line.split(mark).length
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}

/** RFC 4180, with any separator. */
export function readDelimited(text: string, delimiter: string): string[][] {
  const rows: string[][] = []
  const row: string[] = []
  let field = ''
  let isQuoted = false
  for (let i = 0; i < text.length; i++) {
    const mark = text[i] as string
    if (isQuoted) {
      if (mark !== '"') field += mark
      else if (text[i + 1] === '"') field += text[++i]
      else isQuoted = false
    } else if (mark === '"' && field === '') isQuoted = true
    else if (mark === delimiter || mark === '\n') {
      row.push(field.replace(/\r$/, ''))
      field = ''
      if (mark === '\n') rows.push(row.splice(0))
    } else field += mark
  }
  if (field !== '' || row.length > 0) rows.push([...row, field])
  return rows
}
