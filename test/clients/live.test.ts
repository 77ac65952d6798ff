/** Client, command line and MCP server against the whole service, each by what its users use. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  answerOf,
  createClient,
  latestTurn,
  questionOf,
  RowhandError,
  readWebhook,
} from '../../clients/typescript/src/index.ts'
import { demoWorkbookData } from '../../emulator/demo/workbook.ts'
import { newBook, tabsOf } from '../contract/support/books.ts'
import { sharedWorld, type World } from '../contract/support/world.ts'
import { bareEnvironment } from '../support/environment.ts'
import { until } from '../support/until.ts'

const SOURCE = join(import.meta.dirname, '../../clients/typescript/src')

let world: World
let env: Record<string, string>
beforeAll(async () => {
  world = await sharedWorld()
  env = {
    ...bareEnvironment(),
    ROWHAND_URL: world.urls[0]!,
    ROWHAND_API_KEY: world.people.ana.apiKey,
  }
})

const clientOf = (apiKey = world.people.ana.apiKey) => createClient({ baseUrl: world.urls[0]!, apiKey })

describe('the client', () => {
  it('asks, shows what happens on the way, and answers with the end', async () => {
    const seen: string[] = []
    const agent = await clientOf().ask(
      { prompt: 'write', spreadsheet_id: world.books.ana },
      { onChange: ({ status }) => seen.push(status) },
    )
    expect(agent.status).toBe('idle')
    expect(seen[0]).toBe('active')
    expect(seen.at(-1)).toBe('idle')
    expect(answerOf(agent)).not.toBeNull()
  })

  it('pages through a whole conversation', async () => {
    const client = clientOf()
    const first = await client.ask({ prompt: 'answer', spreadsheet_id: world.books.ana })
    await client.ask({ prompt: 'answer', agent_id: first.id })
    const types: string[] = []
    for await (const entry of client.messages(first.id)) types.push(entry.type)
    expect(types).toEqual(['user_message', 'assistant_message', 'user_message', 'assistant_message'])
  })

  it('reads a webhook that was signed, and no other', async () => {
    const client = clientOf()
    const before = world.hooks.length
    await client.ask({ prompt: 'answer', spreadsheet_id: world.books.ana, webhook_url: world.hookUrl })
    const hook = await until(() => world.hooks[before])
    const signature = String(hook.headers['x-webhook-signature'])
    const secret = (await client.verify()).webhook_secret!
    expect(await readWebhook(hook.raw, signature, secret)).toMatchObject({ status: 'succeeded' })
    expect(await readWebhook(`${hook.raw} `, signature, secret)).toBeNull()
    expect(await readWebhook(hook.raw, null, secret)).toBeNull()
  })

  it("says in the service's words why it was refused", async () => {
    const refused = clientOf('sk_rowhand_00000000000000000000000000000000').verify()
    await expect(refused).rejects.toBeInstanceOf(RowhandError)
    await expect(refused).rejects.toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
  })
})

function rowhand(...argv: string[]): Promise<{ code: number | null; out: string; errors: string }> {
  const child = spawn(process.execPath, [join(SOURCE, 'cli.ts'), ...argv], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let errors = ''
  child.stdout.on('data', chunk => (out += String(chunk)))
  child.stderr.on('data', chunk => (errors += String(chunk)))
  return new Promise(done => child.once('close', code => done({ code, out, errors })))
}

describe('the command line', () => {
  it('shows a turn call by call and ends with what it cost', async () => {
    const { code, out } = await rowhand('ask', world.books.ana, 'write', '--tab', 'Orders')
    expect(code).toBe(0)
    expect(out).toMatch(/^agent [0-9a-f-]{36}\nturn {2}[0-9a-f-]{36}$/m)
    expect(out).toMatch(/✓ write range Orders J1:K1/)
    expect(out).toMatch(/Done\. Cost: \$0\.006\.$/m)
  })

  it('takes a turn back', async () => {
    const agent = await clientOf().ask({ prompt: 'write', spreadsheet_id: world.books.other })
    const { code, out } = await rowhand('undo', agent.id, latestTurn(agent))
    expect(code).toBe(0)
    expect(out.trim()).not.toBe('')
  })

  it('says how to allow what the agent asks for, and does it once', async () => {
    const book = newBook(world)
    const { out, code } = await rowhand('ask', book, 'overreach', '--tab', 'Orders')
    expect(code).toBe(0)
    const agentId = /rowhand allow ([0-9a-f-]{36})$/m.exec(out)![1]!
    expect(await tabsOf(world, book)).toContain('Budget')
    expect(await rowhand('allow', agentId)).toMatchObject({ code: 0 })
    expect(await tabsOf(world, book)).not.toContain('Budget')
    const again = await rowhand('allow', agentId)
    expect(again).toMatchObject({ code: 1, errors: expect.stringContaining('asks for nothing') })
  })

  it('says no to what the agent asks for', async () => {
    const book = newBook(world)
    const agent = await clientOf().ask({ prompt: 'overreach', spreadsheet_id: book, sheet_name: 'Orders' })
    expect(questionOf(agent)).toMatch(/^Delete the tab Budget/)
    expect(await rowhand('deny', agent.id)).toMatchObject({ code: 0 })
    expect(await clientOf().permissions(agent.id)).toMatchObject([{ state: 'denied' }])
    expect(await tabsOf(world, book)).toContain('Budget')
  })

  it('prints JSON and nothing else where it is told to', async () => {
    const { out } = await rowhand('ask', world.books.ana, 'answer', '--json')
    expect(JSON.parse(out)).toMatchObject({ status: 'idle', spreadsheet_id: world.books.ana })
  })

  it.each([
    [['fly'], 'There is no command "fly"'],
    [['ask', 'x'], '"rowhand ask" takes 2 words, not 1'],
    [['ask', 'x', 'y', '--colour'], 'colour'],
  ])('ends with 2 and says what is wrong with: rowhand %j', async (argv, words) => {
    const { code, errors } = await rowhand(...argv)
    expect(code).toBe(2)
    expect(errors).toContain(words)
  })

  it('ends with 1 where the service refuses, with the request to ask about', async () => {
    const { code, errors } = await rowhand('watch', '3b1f7a52-0c1d-4f6c-8f0a-6b8d3e9c2a10')
    expect(code).toBe(1)
    expect(errors).toMatch(/There is no agent with this id.*\(request [0-9a-f-]{36}\)/s)
  })
})

describe('the MCP server', () => {
  let mcp: Client
  beforeAll(async () => {
    mcp = new Client({ name: 'test', version: '1' })
    await mcp.connect(
      new StdioClientTransport({ command: process.execPath, args: [join(SOURCE, 'mcp.ts')], env }),
    )
  })
  afterAll(() => mcp?.close())

  const call = async (name: string, args: Record<string, unknown>) => {
    const { content, isError } = await mcp.callTool({ name, arguments: args })
    const [part] = content as { text: string }[]
    return { text: part!.text, isError: isError === true }
  }

  it('offers work, follow-up, changes and undo', async () => {
    const { tools } = await mcp.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'ask_spreadsheet',
      'follow_up',
      'list_changes',
      'undo_turn',
    ])
  })

  it('works in a sheet, shows what changed, and takes it back', async () => {
    const spreadsheet = world.emulator.library.create({
      owner: world.people.ana.email,
      data: demoWorkbookData(),
    }).id
    const asked = await call('ask_spreadsheet', {
      spreadsheet,
      prompt: 'write',
      tab: 'Orders',
    })
    expect(asked).toMatchObject({ isError: false })
    const agent_id = /agent_id: (\S+)/.exec(asked.text)![1]!
    expect((await call('list_changes', { agent_id })).text).toMatch(/Orders/)
    expect(await call('undo_turn', { agent_id })).toMatchObject({ isError: false })
    expect((await call('follow_up', { agent_id, prompt: 'answer' })).isError).toBe(false)
  })

  it('leaves what an agent asks for to the person', async () => {
    const book = newBook(world)
    const asked = await call('ask_spreadsheet', { spreadsheet: book, prompt: 'overreach', tab: 'Orders' })
    expect(asked.text).toMatch(/permission of a person.*rowhand allow [0-9a-f-]{36}/)
    expect(await tabsOf(world, book)).toContain('Budget')
  })

  it('tells the assistant what the service refuses', async () => {
    const refused = await call('ask_spreadsheet', { spreadsheet: 'x'.repeat(44), prompt: 'write' })
    expect(refused).toMatchObject({ isError: true })
    expect(refused.text).toMatch(/^SPREADSHEET_NOT_FOUND: /)
  })
})
