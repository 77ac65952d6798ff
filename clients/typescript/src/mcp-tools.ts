/**
 * Rowhand's agents as tools of the Model Context Protocol: an assistant describes the work, Rowhand does it
 * with its guards, and what it changed can be seen and taken back.
 */
import { type CallToolResult, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { answerOf, latestTurn, questionOf, type Rowhand } from './client.ts'
import { RowhandError } from './errors.ts'
import { lineOfEnd, linesOfChanges, linesOfUndo } from './tell.ts'
import type { Agent } from './types.gen.ts'

const agentId = z.string().describe('Agent id, as ask_spreadsheet answered it')
const turnId = z.string().optional().describe('Turn id; the latest turn unless given')

/** Failures are words for the assistant, not broken calls. */
async function told(work: () => Promise<{ lines: string[]; failed?: boolean }>): Promise<CallToolResult> {
  try {
    const { lines, failed = false } = await work()
    return { content: [{ type: 'text', text: lines.join('\n') }], ...(failed ? { isError: true } : {}) }
  } catch (error) {
    const { message, code } =
      error instanceof RowhandError ? error : { message: String(error), code: 'FAILED' }
    return { content: [{ type: 'text', text: `${code}: ${message}` }], isError: true }
  }
}

/** An assistant must not answer in the person's place: what stands in a sheet may have talked it into the work. */
const toldQuestion = (agent: Agent) =>
  questionOf(agent) === null
    ? []
    : [
        `This needs the permission of a person, which cannot be given by a tool. They can allow it once with: rowhand allow ${agent.id}`,
      ]

const toldAgent = (agent: Agent) => ({
  lines: [
    answerOf(agent) ?? '',
    ...toldQuestion(agent),
    lineOfEnd(agent),
    `agent_id: ${agent.id}`,
    `turn_id: ${latestTurn(agent)}`,
  ],
  failed: agent.error_message !== null,
})

export function createMcpServer(client: Rowhand, version: string): McpServer {
  const server = new McpServer({ name: 'rowhand', version }, { capabilities: { tools: {} } })
  const turnOf = async (agent: string, turn: string | undefined) =>
    turn ?? latestTurn(await client.get(agent))

  server.registerTool(
    'ask_spreadsheet',
    {
      title: 'Work in a spreadsheet',
      description:
        'Lets an agent read or change a Google spreadsheet as described in plain words, and waits until it is done. Answers what it did, its agent_id for follow-ups, and its turn_id for undo. Existing cells are not overwritten unless the words ask for it.',
      inputSchema: z.object({
        spreadsheet: z.string().describe('Address or id of the spreadsheet'),
        prompt: z.string().describe('What to do, in plain words'),
        tab: z.string().optional().describe('Tab to work on; the first one unless given'),
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
    },
    ({ spreadsheet, prompt, tab }, context) =>
      told(async () => {
        const request = { prompt, spreadsheet_id: spreadsheet, ...(tab ? { sheet_name: tab } : {}) }
        return toldAgent(await client.ask(request, { signal: context.mcpReq.signal }))
      }),
  )
  server.registerTool(
    'follow_up',
    {
      title: 'Go on in a conversation',
      description: 'Sends a follow-up to an agent that ask_spreadsheet started, and waits until it is done.',
      inputSchema: z.object({ agent_id: agentId, prompt: z.string() }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
    },
    ({ agent_id, prompt }, context) =>
      told(async () => toldAgent(await client.ask({ agent_id, prompt }, { signal: context.mcpReq.signal }))),
  )
  server.registerTool(
    'list_changes',
    {
      title: 'See what a turn changed',
      description: 'Lists the ranges that a turn changed, and formulas elsewhere that became errors.',
      inputSchema: z.object({ agent_id: agentId, turn_id: turnId }),
      annotations: { readOnlyHint: true },
    },
    ({ agent_id, turn_id }) =>
      told(async () => {
        const page = await client.changes(agent_id, await turnOf(agent_id, turn_id), { limit: 100 })
        return { lines: linesOfChanges(page) }
      }),
  )
  server.registerTool(
    'undo_turn',
    {
      title: 'Take a turn back',
      description: 'Undoes what a turn changed. Cells that people changed since stay and are listed.',
      inputSchema: z.object({ agent_id: agentId, turn_id: turnId }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    },
    ({ agent_id, turn_id }) =>
      told(async () => {
        const undo = await client.undo(agent_id, await turnOf(agent_id, turn_id))
        return { lines: linesOfUndo(undo), failed: undo.status !== 'succeeded' }
      }),
  )
  return server
}
