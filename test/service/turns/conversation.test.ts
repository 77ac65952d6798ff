import type { ModelMessage, ToolResultPart } from 'ai'
import { describe, expect, it } from 'vitest'
import type { MessageEntry } from '../../../contract/index.ts'
import {
  currentMessages,
  estimateTokens,
  type PastTurn,
  pastMessages,
  stepMessages,
} from '../../../service/turns/prompt/conversation.ts'
import { succeeded } from '../../../service/turns/record/decision.ts'
import type { StoredStep } from '../../../service/turns/record/step-store.ts'

const ids = { turn_id: '00000000-0000-4000-8000-000000000000', created_at: '2026-01-01T00:00:00.000Z' }

function step(number: number, output?: string): StoredStep {
  const toolCallId = `call_${number}`
  const messages: ModelMessage[] = [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName: 'read', input: {} }] },
  ]
  const results: ToolResultPart[] =
    output === undefined
      ? []
      : [{ type: 'tool-result', toolCallId, toolName: 'read', output: { type: 'json', value: output } }]
  return { turnNumber: 1, step: number, messages, results, decision: { next: 'end', end: succeeded } }
}

function turn(number: number, answer: string, steps: StoredStep[] = []): PastTurn {
  const entries: MessageEntry[] = [
    {
      type: 'tool_call',
      ...ids,
      tool_call_id: ids.turn_id,
      tool: 'write_range',
      status: 'succeeded',
      range: 'C2:C9',
      sheet_name: 'Leads',
    },
    { type: 'assistant_message', ...ids, message_id: ids.turn_id, content: answer },
  ]
  return { number, prompt: `prompt ${number}`, entries, steps }
}

const roles = (messages: ModelMessage[]) => messages.map(message => message.role)

describe('the conversation a model gets', () => {
  it('answers every call, also one that was cut off', () => {
    const messages = stepMessages(step(1))
    expect(roles(messages)).toEqual(['assistant', 'tool'])
    expect(messages[1]).toMatchObject({
      content: [{ type: 'tool-result', toolCallId: 'call_1', output: { type: 'error-text' } }],
    })
  })

  it('holds the last turn in full and earlier ones as told', () => {
    const messages = pastMessages(
      [
        turn(1, 'first'),
        turn(2, 'second', [
          step(0, 'cells'),
          { ...step(1, 'x'), messages: [{ role: 'assistant', content: 'second' }], results: [] },
        ]),
      ],
      10_000,
    )
    expect(roles(messages)).toEqual(['user', 'assistant', 'user', 'assistant', 'tool', 'assistant'])
    expect(messages[1]).toMatchObject({ content: '(write_range C2:C9 on Leads: succeeded)\nfirst' })
  })

  it('gives a turn that was cut short an end, so that roles alternate', () => {
    const messages = pastMessages([turn(1, 'said before it was stopped', [step(0, 'cells')])], 10_000)
    expect(roles(messages)).toEqual(['user', 'assistant', 'tool', 'assistant'])
  })

  it('stays within its budget and says how many turns it left out', () => {
    const turns = Array.from({ length: 30 }, (_, i) => turn(i + 1, 'long answer '.repeat(100)))
    const messages = pastMessages(turns, 2_000)
    expect(estimateTokens(messages)).toBeLessThan(2_100)
    const first = messages[0]
    expect(first).toMatchObject({ role: 'user', content: [{ type: 'text' }, { type: 'text' }] })
    expect(JSON.stringify(first)).toMatch(/<earlier-turns>\d+ earlier turns are left out/)
    expect(messages.at(-1)).toMatchObject({ role: 'assistant' })
  })

  it('leaves out the oldest outputs of a long turn, never the last two', () => {
    const steps = Array.from({ length: 10 }, (_, i) => step(i, `output ${i} `.repeat(200)))
    const budget = 3_000
    const messages = currentMessages(steps, budget)
    expect(messages).toHaveLength(20)
    expect(estimateTokens(messages)).toBeLessThan(budget)
    const text = JSON.stringify(messages)
    expect(text).toContain('left out to save space')
    expect(text).not.toContain('output 0 output 0')
    expect(text).toContain('output 8 output 8')
    expect(text).toContain('output 9 output 9')
  })

  it('changes what it left out rarely, so that a cached prefix stays', () => {
    const steps = Array.from({ length: 40 }, (_, i) => step(i, `output ${i} `.repeat(100)))
    let changes = 0
    let before = ''
    for (let count = 2; count <= steps.length; count++) {
      const prefix = JSON.stringify(currentMessages(steps.slice(0, count), 4_000)).slice(0, 2_000)
      if (count > 12 && prefix !== before) changes++
      before = prefix
    }
    expect(changes).toBeLessThan(3)
  })
})
