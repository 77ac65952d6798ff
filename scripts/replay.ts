// npm run replay -- <turn> [--on <spreadsheet>]: shows what a stored turn said, called and was answered. With
// --on, makes the same calls again on another spreadsheet, a copy for example, and shows both answers: no model
// is asked and nothing is charged. Takes the service's environment; stop a service on an embedded database first.
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createGrants } from '../service/accounts/connections.ts'
import { createSealing } from '../service/accounts/sealing.ts'
import { loadSecret } from '../service/accounts/secret.ts'
import { type Config, readConfig } from '../service/config.ts'
import { createModels } from '../service/models/index.ts'
import { createSheets } from '../service/sheets/sheets.ts'
import { type Database, openDatabase } from '../service/store/open.ts'
import { createTools, createWebSearch } from '../service/tools/index.ts'
import type { ToolContext } from '../service/tools/tool.ts'
import { readSteps, type StoredStep } from '../service/turns/record/step-store.ts'
import { linesOfTurn, type StoredTurn } from './replay/told.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

async function readTurn({ db }: Database, id: string): Promise<StoredTurn | null> {
  const { rows } = await db.query<StoredTurn>(
    `select t.*, a.spreadsheet_id from turns t join agents a on a.id = t.agent_id where t.id::text = $1`,
    [id],
  )
  return rows[0] ?? null
}

function openSheets(config: Config, database: Database) {
  const sealing = createSealing(loadSecret(config), config.otherSecrets)
  const grants = createGrants(database.db, sealing)
  const { google } = config
  return createSheets(
    {
      clientId: google.clientId ?? '',
      clientSecret: google.clientSecret ?? '',
      tokenUrl: google.tokenUrl,
      quickTimeoutMilliseconds: google.requestTimeoutSeconds * 1000,
      ...(google.rootUrl ? { rootUrl: google.rootUrl } : {}),
    },
    {
      async grantFor(userId) {
        const refreshToken = await grants.refreshToken(userId)
        return refreshToken === null ? null : { refreshToken }
      },
      // A look at the past revokes nothing.
      markRevoked: async () => {},
    },
  )
}

/** What a tool works with here: the same turn on another spreadsheet, its writes made without a record. */
async function contextOf(
  config: Config,
  database: Database,
  turn: StoredTurn,
  on: string,
): Promise<ToolContext> {
  const spreadsheet = await openSheets(config, database).open(turn.user_id, on)
  const tab = (await spreadsheet.tabs()).find(({ title }) => title === turn.sheet_name)
  return {
    spreadsheet,
    turn: {
      id: turn.id,
      agentId: turn.agent_id,
      spaceId: turn.space_id,
      userId: turn.user_id,
      prompt: turn.prompt,
      sheetId: tab?.sheetId ?? turn.sheet_id,
      sheetName: turn.sheet_name,
      takesPictures: false,
      bulkModel: turn.bulk_model,
      bulkSearchModel: turn.bulk_search_model,
    },
    toolCallId: randomUUID(),
    signal: new AbortController().signal,
    permit: async () => {},
    progress() {},
    // Tools that would ask a model or search the web end here: what they cost then is not for a replay.
    charge: async () => 'stop',
    models: createModels(config.models),
    search: createWebSearch({ ...config.search, allowPrivateAddresses: config.allowPrivateAddresses }),
    db: database.db,
    now: () => new Date(),
    newId: randomUUID,
  }
}

async function makeAgain(context: ToolContext, steps: readonly StoredStep[]): Promise<void> {
  const tools = createTools()
  for (const { step, decision } of steps) {
    for (const call of decision.next === 'tools' ? decision.calls : []) {
      const tool = tools.find(({ name }) => name === call.tool)
      const args = tool?.args.safeParse(call.args)
      if (!tool || !args?.success) continue
      const outcome = await tool.run(args.data, { ...context, toolCallId: randomUUID() })
      const { state, output } = outcome
      const said = 'message' in outcome ? outcome.message : JSON.stringify(output)
      print(`again: step ${step} ${call.tool} → ${state}: ${said.slice(0, 600)}`)
    }
  }
}

const USAGE = 'Usage: npm run replay -- <turn> [--on <spreadsheet>]\n'

/** What was asked for, or null where it can't be understood or is help. */
function readCommandLine(): { turnId: string; on?: string | undefined } | null {
  try {
    const options = { on: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    return positionals[0] ? { turnId: positionals[0], on: values.on } : null
  } catch {
    return null
  }
}

async function main(): Promise<number> {
  const asked = readCommandLine()
  if (!asked) {
    process.stderr.write(USAGE)
    return 2
  }
  const { turnId, on } = asked
  const config = readConfig(process.env)
  const database = await openDatabase(config)
  try {
    const turn = await readTurn(database, turnId)
    if (!turn) {
      process.stderr.write('There is no such turn here.\n')
      return 1
    }
    const steps = await readSteps(database.db, turn.agent_id, turn.number, turn.number)
    for (const line of linesOfTurn(turn, steps)) print(line)
    if (on) {
      print('')
      await makeAgain(await contextOf(config, database, turn, on), steps)
    }
    return 0
  } finally {
    await database.close()
  }
}

process.exitCode = await main()
