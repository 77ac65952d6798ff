/** The same turn and the same faults on each wire format that the service speaks. */
import type { ModelMessage } from 'ai'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createModels } from '../../../service/models/index.ts'
import type { ModelRequest, ModelStep, ToolDeclaration } from '../../../service/models/types.ts'
import {
  configFor,
  type Fault,
  type Script,
  scriptedProvider,
  type WireKind,
  wireKinds,
} from '../../support/providers/index.ts'

const tools: ToolDeclaration[] = [
  {
    name: 'read_range',
    description: 'Reads cells.',
    args: z.strictObject({
      ranges: z.array(z.string()).min(1),
      render: z.enum(['values', 'formulas']).default('values'),
    }),
  },
]
const SECRET = 'the salary of Ada Lovelace'
const usage = { input: 1000, cached: 200, output: 50 }

async function onWire<T>(kind: WireKind, script: Script, work: (wire: Wire) => Promise<T>): Promise<T> {
  await using provider = await scriptedProvider(kind, script)
  const { config, modelId } = configFor(provider)
  const waits: number[] = []
  const models = createModels(config, {
    patience: { sleep: async ms => void waits.push(ms), random: () => 0 },
  })
  const step = (messages: ModelMessage[], extra: Partial<ModelRequest> = {}) =>
    models.step({
      modelId: modelId('agent'),
      instructions: 'You are an agent for spreadsheets.',
      messages,
      tools,
      signal: new AbortController().signal,
      ...extra,
    })
  return await work({ provider, models, modelId, step, waits })
}
interface Wire {
  provider: Awaited<ReturnType<typeof scriptedProvider>>
  models: ReturnType<typeof createModels>
  modelId: ReturnType<typeof configFor>['modelId']
  step(messages: ModelMessage[], extra?: Partial<ModelRequest>): Promise<ModelStep>
  waits: number[]
}

const ask = (text: string): ModelMessage[] => [{ role: 'user', content: text }]
const ok = (step: ModelStep) => {
  if (step.state !== 'ok') throw new Error(step.message)
  return step
}
const failed = (step: ModelStep) => {
  if (step.state !== 'failed') throw new Error(`Expected a failure, got: ${step.text}`)
  return step
}

describe.each(wireKinds)('over %s', kind => {
  test('a turn of two steps carries the tool call out and its result back', async () => {
    const script: Script = [
      { text: 'I look first.', calls: [{ name: 'read_range', args: { ranges: ['A1:B2'] } }], usage },
      { text: 'It holds 4 cells.', usage },
    ]
    await onWire(kind, script, async ({ provider, step }) => {
      const messages = ask('How many cells?')
      const first = ok(await step(messages))
      expect(first.text).toBe('I look first.')
      expect(first.calls).toEqual([
        { id: expect.any(String), name: 'read_range', args: { ranges: ['A1:B2'] } },
      ])
      messages.push(...first.messages, {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: first.calls[0]!.id,
            toolName: 'read_range',
            output: { type: 'json', value: { values: [[1, 2]] } },
          },
        ],
      })
      const second = ok(await step(messages))
      expect(second).toMatchObject({ text: 'It holds 4 cells.', calls: [] })
      expect(first.usage).toEqual({ inputTokens: 1000, cachedInputTokens: 200, outputTokens: 50 })
      expect(provider.requests[0]).toMatchObject({
        instructions: 'You are an agent for spreadsheets.',
        texts: ['How many cells?'],
        toolNames: ['read_range'],
      })
      expect(provider.requests[1]!.texts).toEqual(['How many cells?', 'I look first.'])
      expect(provider.requests[1]!.toolResults).toHaveLength(1)
      expect(provider.requests[1]!.toolResults[0]!.output).toContain('[[1,2]]')
    })
  })

  test('a call whose arguments do not fit comes back as invalid, unanswered', async () => {
    const script: Script = [
      {
        calls: [
          { name: 'read_range', args: { ranges: 'A1' } },
          { name: 'fly', args: {} },
        ],
      },
    ]
    await onWire(kind, script, async ({ step }) => {
      const { calls, messages } = ok(await step(ask('Read')))
      expect(calls[0]!.invalid).toContain('ranges')
      expect(calls[1]!.invalid).toContain('There is no tool "fly". The tools are: read_range.')
      expect(messages.map(({ role }) => role)).toEqual(['assistant'])
    })
  })

  test('a refusal ends as MODEL_REFUSED and is paid', async () => {
    await onWire(kind, [{ fault: 'refusal' }], async ({ step }) => {
      const step1 = failed(await step(ask('Do harm')))
      expect(step1.code).toBe('MODEL_REFUSED')
      expect(step1.usage).toEqual({ inputTokens: 10, cachedInputTokens: 0, outputTokens: 1 })
    })
  })

  test.each<[string, Fault]>([
    ['429', { status: 429, retryAfterSeconds: 3 }],
    ['500', { status: 500 }],
    ['overload', { status: 529 }],
    ['a cut connection', 'reset'],
    ['a connection cut in the answer', 'reset_midway'],
    ['broken JSON', 'malformed_json'],
    ['JSON of another shape', 'wrong_shape'],
    ['an empty answer', 'empty'],
  ])('%s is asked again', async (_name, fault) => {
    await onWire(kind, [{ fault }, { text: 'Now it works.' }], async ({ step, waits, provider }) => {
      expect(ok(await step(ask('Hello'))).text).toBe('Now it works.')
      expect(provider.requests).toHaveLength(2)
      if (typeof fault === 'object') expect(waits).toEqual([fault.retryAfterSeconds ? 3000 : 500])
    })
  })

  test.each<[string, Fault, string, string]>([
    ['a full context', 'context_overflow', 'MODEL_ERROR', 'context_overflow'],
    ['a wrong key', { status: 401 }, 'MODEL_ERROR', 'unauthorized'],
    ['an unknown model', { status: 404 }, 'MODEL_ERROR', 'unknown_model'],
    ['a rejected request', { status: 400, message: SECRET }, 'MODEL_ERROR', 'bad_request'],
    ['no credit', { status: 429, code: 'insufficient_quota' }, 'MODEL_ERROR', 'quota'],
  ])('%s fails at once, in words, without the prompt', async (_name, fault, code, reason) => {
    await onWire(kind, [{ fault }], async ({ step, provider }) => {
      const failure = failed(await step(ask(SECRET)))
      expect(failure).toMatchObject({ code, params: { reason, attempts: 1 } })
      expect(JSON.stringify({ ...failure, costNanoDollars: 0 })).not.toContain(SECRET)
      expect(provider.requests).toHaveLength(1)
    })
  })

  test('a server that stays overloaded fails after four attempts', async () => {
    await onWire(
      kind,
      () => ({ fault: { status: 503 } }),
      async ({ step, waits }) => {
        expect(failed(await step(ask('Hello')))).toMatchObject({
          code: 'MODEL_ERROR',
          params: { reason: 'overloaded', status: 503, attempts: 4 },
        })
        expect(waits).toEqual([500, 1000, 2000])
      },
    )
  })

  test('a row gets the value of a structured answer', async () => {
    await onWire(kind, [{ text: '{"value":"positive"}', usage }], async ({ models, modelId, provider }) => {
      const result = await models.value({
        modelId: modelId('bulk'),
        prompt: 'Great shoes',
        instructions: 'one word: positive or negative',
        signal: new AbortController().signal,
      })
      expect(result).toMatchObject({ state: 'ok', value: 'positive' })
      expect(provider.requests[0]).toMatchObject({ wantsJson: true, texts: ['Great shoes'] })
      expect(provider.requests[0]!.instructions).toContain('one word: positive or negative')
    })
  })

  test('a server without response formats is asked in words, from then on at once', async () => {
    const script: Script = () => ({ fault: 'no_response_format', text: 'Sure! {"value": "blue"}' })
    await onWire(kind, script, async ({ models, modelId, provider }) => {
      for (const prompt of ['one', 'two']) {
        const signal = new AbortController().signal
        const result = await models.value({ modelId: modelId('bulk'), prompt, signal })
        expect(result).toMatchObject({ state: 'ok', value: 'blue' })
      }
      expect(provider.requests.map(({ wantsJson }) => wantsJson)).toEqual([true, false, false])
    })
  })

  test('an abort ends the step at once and is thrown', async () => {
    await onWire(kind, [{ fault: 'hang' }], async ({ step, provider }) => {
      const controller = new AbortController()
      const running = step(ask('Hello'), { signal: controller.signal })
      await expect.poll(() => provider.requests.length).toBe(1)
      controller.abort(new Error('stopped by the user'))
      await expect(running).rejects.toThrow('stopped by the user')
    })
  })
})
