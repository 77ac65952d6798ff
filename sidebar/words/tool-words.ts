/** A tool call in people's words. Knows the names of tools; what it doesn't know it shows plainly. */
import type { Change } from '../conversation/changes.ts'
import type { Entry, RowCounts, ToolEntry } from '../conversation/entries.ts'
import { type Place, quoteTab } from '../conversation/place.ts'
import { isLooking, isWriting, permissionAsked } from '../conversation/tools.ts'
import { formatNumber, t, textOf } from './texts.ts'

export type Extent = 'nothing' | 'maybe' | 'partly'

/** What a turn that ended early did to the sheet. A writing call that was cut off may have got some way. */
export function extentOf(entries: readonly Entry[]): Extent {
  const writing = entries.filter(entry => entry.type === 'tool').filter(({ tool }) => isWriting(tool))
  if (writing.some(({ state }) => state === 'succeeded')) return 'partly'
  const isOpen = ({ state, rows }: ToolEntry) => state !== 'failed' || (rows?.processed ?? 0) > 0
  return writing.some(isOpen) ? 'maybe' : 'nothing'
}

/** Their names tell little; what was changed, in the service's words, tells more. */
const vague = [
  'edit_structure',
  'format_range',
  'sort_filter_range',
  'sheet_requests',
  'rows_columns',
  'edit_chart',
  'edit_pivot_table',
  'conditional_format',
  'protect_range',
]

export function sentenceOf(entry: ToolEntry, changes: readonly Change[] = []): string {
  const [running, done, failed] = formsOf(entry)
  switch (entry.state) {
    case 'waiting':
      return t('tool.waiting', { what: running })
    case 'running':
      return running
    case 'succeeded':
      return describedSentence(entry, changes) ?? countedSentence(entry) ?? structureSentence(entry) ?? done
    case 'failed':
      return permissionAsked(entry) === null ? failed : t('tool.asked')
    case 'cancelled':
      return t('tool.cancelled', { what: running })
    case 'other':
      return t('tool.status', { what: running, status: entry.statusWord })
  }
}

function formsOf({ tool }: ToolEntry): [running: string, done: string, failed: string] {
  const words = textOf(`tool.${tool}`) ?? t('tool.other', { tool: tool.replaceAll('_', ' ') })
  const [running = '', done = '', failed = ''] = words.split('|')
  return [running, done, failed]
}

function describedSentence({ tool }: ToolEntry, changes: readonly Change[]): string | null {
  const isVague = vague.includes(tool) || textOf(`tool.${tool}`) === undefined
  const [first, ...others] = changes
  return isVague && first && others.length === 0 && first.description !== '' ? first.description : null
}

/** As far as the entry itself tells what edit_structure did. */
function structureSentence({ tool, fields }: ToolEntry): string | null {
  if (tool !== 'edit_structure') return null
  const { range, sheet_name: tab } = fields
  if (typeof range === 'string') {
    if (/^\d+(:\d+)?$/.test(range)) return t('tool.rowsChanged')
    return /^[A-Z]+(:[A-Z]+)?$/.test(range) ? t('tool.columnsChanged') : null
  }
  return typeof tab === 'string' ? t('tool.tabChanged', { tab }) : null
}

function countedSentence(entry: ToolEntry): string | null {
  const key = `tool.${entry.tool}.n`
  const cells = cellsOf(entry)
  if (cells === null || textOf(key) === undefined) return null
  return t(key as 'tool.write_range.n', { n: cells })
}

function cellsOf({ fields, rows }: ToolEntry): number | null {
  const read = fields.read as { cells?: unknown } | undefined
  const cells = fields.cells ?? read?.cells ?? rows?.processed
  return typeof cells === 'number' ? cells : null
}

/** A run of like calls in one sentence. */
export function foldedSentence(entries: readonly ToolEntry[]): string {
  const first = entries[0]
  if (!first) return ''
  const n = entries.length
  if (isLooking(first.tool)) return t('fold.look', { n })
  const cells = entries.reduce((sum, entry) => sum + (cellsOf(entry) ?? 0), 0)
  const key = `fold.${first.tool}` as 'fold.write_range'
  if (textOf(key) === undefined) return t('fold.other', { n, what: formsOf(first)[1] })
  return t(key, { n, cells })
}

export const placeWords = ({ sheetName, range }: Place): string =>
  sheetName === null ? range : `${quoteTab(sheetName)}!${range}`

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

/** What the service tells a model whose call has the wrong form: its words are for the model. */
const BAD_CALL = /^The arguments (?:don't fit this tool|of \S+ are not right)/

export const isBadCall = (message: string): boolean => BAD_CALL.test(message)

/** More than a person reads under a line; the whole stands among the details. */
const LONGEST_REASON = 240

/** Why a call was not made, as far as it is for people. */
export function reasonWords(message: string): string {
  if (isBadCall(message)) return t('tool.badCall')
  const [first = ''] = message.split('\n')
  return first.length > LONGEST_REASON ? `${first.slice(0, LONGEST_REASON).trimEnd()}…` : first
}
