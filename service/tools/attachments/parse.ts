/** From a file's bytes to tables or text. Knows kinds of files; neither who sent one nor where it is kept. */
import { parseDelimited } from './delimited.ts'
import { pdfText } from './pdf.ts'
import { MOST_PICTURE_BYTES, pictureType } from './picture.ts'
import { type FileTable, parseXlsx } from './xlsx.ts'

export type FileContent =
  | { kind: 'tables'; tables: FileTable[] }
  | { kind: 'text'; text: string }
  | { kind: 'picture'; base64: string }

export type ParsedFile =
  | { state: 'ok'; mediaType: string; content: FileContent }
  | { state: 'unsupported'; message: string }
  | { state: 'broken'; message: string }

/** By the ending of a name; the same where only the declared type says so. */
const KINDS = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  pdf: 'application/pdf',
} as const
type Kind = keyof typeof KINDS
const MOST_CELLS = 1_000_000
const MOST_TEXT_CHARACTERS = 500_000

const TEXT_KINDS: Record<string, string> = {
  txt: 'text/plain',
  md: 'text/markdown',
  json: 'application/json',
  xml: 'text/xml',
  log: 'text/plain',
}

export async function parseFile(name: string, mediaType: string, bytes: Uint8Array): Promise<ParsedFile> {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const kind = mediaType.split(';')[0]!.trim().toLowerCase()
  const known = kindOf(ending, kind)
  if (known === 'xlsx') return workbook(bytes)
  if (known === 'pdf') return pdf(bytes)
  if (known) return table(name, KINDS[known], bytes)
  const picture = pictureType(bytes)
  if (picture) return asPicture(picture, bytes)
  const isText = ending in TEXT_KINDS || (/^text\//.test(kind) && ending === '')
  if (isText) return plainText(TEXT_KINDS[ending] ?? 'text/plain', bytes)
  return {
    state: 'unsupported',
    message:
      'Files of this kind cannot be read. Send CSV, TSV, xlsx, PDF, text, or a picture (PNG, JPEG, GIF, WebP).',
  }
}

function kindOf(ending: string, mediaType: string): Kind | undefined {
  const kinds = Object.keys(KINDS) as Kind[]
  return kinds.find(kind => kind === ending) ?? kinds.find(kind => KINDS[kind] === mediaType)
}

async function workbook(bytes: Uint8Array): Promise<ParsedFile> {
  try {
    const tables = await parseXlsx(bytes, MOST_CELLS)
    return { state: 'ok', mediaType: KINDS.xlsx, content: { kind: 'tables', tables } }
  } catch {
    return {
      state: 'broken',
      message: 'The workbook cannot be read: it is damaged, locked, or too large unpacked.',
    }
  }
}

function table(name: string, mediaType: string, bytes: Uint8Array): ParsedFile {
  const text = decode(bytes)
  if (text === null) return notText
  const rows = parseDelimited(text, mediaType === KINDS.csv ? null : '\t')
  const cells = rows.reduce((sum, row) => sum + row.length, 0)
  if (cells > MOST_CELLS)
    return { state: 'broken', message: `The table has more than ${MOST_CELLS} cells. Send a part of it.` }
  return { state: 'ok', mediaType, content: { kind: 'tables', tables: [{ name, rows }] } }
}

function plainText(mediaType: string, bytes: Uint8Array): ParsedFile {
  const text = decode(bytes)
  if (text === null) return notText
  if (text.length > MOST_TEXT_CHARACTERS)
    return {
      state: 'broken',
      message: `The text has more than ${MOST_TEXT_CHARACTERS} characters. Send a part of it.`,
    }
  return { state: 'ok', mediaType, content: { kind: 'text', text } }
}

async function pdf(bytes: Uint8Array): Promise<ParsedFile> {
  const broken = (message: string): ParsedFile => ({ state: 'broken', message })
  try {
    const read = await pdfText(bytes)
    if (read.state === 'locked') return broken('The PDF needs a password. Send it without one.')
    if (read.state === 'noText')
      return broken('The PDF holds no text, only pictures of pages. Send the pages as PNG or JPEG.')
    const { text } = read
    return text.length > MOST_TEXT_CHARACTERS
      ? broken(`The PDF has more than ${MOST_TEXT_CHARACTERS} characters. Send fewer pages.`)
      : { state: 'ok', mediaType: KINDS.pdf, content: { kind: 'text', text } }
  } catch {
    return broken('The PDF cannot be read: it is damaged or not a PDF.')
  }
}

function asPicture(mediaType: string, bytes: Uint8Array): ParsedFile {
  if (bytes.length > MOST_PICTURE_BYTES)
    return {
      state: 'broken',
      message: `The picture is larger than ${MOST_PICTURE_BYTES / 1_000_000} MB. Send a smaller one.`,
    }
  return {
    state: 'ok',
    mediaType,
    content: { kind: 'picture', base64: Buffer.from(bytes).toString('base64') },
  }
}

const notText: ParsedFile = {
  state: 'broken',
  message: 'The file is not text in UTF-8. Save it as UTF-8 and send it again.',
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\0', '')
  } catch {
    return null
  }
}
