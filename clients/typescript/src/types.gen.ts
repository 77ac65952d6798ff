// Made by "npm run client:types" from the OpenAPI document: do not edit.

/**
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "MessageEntry".
 */
export type MessageEntry = UserMessageEntry | AssistantMessageEntry | ToolCallEntry

/**
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "Agent".
 */
export interface Agent {
  id: string
  spreadsheet_id: string
  /**
   * active: a turn is in progress. idle: all turns are over.
   */
  status: 'active' | 'idle'
  created_at: string
  last_activity_at: string | null
  /**
   * All turns, the one in progress included.
   */
  number_of_turns: number
  models: AgentModels | null
  /**
   * Why the latest turn failed; null on success and while it's active.
   */
  error_message: string | null
  /**
   * The code to branch on; null when there is none.
   */
  error_code: string | null
  /**
   * The values that the message was rendered with.
   */
  error_params?: {
    [k: string]: unknown
  } | null
  /**
   * The latest turn's final charge; null while it runs. A stopped or failed turn keeps what it spent.
   */
  usage: TurnUsage | null
  /**
   * Only while the latest turn is active: its charge until now, null before the first.
   */
  usage_so_far?: TurnUsage | null
  /**
   * The latest turn's entries, oldest first.
   */
  messages: MessageEntry[]
}
/**
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "AgentModels".
 */
export interface AgentModels {
  agent_model: string
  bulk_model: string
  bulk_search_model: string
}
/**
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "TurnUsage".
 */
export interface TurnUsage {
  /**
   * The agent's own model calls.
   */
  agent_usage: number
  /**
   * The tools it ran.
   */
  tool_usage: number
  /**
   * Sum of the two.
   */
  total_usage: number
}
/**
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "UserMessageEntry".
 */
export interface UserMessageEntry {
  type: 'user_message'
  /**
   * Groups the entries of one prompt execution.
   */
  turn_id: string
  created_at: string
  message_id: string
  /**
   * The prompt as the user wrote it.
   */
  content: string
}
/**
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "AssistantMessageEntry".
 */
export interface AssistantMessageEntry {
  type: 'assistant_message'
  /**
   * Groups the entries of one prompt execution.
   */
  turn_id: string
  created_at: string
  message_id: string
  /**
   * Reasoning or a reply, in markdown. The last one of a finished turn is the final answer.
   */
  content: string
}
/**
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "ToolCallEntry".
 */
export interface ToolCallEntry {
  type: 'tool_call'
  /**
   * Groups the entries of one prompt execution.
   */
  turn_id: string
  created_at: string
  tool_call_id: string
  /**
   * Name of the tool, for example write_range.
   */
  tool: string
  status: 'pending' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  /**
   * When a terminal status was reached; null while pending or running.
   */
  completed_at?: string | null
  /**
   * Affected A1 range without its tab. Not for bulk tools or copy_paste_range.
   */
  range?: string
  /**
   * Tab that the tool worked on.
   */
  sheet_name?: string
  /**
   * Bulk tools only: A1 range that was written.
   */
  updated_range?: string
  /**
   * Bulk tools only: row counts.
   */
  rows?: {
    /**
     * Rows that succeeded.
     */
    processed?: number
    /**
     * Rows that failed.
     */
    errors?: number
    /**
     * Rows that succeeded, failed, or never ran.
     */
    total?: number
  }
  /**
   * Bulk tools only: the template for each row, columns written as {{A}}.
   */
  prompt_template?: string
  /**
   * Cells affected: written for write_range, copied for a bounded copy_paste_range.
   */
  cells?: number
  /**
   * read_range only: what was returned, as counts without contents.
   */
  read?: {
    sheets: number
    /**
     * Per sheet, summed across sheets.
     */
    rows: number
    /**
     * Per sheet, summed across sheets.
     */
    columns: number
    /**
     * Cells returned; trailing empty ones are not counted.
     */
    cells: number
  }
  /**
   * copy_paste_range only: what is pasted.
   */
  paste_type?: string
  /**
   * copy_paste_range only: A1 range copied from.
   */
  source_range?: string
  /**
   * copy_paste_range only: A1 range pasted into.
   */
  target_range?: string
  /**
   * copy_paste_range only: tab of the source, when it named one.
   */
  source_sheet?: string
  /**
   * copy_paste_range only: tab of the target, when it named one.
   */
  target_sheet?: string
  /**
   * read_spreadsheet_fields only: the field mask.
   */
  fields?: string
  /**
   * web_search only: the query.
   */
  query?: string
  /**
   * web_search only: searches run, each one billed unit.
   */
  number_of_searches?: number
  /**
   * web_search only: pages opened and addresses cited, without repeats.
   */
  sources?: string[]
  /**
   * load_skill and create_skill only: name of the skill.
   */
  skill?: string
  /**
   * Present only when the call failed: the reason.
   */
  message?: string
}
/**
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "AgentMessagesPage".
 */
export interface AgentMessagesPage {
  /**
   * Oldest first.
   */
  messages: MessageEntry[]
  /**
   * Cursor of the last entry; null only when the page is empty.
   */
  end_cursor: string | null
  /**
   * Whether to ask for another page; end_cursor does not tell.
   */
  has_next_page: boolean
  /**
   * Entries in the whole conversation.
   */
  total: number
}
/**
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "Attachment".
 */
export interface Attachment {
  /**
   * Give it as one of attachment_ids when an agent is started.
   */
  id: string
  name: string
  media_type: string
  size_bytes: number
  /**
   * Empty for texts, PDF and pictures.
   */
  tables: {
    /**
     * The sheet of a workbook; the file itself for CSV.
     */
    name: string
    /**
     * The header included.
     */
    rows: number
    columns: number
  }[]
  /**
   * Until then it waits for a turn; with one it stays as long as the turn.
   */
  expires_at: string
}
/**
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "AttachmentsResponse".
 */
export interface AttachmentsResponse {
  /**
   * Newest first.
   *
   * @maxItems 200
   */
  attachments: TurnAttachment[]
}
/**
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "TurnAttachment".
 */
export interface TurnAttachment {
  /**
   * Give it as one of attachment_ids when an agent is started.
   */
  id: string
  name: string
  media_type: string
  size_bytes: number
  /**
   * Empty for texts, PDF and pictures.
   */
  tables: {
    /**
     * The sheet of a workbook; the file itself for CSV.
     */
    name: string
    /**
     * The header included.
     */
    rows: number
    columns: number
  }[]
  /**
   * The turn that it came with; later ones see it as well.
   */
  turn_id: string
  created_at: string
}
/**
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "Change".
 */
export interface Change {
  change_id: string
  tool_call_id: string
  tool: string
  kind:
    | 'values'
    | 'format'
    | 'note'
    | 'validation'
    | 'conditional_format'
    | 'merge'
    | 'size'
    | 'filter'
    | 'named_range'
    | 'protected_range'
    | 'chart'
    | 'pivot'
    | 'banding'
    | 'table'
    | 'rows'
    | 'columns'
    | 'tab'
    | 'sort'
    | 'other'
  sheet_id: number | null
  sheet_name: string | null
  /**
   * A1 without the tab; null where the change is not one of cells.
   */
  range: string | null
  cells: number
  /**
   * In plain words, for example "Deleted rows 5 to 8".
   */
  description: string
  at: string
  undo_state: 'none' | 'undone' | 'partly' | 'not_possible'
  undo_note: string | null
  /**
   * With cells=true.
   *
   * @maxItems 100
   */
  samples?: {
    cell: string
    before: {
      /**
       * The formula, where the cell held one.
       */
      formula: string | null
      /**
       * What the cell showed; null where it was empty.
       */
      shown: string | null
    }
    after: {
      /**
       * The formula, where the cell held one.
       */
      formula: string | null
      /**
       * What the cell showed; null where it was empty.
       */
      shown: string | null
    }
  }[]
  /**
   * With cells=true: there are more cells than samples.
   */
  samples_truncated?: boolean
}
/**
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "ChangesPage".
 */
export interface ChangesPage {
  summary: ChangesSummary
  changes: Change[]
  end_cursor: string | null
  has_next_page: boolean
  total: number
}
/**
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "ChangesSummary".
 */
export interface ChangesSummary {
  /**
   * recording: the turn still runs, or what it left is being looked at.
   */
  state: 'none' | 'recording' | 'complete' | 'expired'
  cells: number
  ranges: number
  tabs: {
    sheet_id: number
    sheet_name: string
    cells: number
    kinds: (
      | 'values'
      | 'format'
      | 'note'
      | 'validation'
      | 'conditional_format'
      | 'merge'
      | 'size'
      | 'filter'
      | 'named_range'
      | 'protected_range'
      | 'chart'
      | 'pivot'
      | 'banding'
      | 'table'
      | 'rows'
      | 'columns'
      | 'tab'
      | 'sort'
      | 'other'
    )[]
  }[]
  new_tabs: number
  deleted_tabs: number
  /**
   * Changes of rows, columns and tabs.
   */
  structure: number
  side_effects: {
    /**
     * Formulas elsewhere that became errors.
     */
    new_errors: number
    /**
     * Formulas elsewhere whose value is another one now.
     */
    changed_values: number
    checked: boolean
  }
  proof: {
    state: 'unchanged' | 'changed_elsewhere' | 'not_checked'
    /**
     * Filled cells outside of the ranges that were compared.
     */
    checked_cells: number
    /**
     * Cells that differ there; no call of the turn wrote to them.
     */
    others: number
    note: string | null
  }
  undoable: boolean
  undone: 'no' | 'partly' | 'yes'
  /**
   * The latest undo or redo of this turn.
   */
  undo_id: string | null
}
/**
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "ConfigurationResponse".
 */
export interface ConfigurationResponse {
  models: {
    agent_models: ModelOption[]
    bulk_models: ModelOption[]
    bulk_search_models: ModelOption[]
    defaults: {
      agent_model?: string
      bulk_model?: string
      bulk_search_model?: string
    }
  }
}
/**
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "ModelOption".
 */
export interface ModelOption {
  id: string
  label: string
  provider: string
  is_default: boolean
}
/**
 * Exactly one of sheet_id and sheet_name.
 *
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "CopyTabRequest".
 */
export interface CopyTabRequest {
  /**
   * Id or address of the destination; the source itself duplicates the tab in place.
   */
  destination_spreadsheet_id: string
  /**
   * Tab id (gid) of the tab to copy.
   */
  sheet_id?: number
  /**
   * Exact title of the tab to copy.
   */
  sheet_name?: string
}
/**
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "CopyTabResponse".
 */
export interface CopyTabResponse {
  destination_spreadsheet_id: string
  /**
   * Tab id (gid) of the new tab.
   */
  sheet_id: number
  /**
   * Title of the new tab: "Copy of" and the title of the original.
   */
  title: string
}
/**
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "DecidedPermission".
 */
export interface DecidedPermission {
  permission: Permission
  agent: Agent
}
/**
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "Permission".
 */
export interface Permission {
  id: string
  /**
   * The turn that ended with it.
   */
  turn_id: string
  /**
   * The call that was not made.
   */
  tool_call_id: string
  tool: string
  /**
   * destroy: rows, columns, tabs or cells are lost. reach_out: data could leave the spreadsheet. persist: kept for later turns of everyone in the space. hide: no longer seen.
   */
  kind: 'destroy' | 'reach_out' | 'persist' | 'hide'
  /**
   * Exactly what would happen, in plain words, for example "Delete the tab Budget: 412 cells".
   */
  effect: string
  /**
   * More of it, a line each.
   */
  details: string[]
  /**
   * open: waits for a decision. granted: its turn has started. used: the call was made. expired: the conversation went on without it.
   */
  state: 'open' | 'granted' | 'denied' | 'used' | 'expired'
  created_at: string
  decided_at: string | null
}
/**
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "ErrorResponse".
 */
export interface ErrorResponse {
  error: {
    code:
      | 'INVALID_REQUEST'
      | 'UNAUTHORIZED'
      | 'KEY_DISABLED'
      | 'KEY_EXPIRED'
      | 'KEY_NOT_ALLOWED'
      | 'GOOGLE_NOT_CONNECTED'
      | 'SPREADSHEET_FORBIDDEN'
      | 'AGENT_NOT_FOUND'
      | 'SPREADSHEET_NOT_FOUND'
      | 'PERMISSION_NOT_FOUND'
      | 'UNKNOWN_PLATFORM'
      | 'NOT_FOUND'
      | 'METHOD_NOT_ALLOWED'
      | 'TURN_NOT_FOUND'
      | 'UNDO_NOT_FOUND'
      | 'AGENT_BUSY'
      | 'NOTHING_TO_UNDO'
      | 'CHANGES_EXPIRED'
      | 'IDEMPOTENCY_KEY_REUSED'
      | 'REQUEST_IN_PROGRESS'
      | 'PERMISSION_DECIDED'
      | 'PAYLOAD_TOO_LARGE'
      | 'UNSUPPORTED_MEDIA_TYPE'
      | 'RATE_LIMIT_EXCEEDED'
      | 'CONCURRENT_LIMIT_REACHED'
      | 'SPENDING_LIMIT_REACHED'
      | 'INTERNAL_ERROR'
      | 'UPSTREAM_INVALID_RESPONSE'
      | 'UPSTREAM_TIMEOUT'
    /**
     * One or two plain sentences: what happened and what to do next.
     */
    message: string
  }
  /**
   * Also in the X-Request-Id header. Quote it when you ask for help.
   */
  request_id: string
}
/**
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "PermissionDecision".
 */
export interface PermissionDecision {
  /**
   * allow starts a turn that makes exactly this call, once, and goes on. deny only notes it.
   */
  decision: 'allow' | 'deny'
}
/**
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "PermissionsResponse".
 */
export interface PermissionsResponse {
  /**
   * Newest first.
   *
   * @maxItems 50
   */
  permissions: Permission[]
}
/**
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "StartAgentRequest".
 */
export interface StartAgentRequest {
  /**
   * What to do, in plain words.
   */
  prompt: string
  /**
   * Required for a new agent: the id between /d/ and /edit of the address, or the whole address, whose gid then gives sheet_id. Ignored on a follow-up.
   */
  spreadsheet_id?: string
  /**
   * Continue this idle agent with a follow-up turn.
   */
  agent_id?: string
  /**
   * Tab to work on. Default: the first tab, or the previous turn's tab on a follow-up.
   */
  sheet_name?: string
  /**
   * The same by tab id (gid). With sheet_name, both must name one tab.
   */
  sheet_id?: number
  /**
   * @deprecated
   * Deprecated: use spreadsheet_id.
   */
  document_id?: string
  /**
   * For this turn; an id of models.agent_models.
   */
  agent_model?: string
  /**
   * For this turn; an id of models.bulk_models.
   */
  bulk_model?: string
  /**
   * For this turn; an id of models.bulk_search_models.
   */
  bulk_search_model?: string
  /**
   * plan: the turn only reads and answers with a numbered plan; a follow-up such as "Do it" runs it. Default act.
   */
  mode?: 'act' | 'plan'
  /**
   * Files that were attached before, for this turn and the later ones of the agent.
   *
   * @maxItems 10
   */
  attachment_ids?:
    | []
    | [string]
    | [string, string]
    | [string, string, string]
    | [string, string, string, string]
    | [string, string, string, string, string]
    | [string, string, string, string, string, string]
    | [string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string]
  /**
   * Receives one POST when the turn ends.
   */
  webhook_url?: string
}
/**
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "Undo".
 */
export interface Undo {
  id: string
  turn_id: string
  kind: 'undo' | 'redo'
  status: 'running' | 'succeeded' | 'failed'
  restored: {
    cells: number
    changes: number
  }
  /**
   * What was changed since and therefore stays.
   *
   * @maxItems 100
   */
  kept: {
    sheet_name: string
    range: string
    cells: number
    reason: string
  }[]
  /**
   * All cells that stay.
   */
  kept_total: number
  not_possible: {
    description: string
    reason: string
  }[]
  /**
   * One plain sentence.
   */
  message: string
  created_at: string
  completed_at: string | null
  redoable: boolean
}
/**
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "UndoRequest".
 */
export interface UndoRequest {
  /**
   * Only these calls. Default: the whole turn.
   *
   * @minItems 1
   * @maxItems 1000
   */
  tool_call_ids?: [string, ...string[]]
  /**
   * Only cells in these ranges, in A1 with the tab, for example 'Orders'!B2:D40.
   *
   * @minItems 1
   * @maxItems 100
   */
  ranges?: [string, ...string[]]
}
/**
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "VerifyApiKeyResponse".
 */
export interface VerifyApiKeyResponse {
  valid: boolean
  user: {
    email: string | null
  }
  space: {
    id: string
    name: string | null
  }
  /**
   * Whether access to spreadsheets is authorised.
   */
  google_connected: boolean
  /**
   * Signs webhooks (HMAC-SHA256); null if the key has none.
   */
  webhook_secret: string | null
}
/**
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "VersionResponse".
 */
export interface VersionResponse {
  version: string
}
/**
 * This interface was referenced by `AllSchemas`'s JSON-Schema
 * via the `definition` "WebhookPayload".
 */
export interface WebhookPayload {
  agent_id: string
  turn_id: string
  status: 'succeeded' | 'failed' | 'interrupted' | 'cancelled'
  /**
   * Null unless the turn failed or was interrupted.
   */
  error_message: string | null
  /**
   * The code to branch on.
   */
  error_code: string | null
  /**
   * Total nano-dollars; null unless the turn ran to its natural end.
   */
  usage: number | null
}
