/**
 * The messages between an open page and the server, over one websocket. Shared by both sides; imports
 * types only.
 */
import type { HtmlPanel, Menu, ScriptFailure, Selection } from '../apps-script/bridge.ts'
import type { CollaborationMessage, WorkbookData } from '../dialect/engine.ts'

export type { CollaborationMessage, HtmlPanel, Menu, ScriptFailure, Selection, WorkbookData }

/** Everything a page's model is made from. */
export interface Snapshot {
  data: WorkbookData
  history: CollaborationMessage[]
  /** The cells stand beside it in the document, or came before it, in texts of their own. */
  isPacked?: boolean
}

/** What the page's document carries, so that the grid needs no further request. */
export interface PageBoot {
  spreadsheetId: string
  title: string
  userName: string
  userEmail: string
  addonName: string
  /** False when the add-on has not been built. */
  hasAddon: boolean
  readOnly: boolean
  snapshot: Snapshot
}

export type Question = {
  questionId: number
  kind: 'alert' | 'prompt'
  title: string
  text: string
  buttons: string
}

/** Runs of rows by tab of the engine, first and last. */
export type HiddenRows = Record<string, [first: number, last: number][]>

export type ScriptOutcome = { ok: true; valueJson: string } | { ok: false; failure: ScriptFailure }

export type PageMessage =
  /** First on every connection. `revisionId` is the last revision the page has. */
  | { type: 'hello'; pageId: string; locale: string; revisionId: string; selection: Selection }
  | { type: 'collaborate'; message: CollaborationMessage }
  | { type: 'selection'; selection: Selection }
  /** A google.script.run call of a panel. */
  | { type: 'run'; callId: number; functionName: string; argumentsJson: string }
  | { type: 'menu'; functionName: string }
  | { type: 'answer'; questionId: number; button: string; text: string }
  | { type: 'panelClosed'; instance: string }
  | { type: 'rename'; title: string }

export type ServerMessage =
  /** Revisions the page missed, oldest first. */
  | { type: 'caughtUp'; messages: CollaborationMessage[] }
  /** Some of a large workbook's cells, before the `startOver` whose snapshot has none. */
  | { type: 'cells'; text: string; isFirst: boolean }
  /** The revisions since the page's last are no longer kept: start over from this. */
  | { type: 'startOver'; snapshot: Snapshot }
  | { type: 'collaborate'; message: CollaborationMessage }
  /** All rows that filters hide now. */
  | { type: 'hiddenRows'; rows: HiddenRows }
  | { type: 'addonMenu'; menu: Menu }
  | { type: 'topMenu'; menu: Menu }
  | { type: 'select'; selection: Selection }
  | { type: 'sidebar'; instance: string; title: string }
  | { type: 'dialog'; instance: string; title: string; width: number; height: number; modal: boolean }
  | { type: 'question'; question: Question }
  | { type: 'toast'; text: string; title: string; seconds: number }
  | { type: 'result'; callId: number; outcome: ScriptOutcome }
  /** A menu item's script is under way, or over; `failure` when it failed. */
  | { type: 'menuRun'; state: 'running' | 'done' }
  | { type: 'menuFailed'; functionName: string; failure: ScriptFailure }
