/** Agents and their turns, as a client sees them. */
import { z } from 'zod'
import { MAX_ATTACHMENTS } from './attachments.ts'
import { messageEntry } from './entries.ts'
import { dateTime, named, nanoDollars, uuid } from './schema.ts'

export const agentStatus = z.enum(['active', 'idle'])

export const agentModels = named(
  'AgentModels',
  z.strictObject({
    agent_model: z.string(),
    bulk_model: z.string(),
    bulk_search_model: z.string(),
  }),
  { description: 'The models that the latest turn used.' },
)
export type AgentModels = z.infer<typeof agentModels>

export const turnUsage = named(
  'TurnUsage',
  z.strictObject({
    agent_usage: nanoDollars.describe("The agent's own model calls."),
    tool_usage: nanoDollars.describe('The tools it ran.'),
    total_usage: nanoDollars.describe('Sum of the two.'),
  }),
  { description: 'Integer nano-dollars; divide by 1,000,000,000 for US dollars.' },
)
export type TurnUsage = z.infer<typeof turnUsage>

export const agent = named(
  'Agent',
  z.strictObject({
    id: uuid,
    spreadsheet_id: z.string(),
    status: agentStatus.describe('active: a turn is in progress. idle: all turns are over.'),
    created_at: dateTime,
    last_activity_at: dateTime.nullable(),
    number_of_turns: z.int().min(0).describe('All turns, the one in progress included.'),
    models: agentModels.nullable(),
    error_message: z
      .string()
      .nullable()
      .describe("Why the latest turn failed; null on success and while it's active."),
    error_code: z.string().nullable().describe('The code to branch on; null when there is none.'),
    error_params: z
      .record(z.string(), z.unknown())
      .nullable()
      .optional()
      .describe('The values that the message was rendered with.'),
    usage: turnUsage
      .nullable()
      .describe(
        "The latest turn's final charge; null while it runs. A stopped or failed turn keeps what it spent.",
      ),
    usage_so_far: turnUsage
      .nullable()
      .optional()
      .describe('Only while the latest turn is active: its charge until now, null before the first.'),
    messages: z.array(messageEntry).describe("The latest turn's entries, oldest first."),
  }),
)
export type Agent = z.infer<typeof agent>

/** Longest prompt in characters, unless the operator sets another. */
export const MAX_PROMPT_CHARACTERS = 32_000
/** Google's tab ids (gid) are non-negative 32-bit integers. */
export const gid = z.int().min(0).max(2_147_483_647)

export const startAgentRequest = named(
  'StartAgentRequest',
  z.strictObject({
    prompt: z.string().describe('What to do, in plain words.'),
    spreadsheet_id: z
      .string()
      .optional()
      .describe(
        'Required for a new agent: the id between /d/ and /edit of the address, or the whole address, whose gid then gives sheet_id. Ignored on a follow-up.',
      ),
    agent_id: z.string().optional().describe('Continue this idle agent with a follow-up turn.'),
    sheet_name: z
      .string()
      .optional()
      .describe("Tab to work on. Default: the first tab, or the previous turn's tab on a follow-up."),
    sheet_id: gid.optional().describe('The same by tab id (gid). With sheet_name, both must name one tab.'),
    document_id: z
      .string()
      .optional()
      .meta({ deprecated: true, description: 'Deprecated: use spreadsheet_id.' }),
    agent_model: z.string().optional().describe('For this turn; an id of models.agent_models.'),
    bulk_model: z.string().optional().describe('For this turn; an id of models.bulk_models.'),
    bulk_search_model: z.string().optional().describe('For this turn; an id of models.bulk_search_models.'),
    mode: z
      .enum(['act', 'plan'])
      .optional()
      .describe(
        'plan: the turn only reads and answers with a numbered plan; a follow-up such as "Do it" runs it. Default act.',
      ),
    attachment_ids: z
      .array(uuid)
      .max(MAX_ATTACHMENTS)
      .optional()
      .describe('Files that were attached before, for this turn and the later ones of the agent.'),
    webhook_url: z.url().optional().describe('Receives one POST when the turn ends.'),
  }),
)
export type StartAgentRequest = z.infer<typeof startAgentRequest>
