#!/usr/bin/env node
/**
 * rowhand: an agent from the terminal. Shows a turn live, and takes it back. Ends with 0 when done, 1 when
 * the turn or request failed, 2 for a wrong command line.
 */
import { parseArgs } from 'node:util'
import { createClient, latestTurn, questionOf, type Rowhand } from './client.ts'
import { RowhandError } from './errors.ts'
import { readSettings } from './settings.ts'
import { lineOfEnd, linesOfChanges, linesOfUndo, teller } from './tell.ts'
import type { Agent } from './types.gen.ts'

const HELP = `rowhand: an AI agent for Google Sheets, from the terminal

  rowhand ask <spreadsheet> "<prompt>" [--tab <name>] [--model <id>] [--plan]
  rowhand reply <agent> "<prompt>"     a follow-up in the same conversation
  rowhand watch <agent>                shows a turn that runs elsewhere
  rowhand changes <agent> [turn]       what a turn changed; the latest unless told otherwise
  rowhand undo <agent> [turn]          takes it back, but for what people changed since
  rowhand stop <agent>
  rowhand allow <agent>                lets it do, once, what it asked for; "rowhand deny <agent>" does not

<spreadsheet> is an address or an id. --json prints the answer as JSON and nothing else.
ROWHAND_URL and ROWHAND_API_KEY say which service and whose key; beside a running "npm start" neither is
needed. Ctrl-C while a turn runs leaves it running: "rowhand watch" finds it again, "rowhand stop" ends it.`

const OPTIONS = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  tab: { type: 'string' },
  model: { type: 'string' },
  plan: { type: 'boolean' },
} as const

type Values = { json?: boolean; tab?: string; model?: string; plan?: boolean }

class Usage extends Error {}

interface Shown {
  ok: boolean
  json: unknown
  lines: string[]
}

const print = (line: string) => process.stdout.write(`${line}\n`)

/** Follows a turn, printing as it goes unless JSON is wanted. */
async function follow(
  work: (onChange: (agent: Agent) => void) => Promise<Agent>,
  values: Values,
): Promise<Shown> {
  const newLines = teller()
  let known = ''
  const agent = await work(state => {
    if (values.json) return
    if (known === '') {
      known = state.id
      print(`agent ${state.id}`)
      print(`turn  ${latestTurn(state)}`)
    }
    for (const line of newLines(state)) print(line)
  })
  const asks = questionOf(agent) === null ? [] : [`To let it do that once: rowhand allow ${agent.id}`]
  return { ok: agent.error_message === null, json: agent, lines: ['', lineOfEnd(agent), ...asks] }
}

const turnOf = async (client: Rowhand, agentId: string, turnId: string | undefined) =>
  turnId ?? latestTurn(await client.get(agentId))

async function openQuestion(client: Rowhand, agentId: string): Promise<string> {
  const open = (await client.permissions(agentId)).find(({ state }) => state === 'open')
  if (open) return open.id
  throw new Error('This agent asks for nothing, or was answered already. Nothing was done.')
}

type Command = (client: Rowhand, words: string[], values: Values) => Promise<Shown>

const commands: Record<string, { words: [number, number]; run: Command }> = {
  ask: {
    words: [2, 2],
    run: (client, [spreadsheet, prompt], values) => {
      const request = {
        prompt: prompt!,
        spreadsheet_id: spreadsheet!,
        ...(values.tab ? { sheet_name: values.tab } : {}),
        ...(values.model ? { agent_model: values.model } : {}),
        ...(values.plan ? { mode: 'plan' as const } : {}),
      }
      return follow(onChange => client.ask(request, { onChange }), values)
    },
  },
  reply: {
    words: [2, 2],
    run: (client, [agent_id, prompt], values) =>
      follow(onChange => client.ask({ prompt: prompt!, agent_id: agent_id! }, { onChange }), values),
  },
  watch: {
    words: [1, 1],
    run: (client, [agentId], values) => follow(onChange => client.wait(agentId!, { onChange }), values),
  },
  changes: {
    words: [1, 2],
    async run(client, [agentId, turnId]) {
      const page = await client.changes(agentId!, await turnOf(client, agentId!, turnId), { limit: 100 })
      return { ok: true, json: page, lines: linesOfChanges(page) }
    },
  },
  undo: {
    words: [1, 2],
    async run(client, [agentId, turnId]) {
      const undo = await client.undo(agentId!, await turnOf(client, agentId!, turnId))
      return { ok: undo.status === 'succeeded', json: undo, lines: linesOfUndo(undo) }
    },
  },
  allow: {
    words: [1, 1],
    run: (client, [agentId], values) =>
      follow(
        async onChange => client.allow(agentId!, await openQuestion(client, agentId!), { onChange }),
        values,
      ),
  },
  deny: {
    words: [1, 1],
    async run(client, [agentId]) {
      const denied = await client.deny(agentId!, await openQuestion(client, agentId!))
      return { ok: true, json: denied, lines: ['It will not be done.'] }
    },
  },
  stop: {
    words: [1, 1],
    async run(client, [agentId]) {
      const agent = await client.stop(agentId!)
      return { ok: true, json: agent, lines: [agent.error_message ?? 'Nothing was running.'] }
    },
  },
}

function read(argv: string[]) {
  try {
    return parseArgs({ args: argv, options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new Usage((error as Error).message)
  }
}

async function main(argv: string[]): Promise<number> {
  const { values, positionals } = read(argv)
  const [name, ...words] = positionals
  if (values.help || name === undefined) {
    print(HELP)
    return 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new Usage(`There is no command "${name}".`)
  if (words.length < command.words[0] || words.length > command.words[1]) {
    throw new Usage(
      `"rowhand ${name}" takes ${command.words.join(' to ').replace(/^(\d) to \1$/, '$1')} words, not ${words.length}.`,
    )
  }
  const settings = readSettings(process.env, process.env.INIT_CWD ?? process.cwd())
  if (typeof settings === 'string') throw new Usage(settings)
  const shown = await command.run(createClient(settings), words, values)
  if (values.json) print(JSON.stringify(shown.json, null, 2))
  else for (const line of shown.lines) print(line)
  return shown.ok ? 0 : 1
}

main(process.argv.slice(2)).then(
  code => {
    process.exitCode = code
  },
  (error: unknown) => {
    const isUsage = error instanceof Usage
    const message = error instanceof Error ? error.message : String(error)
    const request = error instanceof RowhandError && error.requestId ? ` (request ${error.requestId})` : ''
    process.stderr.write(`rowhand: ${message}${request}\n${isUsage ? '\n"rowhand --help" says more.\n' : ''}`)
    process.exitCode = isUsage ? 2 : 1
  },
)
