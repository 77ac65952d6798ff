/** The service's turns with the real tools on a local Google, and a model that does as a script says. */
import { jsonLog, silentLog } from '../../service/log.ts'
import type { Models } from '../../service/models/types.ts'
import { createSheets } from '../../service/sheets/sheets.ts'
import type { Database } from '../../service/store/open.ts'
import { createTools } from '../../service/tools/index.ts'
import { type Harness, startHarness } from '../service/turns/harness.ts'
import { grantOf } from './sheet.ts'

const told = jsonLog(
  line => process.stderr.write(`${process.pid} ${line}\n`),
  () => new Date(),
)
/** Where ROWHAND_CHAOS_LOG is set, what the service says of its failures: a finding alone does not tell its cause. */
const troubleLog = process.env.ROWHAND_CHAOS_LOG ? told : silentLog

export async function startChaosService(
  database: Database & { url?: string },
  googleUrl: string,
  options: { timeoutMilliseconds?: number; quick?: boolean; models?: Models } = {},
): Promise<Harness> {
  const harness = await startHarness(database, {
    ...(database.url ? { databaseUrl: database.url } : {}),
    log: troubleLog,
    ...(options.models ? { models: options.models } : {}),
  })
  let current = ''
  const sheets = createSheets(
    {
      clientId: 'test',
      clientSecret: 'test',
      rootUrl: googleUrl,
      tokenUrl: `${googleUrl}/token`,
      timeoutMilliseconds: options.timeoutMilliseconds ?? 10_000,
      tokenTimeoutMilliseconds: options.timeoutMilliseconds ?? 10_000,
      ...(options.quick ? { wait: async () => {} } : {}),
    },
    { grantFor: async () => ({ refreshToken: grantOf(current) }), markRevoked: async () => {} },
  )
  harness.deps.sheets.open = async (userId, spreadsheetId) => {
    current = spreadsheetId
    return sheets.open(userId, spreadsheetId)
  }
  harness.deps.tools = createTools({ bulkConcurrency: 10 })
  return harness
}
