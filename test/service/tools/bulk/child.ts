/** A bulk run in a process of its own, so that a test can kill it. Asks its parent for values. */

import type { ValueRequest, ValueResult } from '../../../../service/models/types.ts'
import { createSheets } from '../../../../service/sheets/sheets.ts'
import { openDatabase } from '../../../../service/store/open.ts'
import { createBulkPrompt } from '../../../../service/tools/bulk-prompt.ts'
import type { ToolContext } from '../../../../service/tools/tool.ts'

/** What the parent passes in BULK_CHILD. */
export interface ChildSettings {
  databaseUrl: string
  emulatorUrl: string
  refreshToken: string
  spreadsheetId: string
  /** Answers /ask?prompt= with a value, and books /charge?key=&cost=. */
  parentUrl: string
  toolCallId: string
  turn: ToolContext['turn']
  concurrency: number
  prompt_template: string
}

const settings = JSON.parse(process.env.BULK_CHILD!) as ChildSettings
const { databaseUrl, emulatorUrl, refreshToken, spreadsheetId, parentUrl } = settings

const call = async (path: string, query: Record<string, string>): Promise<string> =>
  (await fetch(`${parentUrl}${path}?${new URLSearchParams(query)}`)).text()

async function value({ prompt }: ValueRequest): Promise<ValueResult> {
  const usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 }
  return { state: 'ok', value: await call('/ask', { prompt }), usage, costNanoDollars: 10n }
}

const database = await openDatabase({ databaseUrl, dataDir: '' })
const sheets = createSheets(
  { clientId: 'test', clientSecret: 'test', rootUrl: emulatorUrl, tokenUrl: `${emulatorUrl}/token` },
  { grantFor: async () => ({ refreshToken }), markRevoked: async () => {} },
)
const context = {
  spreadsheet: await sheets.open('user', spreadsheetId),
  turn: settings.turn,
  toolCallId: settings.toolCallId,
  signal: new AbortController().signal,
  progress: () => {},
  charge: async ({ key, costNanoDollars }: { key: string; costNanoDollars: bigint }) => {
    await call('/charge', { key, cost: String(costNanoDollars) })
    return 'ok' as const
  },
  models: { value },
  search: null,
  db: database.db,
  now: () => new Date(),
  newId: () => crypto.randomUUID(),
} as unknown as ToolContext
const tool = createBulkPrompt({ concurrency: settings.concurrency })
const outcome = await tool.run({ prompt_template: settings.prompt_template }, context)
await database.close()
process.send?.(outcome, () => process.exit(0))
