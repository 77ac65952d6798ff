/** New, open and imported spreadsheets: asks the server, reads files that the user has chosen. */
export interface FileEntry {
  id: string
  title: string
  mine: boolean
}

const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const fileAddress = (id: string) => `/spreadsheets/d/${id}/edit`

export async function listFiles(): Promise<FileEntry[]> {
  const response = await fetch('/page/files')
  return ((await response.json()) as { files: FileEntry[] }).files
}

/** The new file's id; throws what a person can read. */
export function createFile(file: { title: string; rows?: string[][] }): Promise<string> {
  return send('/page/files', 'application/json', JSON.stringify(file))
}

async function send(address: string, type: string, body: BodyInit): Promise<string> {
  const response = await fetch(address, { method: 'POST', headers: { 'content-type': type }, body })
  const { id, error } = (await response.json()) as { id?: string; error?: string }
  if (id === undefined) throw new Error(error ?? 'The spreadsheet could not be created.')
  return id
}

export async function importFile(file: File): Promise<string> {
  const title = file.name.replace(/\.(xlsx|csv|tsv|txt)$/i, '') || 'Imported'
  if (/\.xlsx$/i.test(file.name))
    return send(`/page/files/xlsx?${new URLSearchParams({ title })}`, EXCEL, await file.arrayBuffer())
  if (/\.(csv|tsv|txt)$/i.test(file.name)) {
    const text = (await file.text()).replace(/^\uFEFF/, '')
    return createFile({
      title,
      rows: readDelimited(text, /\.tsv$/i.test(file.name) ? '\t' : delimiterOf(text)),
    })
  }
  throw new Error('Only Excel workbooks (.xlsx) and .csv or .tsv files can be imported. Nothing was created.')
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
