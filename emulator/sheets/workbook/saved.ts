/**
 * A workbook as it lies on the disk: the whole of it at some time, and a line for each revision since. Reading
 * both back needs no folder, so that another thread can do it.
 */
import type { CollaborationMessage, WorkbookData } from '../../dialect/engine.ts'
import { unpack } from '../../dialect/packed-cells.ts'
import { columnLetters } from '../../formulas/column-letters.ts'
import { Workbook } from './workbook.ts'

export interface Access {
  owner: string
  /** E-mail address → what they may do. */
  shared: Record<string, 'writer' | 'reader'>
}

export interface SavedWorkbook {
  /** 2: of a large workbook, whose cells stand in texts of their own, a line each. */
  format: 1 | 2
  id: string
  access: Access
  data: WorkbookData
  texts?: string[]
}

/** The whole of it: one line, or one and the texts of cells, none of which has a line's end in it. */
export function wholeText({ texts, ...saved }: SavedWorkbook): string {
  return [JSON.stringify(saved), ...(texts ?? [])].join('\n')
}

/** What of the whole is not cells; quick where the workbook is large. */
export function parseWhole(whole: string): SavedWorkbook {
  const [head = '', ...texts] = whole.split('\n')
  const saved = JSON.parse(head) as SavedWorkbook
  return saved.format === 2 ? { ...saved, texts } : saved
}

/** What the two files hold. */
export interface SavedTexts {
  whole: string
  journal: string
}

export function parseSaved({ whole, journal }: SavedTexts): {
  saved: SavedWorkbook
  history: CollaborationMessage[]
} {
  const saved = withCells(parseWhole(whole))
  return { saved, history: historyOf(saved, journal) }
}

/** In one piece: for a thread that does nothing else, and for small ones. */
export function withCells({ texts, ...saved }: SavedWorkbook): SavedWorkbook {
  if (texts === undefined) return saved
  const sheets = saved.data.sheets as { id: string; cells?: Record<string, string> }[]
  const cells = new Map(sheets.map(({ id }) => [id, {} as Record<string, string>]))
  for (const text of texts) {
    const [sheetId, rows] = unpack(text)
    const own = cells.get(sheetId) ?? {}
    for (const [row, ...line] of rows)
      for (let at = 0; at < line.length; at += 2)
        own[`${columnLetters(Number(line[at]) + 1)}${row + 1}`] = String(line[at + 1])
  }
  const filled = sheets.map(sheet => ({ ...sheet, cells: cells.get(sheet.id) ?? {} }))
  return { ...saved, data: { ...saved.data, sheets: filled } }
}

/** To be read: what is changed in it stays there. */
export function openSaved(texts: SavedTexts): Workbook {
  const { saved, history } = parseSaved(texts)
  return new Workbook({ id: saved.id, data: saved.data, history, record: () => {} })
}

/** Revisions form a chain; what does not continue it is older than the whole, or was cut off by a crash. */
export function historyOf(saved: SavedWorkbook, journal: string): CollaborationMessage[] {
  const history: CollaborationMessage[] = []
  let revisionId = saved.data.revisionId ?? 'START_REVISION'
  for (const line of journal.split('\n')) {
    const message = parseLine(line)
    if (message?.serverRevisionId !== revisionId || message.nextRevisionId === undefined) continue
    history.push(message)
    revisionId = message.nextRevisionId
  }
  return history
}

/** A line that was cut off by a crash is no revision. */
function parseLine(line: string): CollaborationMessage | undefined {
  if (line === '') return undefined
  try {
    return JSON.parse(line) as CollaborationMessage
  } catch {
    return undefined
  }
}
