/** A call that needs the person's word, from the question to the call made once. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Permission } from '../../../contract/index.ts'
import { createTools } from '../../../service/tools/index.ts'
import { onBothDatabases } from '../turns/databases.ts'
import { type Harness, toolCalls, viewOf } from '../turns/harness.ts'
import { promptOf, type Script, says } from '../turns/scripted.ts'
import { type Paper, paper, paperSheets } from './paper.ts'
import { shop } from './shop.ts'

const DELETE = { name: 'edit_structure', args: { action: 'delete_tab', tab: 'Budget' } }
const EFFECT = 'Delete the tab Budget: 39 cells, 2 charts; 2 formulas elsewhere depend on it'

let sheet: Paper = paper(shop())
const fresh = () => {
  sheet = paper(shop())
}
const deleted = () => sheet.sent.requests.filter(request => request.deleteSheet).length

async function listed(harness: Harness, agentId: string): Promise<Permission[]> {
  const list = await harness.agents.permissions(harness.caller.userId, agentId)
  if (list.state === 'refused') throw new Error(list.code)
  return list.permissions
}

const decide = (harness: Harness, agentId: string, permissionId: string, decision: 'allow' | 'deny') =>
  harness.agents.decide(harness.caller, { agentId, permissionId }, { decision })

/** Obeys at once, and says what it was told. */
const obeys: Script = step => (step === 0 ? says('', [DELETE]) : says('All done.'))

async function ask(harness: Harness, script: Script = obeys) {
  fresh()
  const { agent } = await harness.start(script)
  const idle = await harness.idle(agent.id)
  const [permission] = await listed(harness, agent.id)
  return { agentId: agent.id, idle, permission: permission! }
}

onBothDatabases(
  'a permission',
  harness => {
    it('is asked for where the message does not ask for the call, which is not made', async () => {
      const { idle, permission } = await ask(harness())
      expect(deleted()).toBe(0)
      expect(permission).toMatchObject({
        tool: 'edit_structure',
        kind: 'destroy',
        effect: EFFECT,
        details: ['Summary!B2 would become an error', 'Summary!B3 would become an error'],
        state: 'open',
        decided_at: null,
        turn_id: idle.messages[0]!.turn_id,
        tool_call_id: toolCalls(idle.messages)[0]!.tool_call_id,
      })
      expect(toolCalls(idle.messages)[0]).toMatchObject({
        status: 'failed',
        message: `Needs your permission: ${EFFECT}.`,
      })
      expect(idle).toMatchObject({ error_code: null, error_message: null })
      expect(idle.messages.at(-1)).toMatchObject({
        type: 'assistant_message',
        content: expect.stringContaining(EFFECT),
      })
    })

    it('lets exactly that call be made, once, and the turn goes on with the model', async () => {
      const seen: string[] = []
      const script: Script = (step, request) => {
        seen.push(promptOf(request.messages))
        return step === 0 ? says('', [DELETE]) : says('Now the rest.')
      }
      const { agentId, permission } = await ask(harness(), script)
      harness().world.scripts.set('<allowed-once>Allowed:', (step, request) => {
        seen.push(JSON.stringify(request.messages))
        // The model tries its luck with the same call again.
        return step === 1 ? says('', [DELETE]) : says('Done.')
      })
      const answer = await decide(harness(), agentId, permission.id, 'allow')
      if (answer.state === 'refused') throw new Error(answer.code)
      const told = JSON.parse(answer.json) as { permission: Permission; agent: { status: string } }
      expect(told.permission).toMatchObject({ state: 'granted', decided_at: expect.any(String) })
      expect(told.agent.status).toBe('active')
      const idle = await harness().idle(agentId)
      expect(deleted()).toBe(1)
      expect(idle.messages[0]).toMatchObject({ type: 'user_message', content: `Allowed: ${EFFECT}` })
      expect(toolCalls(idle.messages).map(call => call.status)).toEqual(['succeeded', 'failed'])
      const [again, first] = await listed(harness(), agentId)
      expect(first).toMatchObject({ id: permission.id, state: 'used' })
      expect(again).toMatchObject({ state: 'open' })
      // The model sees one conversation: the wish, its call, the question, the yes, the call's answer.
      expect(seen.at(-1)).toContain('<allowed-once>')
      expect(seen.at(-1)).toContain('please')
    })

    it('makes what the same step was to look at after it, and nothing that would change something', async () => {
      const calls = [
        DELETE,
        { name: 'read_range', args: { ranges: ['Orders!A1:B2'] } },
        { name: 'write_range', args: { range: 'J1', values: [['x']] } },
      ]
      const { agentId, idle, permission } = await ask(harness(), step =>
        step === 0 ? says('', calls) : says('Done.'),
      )
      expect(toolCalls(idle.messages).map(call => call.status)).toEqual(['failed', 'cancelled', 'cancelled'])
      let seen = ''
      harness().world.scripts.set('<allowed-once>Allowed:', (_, request) => {
        seen = JSON.stringify(request.messages.at(-1))
        return says('Done.')
      })
      const answer = await decide(harness(), agentId, permission.id, 'allow')
      expect(answer.state).toBe('ok')
      const after = await harness().idle(agentId)
      expect(toolCalls(after.messages).map(({ tool, status }) => [tool, status])).toEqual([
        ['edit_structure', 'succeeded'],
        ['read_range', 'succeeded'],
      ])
      expect(seen).toContain('"toolName":"read_range"')
      expect(sheet.sent.values).toEqual([])
    })

    it('is decided once, also by two clicks at the same moment', async () => {
      const { agentId, permission } = await ask(harness())
      const answers = await Promise.all(
        [1, 2, 3].map(() => decide(harness(), agentId, permission.id, 'allow')),
      )
      await harness().idle(agentId)
      expect(deleted()).toBe(1)
      const codes = answers.map(answer => (answer.state === 'refused' ? answer.code : 'ok')).sort()
      expect(codes.filter(code => code === 'ok')).toHaveLength(1)
      for (const code of codes) expect(['ok', 'AGENT_BUSY', 'PERMISSION_DECIDED']).toContain(code)
      expect(await decide(harness(), agentId, permission.id, 'deny')).toMatchObject({
        code: 'PERMISSION_DECIDED',
      })
    })

    it('that is denied is told to the next turn and never used', async () => {
      const { agentId, permission } = await ask(harness())
      const answer = await decide(harness(), agentId, permission.id, 'deny')
      expect(answer.state).toBe('ok')
      let context = ''
      await harness().start(
        (_, request) => {
          context = JSON.stringify(request.messages)
          return says('Understood.')
        },
        { agentId },
      )
      await harness().idle(agentId)
      expect(context).toContain('said no to this: Delete the tab Budget')
      expect(deleted()).toBe(0)
    })

    it('expires when the conversation goes on without it', async () => {
      const { agentId, permission } = await ask(harness())
      await harness().start(() => says('Something else.'), { agentId })
      await harness().idle(agentId)
      expect(await listed(harness(), agentId)).toMatchObject([{ id: permission.id, state: 'expired' }])
      expect(await decide(harness(), agentId, permission.id, 'allow')).toMatchObject({
        code: 'PERMISSION_DECIDED',
      })
    })

    it('is asked for again where the effect has become another one since', async () => {
      const { agentId, permission } = await ask(harness())
      const tabs = shop()
      tabs[2]!.rows.push(['2027-01', 1, 2])
      sheet = paper(tabs)
      await decide(harness(), agentId, permission.id, 'allow')
      await harness().idle(agentId)
      expect(deleted()).toBe(0)
      const [again] = await listed(harness(), agentId)
      expect(again).toMatchObject({ effect: expect.stringContaining('42 cells'), state: 'open' })
      expect(again!.details).toContain('The sheet has changed since you were asked')
    })

    it('belongs to the user who started the agent', async () => {
      const { agentId, permission } = await ask(harness())
      const stranger = { ...harness().caller, userId: randomUUID() }
      expect(await harness().agents.permissions(stranger.userId, agentId)).toMatchObject({
        code: 'AGENT_NOT_FOUND',
      })
      expect(
        await harness().agents.decide(
          stranger,
          { agentId, permissionId: permission.id },
          { decision: 'allow' },
        ),
      ).toMatchObject({ code: 'AGENT_NOT_FOUND' })
      const other = await ask(harness())
      expect(await decide(harness(), other.agentId, permission.id, 'allow')).toMatchObject({
        code: 'PERMISSION_NOT_FOUND',
      })
      expect(await decide(harness(), agentId, 'nonsense', 'allow')).toMatchObject({
        code: 'PERMISSION_NOT_FOUND',
      })
    })

    it('cannot be asked for in a turn that only plans, where nothing may be changed', async () => {
      fresh()
      // A word that is read for what it says: one by chance was at times taken for something to delete.
      const name = 'Please'
      let context = ''
      harness().world.scripts.set(name, (step, request) => {
        context = JSON.stringify(request.messages)
        return step === 0
          ? says('', [{ name: 'write_range', args: { range: 'J1', values: [['x']] } }, DELETE])
          : says('1. Write x into J1.')
      })
      const view = await harness().agents.start(harness().caller, {
        prompt: `${name} delete the tab Budget`,
        spreadsheet_id: 'sheet-123',
        mode: 'plan',
      })
      const { id } = JSON.parse(Buffer.from((view as { json: Uint8Array }).json).toString()) as { id: string }
      const idle = await harness().idle(id)
      expect(sheet.sent).toEqual({ requests: [], values: [] })
      expect(toolCalls(idle.messages).map(call => call.message)).toEqual([
        expect.stringContaining('the person wants a plan first'),
        expect.stringContaining('the person wants a plan first'),
      ])
      expect(context).toContain('This turn is for a plan only')
      expect(await listed(harness(), id)).toEqual([])
      // What the plan's own message asks for, "Do it" may do.
      harness().world.scripts.set('Do', obeys)
      viewOf(await harness().agents.start(harness().caller, { prompt: 'Do it', agent_id: id }))
      const done = await harness().idle(id)
      expect(deleted(), JSON.stringify(done.messages)).toBe(1)
    })

    it('is not needed for what the message asks for', async () => {
      fresh()
      harness().world.scripts.set('Delete', obeys)
      const view = await harness().agents.start(harness().caller, {
        prompt: 'Delete the tab Budget, please',
        spreadsheet_id: 'sheet-123',
      })
      const { id } = JSON.parse(Buffer.from((view as { json: Uint8Array }).json).toString()) as { id: string }
      await harness().idle(id)
      expect(await listed(harness(), id)).toEqual([])
      expect(deleted()).toBe(1)
    })
  },
  { sheets: paperSheets(() => sheet), tools: createTools() },
)
