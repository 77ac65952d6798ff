/**
 * The calls that the sidebar's page makes into Apps Script through google.script.run: plain JSON in both
 * directions, expected failures as values. What the service answered is passed on as `unknown`; the page
 * parses it once, at its edge, because the service may be another one than ours.
 */

/** A failure in the words of the service, or with one of the codes below when it never got that far. */
export interface RpcError {
  /** HTTP status of the service's answer; 0 when there was none. */
  status: number
  code: string
  message: string
  retryAfterSeconds?: number
  requestId: string | null
}

export type RpcResult<T> = { ok: true; value: T } | { ok: false; error: RpcError }

/** What can go wrong before, after or beside the service. */
export type AddonErrorCode =
  | 'NO_KEY'
  | 'MALFORMED_KEY'
  /** The service could not be reached at all: nothing was sent. */
  | 'SERVICE_UNREACHABLE'
  /** The service was reached and gave no answer in time: what was sent may have been done. */
  | 'SERVICE_TIMEOUT'
  /** The answer was not what the interface says, for example a proxy's HTML page. */
  | 'UNEXPECTED_ANSWER'
  /** Another start by this person is on its way. */
  | 'START_IN_PROGRESS'
  /** A start was sent and its answer was lost: it may be running. */
  | 'START_UNKNOWN'
  | 'TAB_NOT_FOUND'
  | 'RANGE_NOT_FOUND'
  | 'SHEET_UNAVAILABLE'
  | 'TOO_MUCH_TO_SAVE'
  /** The service keeps the interface without this addition to it. */
  | 'NOT_OFFERED'
  /** Raised in the page, by the bridge itself. */
  | 'BRIDGE_FAILED'
  | 'BRIDGE_OFFLINE'
  | 'BRIDGE_TIMEOUT'
  | 'MULTIPLE_ACCOUNTS'
  | 'SESSION_EXPIRED'

export interface Account {
  email: string | null
  spaceName: string | null
  googleConnected: boolean
  /** Last four characters of the key, the only part that the page ever gets back. */
  keyEnding: string
}

export interface Tab {
  sheetId: number
  name: string
}

/** Where the person is in the spreadsheet right now. */
export interface SheetContext {
  spreadsheetId: string
  spreadsheetName: string
  tab: Tab
  /** All tabs by their names of now; absent where there are too many to ask each. */
  tabs?: Tab[]
  /** A1 range of the selection without its tab; null when nothing is selected. */
  selection: string | null
  selectedCells: number
  /** Cells of the tab's first row that holds text, from column A; empty strings where a cell is empty. */
  headers: string[]
  /** One value below each header, as shown to the person. */
  samples: string[]
}

export interface ModelChoice {
  agent_model?: string
  bulk_model?: string
  bulk_search_model?: string
}

export interface ConversationSummary {
  agentId: string
  title: string
  /** Milliseconds since 1970 of its latest turn. */
  at: number
  turns: number
  /** Turns whose end was seen here; their cost is in spentNano. */
  countedTurns: number
  spentNano: number
  /** False when a turn ended unseen, so that the true sum is higher. */
  spentIsComplete: boolean
  /** The number of its turn that was a plan, if the latest plan was made here. */
  planTurn?: number
}

/** Something that a menu action left for the sidebar to show. */
export type Intent =
  | { kind: 'draft'; prompt: string; error?: RpcError }
  | { kind: 'panel'; panel: 'help' | 'connection' }
  | { kind: 'copied'; tab: CopiedTab }
  | { kind: 'failed'; action: 'backup'; error: RpcError }

export interface Boot {
  /** BCP 47 language of the person, for example "de". */
  locale: string
  /** The page's texts in that language; null for English, which the page has built in. */
  texts: Record<string, string> | null
  serviceUrl: string
  hasKey: boolean
  /** What the last check said; null when the key was never checked here. */
  account: Account | null
  context: SheetContext | null
  /** The conversation to continue; null for a new one. */
  agentId: string | null
  conversations: ConversationSummary[]
  draft: string
  /** Newest last. */
  history: string[]
  savedPrompts: string[]
  defaultModels: ModelChoice
  intent: Intent | null
}

export interface StartTurn {
  /** Made by the page for each submission: the same start is never sent twice. */
  startId: string
  prompt: string
  /** The conversation to continue; null for a new one. */
  agentId: string | null
  models: ModelChoice
  /** plan: the turn may only look, and answers with what it would do. Left out for a service that knows no plans. */
  mode?: 'act' | 'plan'
  /** Files that go with the prompt, as the service named them. */
  attachmentIds?: string[]
}

/** Where the person was when a call of theirs began: it comes with calls that are made anyway. */
export type OpenPlace = Pick<SheetContext, 'tab' | 'selection' | 'selectedCells'>

export interface AgentAnswer {
  agent: unknown
  /** Validator of this answer, where the service offers one. */
  etag: string | null
  conversation: ConversationSummary | null
}

export interface PollRequest {
  agentId: string
  etag: string | null
  /** How long the service may hold the answer back until something changes; 0 for a plain poll. */
  waitSeconds: number
}

export type PollAnswer =
  | { changed: false; waited: boolean; place?: OpenPlace | null }
  | ({
      place?: OpenPlace | null
      changed: true
      /** Whether the service held the answer back on request, so that the page need not wait itself. */
      waited: boolean
    } & AgentAnswer)

export interface CopiedTab {
  title: string
  url: string
  spreadsheetId: string
  sheetId: number
}

/** Some of a turn's changes to be taken back; the whole turn without both. */
export interface UndoChoice {
  toolCallIds?: string[]
  /** A1 with the tab. */
  ranges?: string[]
}

/** Cells of a tab by name, A1 without the tab. */
export interface CellPlace {
  sheetName: string | null
  range: string
}

/** A file as the page reads it. */
export interface PickedFile {
  name: string
  mediaType: string
  base64: string
}

/** What the service offers beyond the interface that every service keeps. */
export interface Abilities {
  attachments: boolean
  plans: boolean
}

/** Every function of the add-on that the page may call. None of them ever answers with the key. */
export interface Rpc {
  boot(): RpcResult<Boot>
  connect(apiKey: string): RpcResult<Account>
  disconnect(): RpcResult<null>
  checkKey(): RpcResult<Account>
  readContext(): RpcResult<SheetContext>
  selectRange(sheetName: string | null, range: string): RpcResult<null>
  startTurn(request: StartTurn): RpcResult<AgentAnswer>
  pollAgent(request: PollRequest): RpcResult<PollAnswer>
  readMessages(agentId: string, after: string | null): RpcResult<unknown>
  stopAgent(agentId: string): RpcResult<AgentAnswer>
  readModels(fresh: boolean): RpcResult<unknown>
  saveDefaultModels(models: ModelChoice): RpcResult<null>
  /** `destination` is an id or an address; null copies within this spreadsheet. */
  copyTab(destination: string | null): RpcResult<CopiedTab>
  saveDraft(text: string): RpcResult<null>
  savePrompts(prompts: string[]): RpcResult<null>
  /** Makes it the conversation that opens next time; null begins a new one. */
  chooseConversation(agentId: string | null): RpcResult<null>
  forgetConversation(agentId: string): RpcResult<ConversationSummary[]>
  /** Erases it at the service, then here. `isErased` is false where the service cannot: it is forgotten here only. */
  deleteConversation(agentId: string): RpcResult<{ isErased: boolean; conversations: ConversationSummary[] }>
  readAbilities(): RpcResult<Abilities>
  readChanges(request: ChangesRequest): RpcResult<unknown>
  undoTurn(agentId: string, turnId: string, choice: UndoChoice): RpcResult<unknown>
  redo(agentId: string, undoId: string): RpcResult<unknown>
  readUndo(agentId: string, undoId: string, waitSeconds: number): RpcResult<unknown>
  readPermissions(agentId: string): RpcResult<unknown>
  decidePermission(agentId: string, permissionId: string, isAllowed: boolean): RpcResult<Decision>
  attachFile(file: PickedFile): RpcResult<unknown>
  /** The files of a conversation, by turn. */
  readFiles(agentId: string): RpcResult<unknown>
  /** How many cells of each place show an error, null where that was not looked at. */
  countErrors(places: CellPlace[]): RpcResult<(number | null)[]>
  /** Several ranges of one tab at once. */
  selectRanges(sheetName: string | null, ranges: string[]): RpcResult<null>
}

export interface ChangesRequest {
  agentId: string
  turnId: string
  after: string | null
  /** With what the cells held before and after. */
  cells: boolean
  limit: number
}

export interface Decision {
  permission: unknown
  answer: AgentAnswer
}
