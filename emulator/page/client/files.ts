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

export interface NewFile {
  id: string
  /** What the file holds and Google Sheets has no place for, in words. */
  leftOut?: readonly string[]
}

/** Throws what a person can read. */
export function createFile(file: { title: string }): Promise<NewFile> {
  return send('/page/files', 'application/json', JSON.stringify(file))
}

export function copyFile(id: string, title: string): Promise<NewFile> {
  return send(`/page/files/${id}/copy`, 'application/json', JSON.stringify({ title }))
}

async function send(address: string, type: string, body: BodyInit): Promise<NewFile> {
  const response = await fetch(address, { method: 'POST', headers: { 'content-type': type }, body })
  const answer = (await response.json().catch(() => ({}))) as Partial<NewFile> & { error?: string }
  const { id, leftOut = [], error } = answer
  if (id === undefined) throw new Error(error ?? 'The spreadsheet could not be created.')
  return { id, leftOut }
}

export async function importFile(file: File): Promise<NewFile> {
  const title = file.name.replace(/\.(xlsx|csv|tsv|txt)$/i, '') || 'Imported'
  if (/\.xlsx$/i.test(file.name))
    return send(`/page/files/xlsx?${new URLSearchParams({ title })}`, EXCEL, await file.arrayBuffer())
  if (/\.(csv|tsv|txt)$/i.test(file.name)) {
    const type = /\.tsv$/i.test(file.name) ? 'text/tab-separated-values' : 'text/csv'
    return send(`/page/files/text?${new URLSearchParams({ title })}`, type, await file.arrayBuffer())
  }
  throw new Error('Only Excel workbooks (.xlsx) and .csv or .tsv files can be imported. Nothing was created.')
}

// ---- what was left out

/** A window that is opened gets what its opener kept for itself. */
const noteName = (id: string) => `left out of ${id}`

/** For the window of the new file; gives back what forgets it here. */
export function noteLeftOut({ id, leftOut = [] }: NewFile): () => void {
  if (leftOut.length > 0) sessionStorage.setItem(noteName(id), leftOut.join('; '))
  return () => sessionStorage.removeItem(noteName(id))
}

/** What was left out when this window's file was brought in: once. */
export function takeLeftOut(id: string): string | undefined {
  const text = sessionStorage.getItem(noteName(id)) ?? undefined
  sessionStorage.removeItem(noteName(id))
  return text
}
