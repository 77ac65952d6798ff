/** Command line and MCP server against what `npm start` starts, with the key that it wrote down. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { beforeAll, expect, it } from 'vitest'
import { readRange } from '../support/client.ts'
import { bareEnvironment } from '../support/environment.ts'
import { type Demo, sharedLocal } from '../support/local.ts'

const SOURCE = join(import.meta.dirname, '../../clients/typescript/src')
const run = promisify(execFile)

let demo: Demo
let env: Record<string, string>
beforeAll(async () => {
  demo = (await sharedLocal()).demo
  env = { ...bareEnvironment(), ROWHAND_URL: demo.service_url, ROWHAND_API_KEY: demo.api_key }
})

const customers = async () => (await readRange(demo, 'Orders!D2:D121')).map(([name]) => String(name))

it('the command line works in the demo sheet of a started product, and takes it back', async () => {
  const rowhand = (...argv: string[]) => run(process.execPath, [join(SOURCE, 'cli.ts'), ...argv], { env })
  const before = await customers()
  const asked = await rowhand('ask', demo.spreadsheet_url, 'Make Customer upper case', '--json')
  const agent = JSON.parse(asked.stdout) as { id: string; status: string; number_of_turns: number }
  expect(agent).toMatchObject({ status: 'idle', number_of_turns: 1 })
  expect(await customers()).toEqual(before.map(name => name.toUpperCase()))
  await rowhand('undo', agent.id)
  expect(await customers()).toEqual(before)
})

it('the MCP server works in the demo sheet of a started product, and takes it back', async () => {
  const mcp = new Client({ name: 'test', version: '1' })
  await mcp.connect(
    new StdioClientTransport({ command: process.execPath, args: [join(SOURCE, 'mcp.ts')], env }),
  )
  const call = async (name: string, args: Record<string, unknown>) => {
    const { content, isError } = await mcp.callTool({ name, arguments: args })
    expect(isError ?? false).toBe(false)
    return (content as { text: string }[])[0]!.text
  }
  try {
    const before = await customers()
    const asked = await call('ask_spreadsheet', {
      spreadsheet: demo.spreadsheet_url,
      prompt: 'Make Customer upper case',
    })
    const agent_id = /agent_id: (\S+)/.exec(asked)![1]!
    expect(await call('list_changes', { agent_id })).toMatch(/D2/)
    expect(await customers()).not.toEqual(before)
    await call('undo_turn', { agent_id })
    expect(await customers()).toEqual(before)
  } finally {
    await mcp.close()
  }
})
