/**
 * A workbook as it lies on the disk: the whole of it at some time, and a line for each revision since. Reading
 * both back needs no folder, so that another thread can do it.
 */
import type { CollaborationMessage, WorkbookData } from '../../dialect/engine.ts'
import { Workbook } from './workbook.ts'

export interface Access {
  owner: string
  /** E-mail address → what they may do. */
  shared: Record<string, 'writer' | 'reader'>
}

export interface SavedWorkbook {
  format: 1
  id: string
  access: Access
  data: WorkbookData
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
  const saved = JSON.parse(whole) as SavedWorkbook
  return { saved, history: historyOf(saved, journal) }
}

/** To be read: what is changed in it stays there. */
export function openSaved(texts: SavedTexts): Workbook {
  const { saved, history } = parseSaved(texts)
  return new Workbook({ id: saved.id, data: saved.data, history, record: () => {} })
}

/** Revisions form a chain; what does not continue it is older than the whole, or was cut off by a crash. */
function historyOf(saved: SavedWorkbook, journal: string): CollaborationMessage[] {
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
