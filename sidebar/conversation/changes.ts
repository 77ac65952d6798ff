/**
 * What a turn changed, and what became of taking it back, as the page shows it: parsed once from what the
 * service answered. A service without these additions answers nothing that is read here.
 */
import { list, number, object, type Raw, text } from './entries.ts'

export interface Content {
  formula: string | null
  shown: string | null
}
export interface Sample {
  cell: string
  before: Content
  after: Content
}
export interface Change {
  id: string
  callId: string
  tool: string
  kind: string
  sheetId: number | null
  sheetName: string | null
  range: string | null
  cells: number
  description: string
  undoState: 'none' | 'undone' | 'partly' | 'not_possible'
  undoNote: string | null
  /** null until they were asked for. */
  samples: readonly Sample[] | null
  isCut: boolean
}

export interface TabChanges {
  sheetId: number | null
  sheetName: string
  cells: number
}
export interface Summary {
  state: 'none' | 'recording' | 'complete' | 'expired'
  cells: number
  tabs: readonly TabChanges[]
  newTabs: number
  deletedTabs: number
  structure: number
  newErrors: number
  changedValues: number
  sideEffectsChecked: boolean
  proof: {
    state: 'unchanged' | 'changed_elsewhere' | 'not_checked'
    checked: number
    others: number
    note: string | null
  }
  undoable: boolean
  undone: 'no' | 'partly' | 'yes'
  undoId: string | null
}
export interface ChangesPage {
  summary: Summary
  changes: Change[]
  endCursor: string | null
  hasMore: boolean
  total: number
}

export interface Kept {
  sheetName: string
  range: string
  cells: number
  reason: string
}
export interface Undo {
  id: string
  kind: 'undo' | 'redo'
  status: 'running' | 'succeeded' | 'failed'
  cells: number
  changes: number
  kept: readonly Kept[]
  keptTotal: number
  notPossible: readonly { description: string; reason: string }[]
  message: string
  redoable: boolean
}

const oneOf = <T extends string>(value: unknown, words: readonly T[], otherwise: T): T =>
  words.find(word => word === value) ?? otherwise

export function parseChangesPage(value: unknown): ChangesPage | null {
  const raw = object(value)
  if (!Array.isArray(raw.changes) || typeof raw.summary !== 'object') return null
  return {
    summary: parseSummary(object(raw.summary)),
    changes: raw.changes.map(parseChange),
    endCursor: text(raw.end_cursor),
    hasMore: raw.has_next_page === true,
    total: number(raw.total) ?? raw.changes.length,
  }
}

function parseSummary(raw: Raw): Summary {
  const effects = object(raw.side_effects)
  const proof = object(raw.proof)
  return {
    state: oneOf(raw.state, ['none', 'recording', 'complete', 'expired'], 'none'),
    cells: number(raw.cells) ?? 0,
    tabs: list(raw.tabs).map(item => {
      const tab = object(item)
      return {
        sheetId: number(tab.sheet_id),
        sheetName: text(tab.sheet_name) ?? '',
        cells: number(tab.cells) ?? 0,
      }
    }),
    newTabs: number(raw.new_tabs) ?? 0,
    deletedTabs: number(raw.deleted_tabs) ?? 0,
    structure: number(raw.structure) ?? 0,
    newErrors: number(effects.new_errors) ?? 0,
    changedValues: number(effects.changed_values) ?? 0,
    sideEffectsChecked: effects.checked === true,
    proof: {
      state: oneOf(proof.state, ['unchanged', 'changed_elsewhere', 'not_checked'], 'not_checked'),
      checked: number(proof.checked_cells) ?? 0,
      others: number(proof.others) ?? 0,
      note: text(proof.note),
    },
    undoable: raw.undoable === true,
    undone: oneOf(raw.undone, ['no', 'partly', 'yes'], 'no'),
    undoId: text(raw.undo_id),
  }
}

function parseChange(value: unknown, index: number): Change {
  const raw = object(value)
  return {
    id: text(raw.change_id) ?? `change ${index}`,
    callId: text(raw.tool_call_id) ?? '',
    tool: text(raw.tool) ?? '',
    kind: text(raw.kind) ?? 'other',
    sheetId: number(raw.sheet_id),
    sheetName: text(raw.sheet_name),
    range: text(raw.range),
    cells: number(raw.cells) ?? 0,
    description: text(raw.description) ?? '',
    undoState: oneOf(raw.undo_state, ['none', 'undone', 'partly', 'not_possible'], 'none'),
    undoNote: text(raw.undo_note),
    samples: Array.isArray(raw.samples) ? raw.samples.map(parseSample) : null,
    isCut: raw.samples_truncated === true,
  }
}

function parseSample(value: unknown): Sample {
  const raw = object(value)
  return { cell: text(raw.cell) ?? '', before: parseContent(raw.before), after: parseContent(raw.after) }
}

function parseContent(value: unknown): Content {
  const raw = object(value)
  return { formula: text(raw.formula), shown: text(raw.shown) }
}

export function parseUndo(value: unknown): Undo | null {
  const raw = object(value)
  const id = text(raw.id)
  if (id === null) return null
  const restored = object(raw.restored)
  return {
    id,
    kind: oneOf(raw.kind, ['undo', 'redo'], 'undo'),
    status: oneOf(raw.status, ['running', 'succeeded', 'failed'], 'running'),
    cells: number(restored.cells) ?? 0,
    changes: number(restored.changes) ?? 0,
    kept: list(raw.kept).map(item => {
      const kept = object(item)
      return {
        sheetName: text(kept.sheet_name) ?? '',
        range: text(kept.range) ?? '',
        cells: number(kept.cells) ?? 0,
        reason: text(kept.reason) ?? '',
      }
    }),
    keptTotal: number(raw.kept_total) ?? 0,
    notPossible: list(raw.not_possible).map(item => {
      const lost = object(item)
      return { description: text(lost.description) ?? '', reason: text(lost.reason) ?? '' }
    }),
    message: text(raw.message) ?? '',
    redoable: raw.redoable === true,
  }
}
