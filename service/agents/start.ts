/** Start agent: what the request means, checked against Google and the space's models, then admission. */
import type { AgentModels, StartAgentRequest } from '../../contract/index.ts'
import { readSpreadsheetAddress } from '../sheets/address.ts'
import { SheetsError } from '../sheets/errors.ts'
import type { Sheets, Tab } from '../sheets/spreadsheet.ts'
import type { Db } from '../store/db.ts'
import type { Caller, ModelChoices } from '../turns/ports.ts'
import { type AdmissionDeps, admitTurn, agentBusy, countActive, whyFull } from './admission.ts'
import type { Refusal } from './agents.ts'
import type { Claimed } from './idempotent.ts'
import { agentNotFound, isUuid } from './read.ts'
import { refusalOfSheets } from './sheets-refusal.ts'
import { chooseTab } from './tabs.ts'

export interface StartDeps extends AdmissionDeps {
  sheets: Sheets
  modelChoices: ModelChoices
  /** Whether a model takes pictures beside text. */
  takesPictures(modelId: string): boolean
  maxPromptCharacters: number
}

const refuse = (message: string): Refusal => ({ state: 'refused', code: 'INVALID_REQUEST', message })

export async function startTurn(
  deps: StartDeps,
  caller: Caller,
  request: StartAgentRequest,
  claimed: Claimed | null = null,
): Promise<{ state: 'admitted'; agentId: string; turnId: string } | Refusal> {
  const prompt = checkPrompt(request.prompt, deps.maxPromptCharacters)
  if (prompt) return prompt
  const models = chooseModels(await deps.modelChoices(caller.spaceId), request)
  if ('state' in models) return models
  const unseen = await pictureUnseen(deps, caller, request.attachment_ids ?? [], models.agent_model)
  if (unseen) return unseen
  const target =
    request.agent_id !== undefined
      ? await followUp(deps.db, caller, request.agent_id)
      : newAgent(request.spreadsheet_id ?? request.document_id)
  if (target.state === 'refused') return target
  const allowed = caller.limits?.spreadsheetIds
  if (allowed && !allowed.includes(target.spreadsheetId)) return otherSpreadsheet
  // Before Google is asked; admission counts again, under a lock.
  const full = whyFull(await countActive(deps.db, caller), deps)
  if (full) return full
  const tabs = await readTabs(deps.sheets, caller.userId, target.spreadsheetId)
  if ('state' in tabs) return tabs
  const tab = chooseTab(tabs, {
    sheetId: request.sheet_id ?? null,
    sheetName: request.sheet_name ?? null,
    addressSheetId: target.addressSheetId,
    previousSheetId: target.previousSheetId,
  })
  if ('state' in tab) return tab
  return admitTurn(deps, caller, {
    agentId: target.agentId,
    spreadsheetId: target.spreadsheetId,
    prompt: request.prompt,
    tab,
    models,
    webhookUrl: request.webhook_url ?? null,
    claimed,
    mode: request.mode ?? 'act',
    attachmentIds: request.attachment_ids ?? [],
  })
}

const otherSpreadsheet: Refusal = {
  state: 'refused',
  code: 'KEY_NOT_ALLOWED',
  message:
    'This API key is for other spreadsheets; nothing was started. Use another key, or have this spreadsheet added to it in the dashboard.',
}

function checkPrompt(prompt: string, maxCharacters: number): Refusal | null {
  if (prompt.trim() === '') return refuse('prompt: it is empty. Say what to do with the sheet.')
  if (prompt.length <= maxCharacters) return null
  return refuse(
    `prompt: it has ${prompt.length} characters, the most is ${maxCharacters}. Put long material into the sheet and refer to it.`,
  )
}

/** Said before the turn, not by a model that was paid for not seeing it. */
async function pictureUnseen(
  deps: StartDeps,
  { userId }: Caller,
  attachmentIds: readonly string[],
  model: string,
): Promise<Refusal | null> {
  if (attachmentIds.length === 0 || deps.takesPictures(model)) return null
  const { rows } = await deps.db.query<{ name: string }>(
    `select name from attachments where id = any($1::uuid[]) and user_id = $2 and media_type like 'image/%'
     order by name limit 1`,
    [attachmentIds, userId],
  )
  const picture = rows[0]
  if (!picture) return null
  return refuse(
    `attachment_ids: "${picture.name}" is a picture, which the model ${model} does not take. Choose another model or leave the picture out.`,
  )
}

const LISTS = {
  agent_model: 'agent_models',
  bulk_model: 'bulk_models',
  bulk_search_model: 'bulk_search_models',
} as const

function chooseModels(
  choices: Awaited<ReturnType<ModelChoices>>,
  request: StartAgentRequest,
): AgentModels | Refusal {
  const chosen: Partial<AgentModels> = {}
  for (const field of ['agent_model', 'bulk_model', 'bulk_search_model'] as const) {
    const list = choices[LISTS[field]]
    const id = request[field] ?? choices.defaults[field]
    if (id === undefined || !list.some(model => model.id === id)) {
      return refuse(
        `${field}: this space has no such model. GET /v1/sheets/agents/configuration lists its ${LISTS[field]}.`,
      )
    }
    chosen[field] = id
  }
  return chosen as AgentModels
}

interface Target {
  state: 'found'
  agentId: string | null
  spreadsheetId: string
  addressSheetId: number | null
  previousSheetId: number | null
}

function newAgent(spreadsheet: string | undefined): Target | Refusal {
  if (spreadsheet === undefined) {
    return refuse('spreadsheet_id: a new agent needs one: the id between /d/ and /edit of the address.')
  }
  const address = readSpreadsheetAddress(spreadsheet)
  if (address.state === 'wrong') return refuse(`spreadsheet_id: ${address.why}`)
  return {
    state: 'found',
    agentId: null,
    spreadsheetId: address.spreadsheetId,
    addressSheetId: address.sheetId ?? null,
    previousSheetId: null,
  }
}

async function followUp(db: Db, caller: Caller, agentId: string): Promise<Target | Refusal> {
  if (!isUuid(agentId)) return agentNotFound
  const { rows } = await db.query<{ spreadsheet_id: string; sheet_id: number; busy: boolean }>(
    `select a.spreadsheet_id, t.sheet_id, a.active_turn_id is not null or a.active_undo_id is not null as busy
     from agents a join turns t on t.agent_id = a.id and t.number = a.number_of_turns
     where a.id = $1 and a.user_id = $2 and a.closed_at is null`,
    [agentId, caller.userId],
  )
  const row = rows[0]
  if (!row) return agentNotFound
  if (row.busy) return agentBusy
  return {
    state: 'found',
    agentId: agentId.toLowerCase(),
    spreadsheetId: row.spreadsheet_id,
    addressSheetId: null,
    previousSheetId: row.sheet_id,
  }
}

async function readTabs(sheets: Sheets, userId: string, spreadsheetId: string): Promise<Tab[] | Refusal> {
  try {
    const spreadsheet = await sheets.open(userId, spreadsheetId, { quick: true })
    return await spreadsheet.tabs()
  } catch (error) {
    if (error instanceof SheetsError) return refusalOfSheets(error)
    throw error
  }
}
