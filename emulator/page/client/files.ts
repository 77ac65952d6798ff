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
export function createFile(file: { title: string }): Promise<string> {
  return send('/page/files', 'application/json', JSON.stringify(file))
}

async function send(address: string, type: string, body: BodyInit): Promise<string> {
  const response = await fetch(address, { method: 'POST', headers: { 'content-type': type }, body })
  const answer = (await response.json().catch(() => ({}))) as { id?: string; error?: string }
  const { id, error } = answer
  if (id === undefined) throw new Error(error ?? 'The spreadsheet could not be created.')
  return id
}

export async function importFile(file: File): Promise<string> {
  const title = file.name.replace(/\.(xlsx|csv|tsv|txt)$/i, '') || 'Imported'
  if (/\.xlsx$/i.test(file.name))
    return send(`/page/files/xlsx?${new URLSearchParams({ title })}`, EXCEL, await file.arrayBuffer())
  if (/\.(csv|tsv|txt)$/i.test(file.name)) {
    const type = /\.tsv$/i.test(file.name) ? 'text/tab-separated-values' : 'text/csv'
    return send(`/page/files/text?${new URLSearchParams({ title })}`, type, await file.arrayBuffer())
  }
  throw new Error('Only Excel workbooks (.xlsx) and .csv or .tsv files can be imported. Nothing was created.')
}
