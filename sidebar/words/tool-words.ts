/** A tool call in people's words. Knows the names of tools; what it doesn't know it shows plainly. */
import type { Entry, RowCounts, ToolEntry } from '../conversation/entries.ts'
import { formatNumber, t, textOf } from './texts.ts'

/** Tools that only look: their success changes nothing in the sheet. */
const reading = [
  'get_sheet_overview',
  'read_range',
  'read_spreadsheet_fields',
  'web_search',
  'load_skill',
  'create_skill',
]
const isWriting = (tool: string): boolean => !reading.includes(tool)

export type Change = 'nothing' | 'maybe' | 'partly'

/** What a turn that ended early did to the sheet. A writing call that was cut off may have got some way. */
export function changeOf(entries: readonly Entry[]): Change {
  const writing = entries.filter(entry => entry.type === 'tool').filter(({ tool }) => isWriting(tool))
  if (writing.some(({ state }) => state === 'succeeded')) return 'partly'
  const isOpen = ({ state, rows }: ToolEntry) => state !== 'failed' || (rows?.processed ?? 0) > 0
  return writing.some(isOpen) ? 'maybe' : 'nothing'
}

export function sentenceOf(entry: ToolEntry): string {
  const known = textOf(`tool.${entry.tool}`)
  const name = entry.tool.replaceAll('_', ' ')
  const [running = '', done = '', failed = ''] = (known ?? t('tool.other', { tool: name })).split('|')
  switch (entry.state) {
    case 'waiting':
      return t('tool.waiting', { what: running })
    case 'running':
      return running
    case 'succeeded':
      return countedSentence(entry) ?? done
    case 'failed':
      return failed
    case 'cancelled':
      return t('tool.cancelled', { what: running })
    case 'other':
      return t('tool.status', { what: running, status: entry.statusWord })
  }
}

function countedSentence(entry: ToolEntry): string | null {
  const key = `tool.${entry.tool}.n`
  const read = entry.fields.read as { cells?: unknown } | undefined
  const cells = entry.fields.cells ?? read?.cells ?? entry.rows?.processed
  if (typeof cells !== 'number' || textOf(key) === undefined) return null
  return t(key as 'tool.write_range.n', { n: cells })
}

export interface Place {
  sheetName: string | null
  range: string
}

/** The range that a click selects. */
export function placeOf({ fields }: ToolEntry): Place | null {
  const range = fields.updated_range ?? fields.range ?? fields.target_range ?? fields.source_range
  if (typeof range !== 'string' || range === '') return null
  const tab = fields.target_range === range ? (fields.target_sheet ?? fields.sheet_name) : fields.sheet_name
  return { sheetName: typeof tab === 'string' ? tab : null, range: range.replace(/^.*!/, '') }
}

export const placeWords = ({ sheetName, range }: Place): string =>
  sheetName === null ? range : `${sheetName}!${range}`

export interface Detail {
  label: string
  text: string
  links?: string[]
}

/** Shown on the card itself, not among its details. */
const onCard = ['range', 'sheet_name', 'updated_range', 'cells', 'rows', 'source_sheet', 'target_sheet']

export function detailsOf(entry: ToolEntry): Detail[] {
  const details: Detail[] = []
  for (const [name, value] of Object.entries(entry.fields)) {
    if (onCard.includes(name) || value === null || value === undefined || value === '') continue
    details.push(detailOf(name, value, entry))
  }
  if (entry.rows && entry.state !== 'running') {
    details.push({ label: t('field.rows'), text: rowsWords(entry.rows) })
  }
  return details
}

function detailOf(name: string, value: unknown, { fields }: ToolEntry): Detail {
  if (name === 'sources' && Array.isArray(value)) {
    return { label: t('field.sources'), text: '', links: value.filter(link => typeof link === 'string') }
  }
  if (name === 'source_range') return { label: t('field.source'), text: inSheet(fields.source_sheet, value) }
  if (name === 'target_range') return { label: t('field.target'), text: inSheet(fields.target_sheet, value) }
  if (name === 'read') return { label: t('field.read'), text: readWords(value) }
  return { label: textOf(`field.${name}`) ?? name.replaceAll('_', ' '), text: plain(value) }
}

const inSheet = (sheet: unknown, range: unknown): string =>
  typeof sheet === 'string' ? `${sheet}!${plain(range)}` : plain(range)

function readWords(value: unknown): string {
  const { rows, columns } = value as { rows?: unknown; columns?: unknown }
  return typeof rows === 'number' && typeof columns === 'number'
    ? t('field.readCounts', { rows, columns })
    : plain(value)
}

const plain = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? formatNumber(value) : JSON.stringify(value)

export function rowsWords({ processed, errors, total }: RowCounts): string {
  const done = processed + errors
  const counted = total === null ? formatNumber(done) : t('tool.rows', { done, total })
  return errors > 0 ? `${counted} · ${t('tool.rowsFailed', { n: errors })}` : counted
}

/** How long the rest takes at the pace until now; null while there is too little to tell. */
export function timeLeft({ processed, errors, total }: RowCounts, elapsedMs: number): string | null {
  const done = processed + errors
  if (total === null || done < 3 || elapsedMs < 2_000 || done >= total) return null
  const seconds = ((elapsedMs / done) * (total - done)) / 1000
  const time =
    seconds < 90
      ? t('time.aboutSeconds', { n: Math.max(5, Math.ceil(seconds / 5) * 5) })
      : t('time.aboutMinutes', { n: Math.ceil(seconds / 60) })
  return t('tool.left', { time })
}
