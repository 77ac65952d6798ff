/** Single calls: caching, limits, broken calls and replies, time. */
import type { ModelMessage } from 'ai'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createModels } from '../../../service/models/index.ts'
import type { Patience } from '../../../service/models/patience.ts'
import { valueIn } from '../../../service/models/value.ts'
import { configFor, type Script, scriptedProvider, type WireKind } from '../../support/providers/index.ts'

const tools = [
  { name: 'first', description: 'One.', args: z.object({ a: z.string().default('x') }) },
  { name: 'second', description: 'Two.', args: z.object({}) },
]

async function withProvider<T>(
  kind: WireKind,
  script: Script,
  work: (parts: Awaited<ReturnType<typeof open>>) => Promise<T>,
  patience: Partial<Patience> = {},
): Promise<T> {
  await using provider = await scriptedProvider(kind, script)
  return await work(await open(provider, patience))
}

async function open(provider: Awaited<ReturnType<typeof scriptedProvider>>, patience: Partial<Patience>) {
  const { config, modelId } = configFor(provider)
  const models = createModels(config, { patience: { sleep: async () => {}, random: () => 0, ...patience } })
  const signal = new AbortController().signal
  const step = (messages: ModelMessage[] = [{ role: 'user', content: 'Hi' }]) =>
    models.step({ modelId: modelId('agent'), instructions: 'Rules.', messages, tools, signal })
  const value = (prompt: string) => models.value({ modelId: modelId('bulk'), prompt, signal })
  return { provider, step, value, models, modelId }
}

describe('a step', () => {
  test('marks tools, instructions and the last message for the cache of Anthropic', async () => {
    await withProvider('anthropic', [{ text: 'ok' }], async ({ provider, step }) => {
      const messages: ModelMessage[] = [
        { role: 'user', content: 'One' },
        { role: 'assistant', content: 'Two' },
        { role: 'user', content: 'Three' },
      ]
      await step(messages)
      const body = provider.requests[0]!.body as {
        system: { cache_control?: unknown }[]
        tools: { name: string; cache_control?: unknown }[]
        messages: { content: { cache_control?: unknown }[] }[]
      }
      const mark = { type: 'ephemeral' }
      expect(body.system[0]!.cache_control).toEqual(mark)
      expect(body.tools.map(tool => tool.cache_control)).toEqual([undefined, mark])
      expect(body.messages.map(({ content }) => content.at(-1)!.cache_control)).toEqual([
        undefined,
        undefined,
        mark,
      ])
      expect(messages[2]).not.toHaveProperty('providerOptions')
    })
  })

  test('keeps nothing at OpenAI', async () => {
    await withProvider('openai-responses', [{ text: 'ok' }], async ({ provider, step }) => {
      await step()
      expect(provider.requests[0]!.body.store).toBe(false)
    })
  })

  test('hands arguments on as the model wrote them, and mends JSON within JSON', async () => {
    const script: Script = [
      {
        calls: [
          { name: 'first', args: {} },
          { name: 'first', args: null, rawArgs: '"{\\"a\\":\\"y\\"}"' },
        ],
      },
    ]
    await withProvider('openai-chat', script, async ({ step }) => {
      const answer = await step()
      expect(answer.state === 'ok' && answer.calls.map(({ args, invalid }) => ({ args, invalid }))).toEqual([
        { args: {}, invalid: undefined },
        { args: { a: 'y' }, invalid: undefined },
      ])
    })
  })

  test.each([
    ['arguments that are not JSON', {}, 'not valid JSON'],
    ['arguments that were cut off', { finish: 'length' as const }, 'cut off at the limit'],
  ])('%s come back as an invalid call with what to do', async (_name, extra, words) => {
    const script: Script = [{ calls: [{ name: 'first', args: null, rawArgs: '{"a": "half' }], ...extra }]
    await withProvider('openai-chat', script, async ({ step }) => {
      const answer = await step()
      expect(answer.state === 'ok' && answer.calls[0]?.invalid).toContain(words)
      // What goes back to the provider must be valid for it.
      expect(JSON.stringify(answer.state === 'ok' && answer.messages)).toContain('"input":{}')
    })
  })

  test('an answer cut off at the limit says so; one with nothing in it fails', async () => {
    await withProvider(
      'openai-chat',
      [
        { text: 'The first half', finish: 'length' },
        { text: '', finish: 'length' },
      ],
      async ({ step }) => {
        expect(await step()).toMatchObject({
          state: 'ok',
          text: expect.stringContaining('cut off') as string,
        })
        expect(await step()).toMatchObject({ state: 'failed', params: { reason: 'truncated' } })
      },
    )
  })

  test('two empty answers are a failure, and both are paid', async () => {
    const usage = { input: 10, output: 2 }
    await withProvider(
      'openai-chat',
      () => ({ fault: 'empty', usage }),
      async ({ step, provider }) => {
        expect(await step()).toMatchObject({
          state: 'failed',
          code: 'MODEL_ERROR',
          params: { reason: 'empty_answer' },
          usage: { inputTokens: 20, outputTokens: 4 },
        })
        expect(provider.requests).toHaveLength(2)
      },
    )
  })

  test('a model that does not answer in time ends as MODEL_TIMEOUT', async () => {
    await withProvider(
      'openai-chat',
      [{ fault: 'hang' }],
      async ({ step }) => {
        expect(await step()).toMatchObject({
          state: 'failed',
          code: 'MODEL_TIMEOUT',
          params: { reason: 'timeout' },
        })
      },
      { budgetMs: 50 },
    )
  })

  test('a server that asks to wait longer than there is time is not waited for', async () => {
    const fault = { status: 429, retryAfterSeconds: 3600 }
    await withProvider('openai-chat', [{ fault }], async ({ step, provider }) => {
      expect(await step()).toMatchObject({
        state: 'failed',
        params: { reason: 'rate_limited', attempts: 1, retry_after_seconds: 3600 },
      })
      expect(provider.requests).toHaveLength(1)
    })
  })

  test('messages of a step survive JSON and go back to the provider', async () => {
    const script: Script = [{ text: 'Look', calls: [{ name: 'second', args: {} }] }, { text: 'Done' }]
    await withProvider('gemini', script, async ({ step, provider }) => {
      const first = await step()
      if (first.state !== 'ok') throw new Error(first.message)
      const stored = JSON.parse(JSON.stringify(first.messages)) as ModelMessage[]
      expect(stored).toEqual(first.messages)
      const output = { type: 'error-text' as const, value: 'It failed.' }
      const result: ModelMessage = {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: first.calls[0]!.id, toolName: 'second', output }],
      }
      expect(await step([{ role: 'user', content: 'Hi' }, ...stored, result])).toMatchObject({ text: 'Done' })
      expect(provider.requests[1]!.toolResults[0]!.output).toContain('It failed.')
    })
  })

  test('what a call costs is its tokens at the price of the catalogue', async () => {
    await withProvider(
      'anthropic',
      [{ text: 'ok', usage: { input: 1000, cached: 500, output: 100 } }],
      async ({ step }) => {
        expect(await step()).toMatchObject({ costNanoDollars: 1000n * 3000n + 500n * 300n + 100n * 15_000n })
      },
    )
  })
})

describe('a value', () => {
  test.each([
    ['{"value":"blue"}', 'blue'],
    ['```json\n{"value": "blue"}\n```', 'blue'],
    ['Sure, here it is: {"value": "blue"}', 'blue'],
    ['{"value": 42}', '42'],
    ['{"value": ""}', ''],
    ['"blue"', 'blue'],
    [' blue ', 'blue'],
    ['He said "no" and "yes"', 'He said "no" and "yes"'],
  ])('%j is the cell %j', (reply, cell) => {
    expect(valueIn(reply)).toBe(cell)
  })

  test('a refusal, an empty reply and a rejected key each fail the row in words', async () => {
    const script: Script = [
      { fault: 'refusal' },
      { fault: 'empty' },
      { fault: 'empty' },
      { fault: { status: 401 } },
    ]
    await withProvider('openai-chat', script, async ({ value }) => {
      expect(await value('a')).toMatchObject({
        state: 'failed',
        message: expect.stringContaining('refused') as string,
      })
      expect(await value('b')).toMatchObject({
        state: 'failed',
        message: expect.stringContaining('answered nothing') as string,
      })
      expect(await value('c')).toMatchObject({
        state: 'failed',
        message: expect.stringContaining('rejected this service') as string,
      })
    })
  })

  test('a hundred rows at once are a hundred requests at once', async () => {
    const { promise: once, resolve: answerAll } = Promise.withResolvers<void>()
    await withProvider(
      'openai-chat',
      (_, index) => {
        if (index === 99) answerAll()
        return { text: '{"value":"x"}', once }
      },
      async ({ value, provider }) => {
        const results = await Promise.all(Array.from({ length: 100 }, (_, row) => value(`row ${row}`)))
        expect(results.every(({ state }) => state === 'ok')).toBe(true)
        expect(provider.load.peak).toBe(100)
      },
    )
  })
})

describe('the offline planner as a model of rows', () => {
  const models = createModels({})
  const value = (prompt: string, modelId = 'managed:bulk:offline/planner') =>
    models.value({ modelId, prompt, signal: new AbortController().signal })

  test.each([
    ['Uppercase: berlin', 'BERLIN'],
    ['Make "Berlin" lower case', 'berlin'],
    ['Convert New York to uppercase', 'NEW YORK'],
    ['lowercase of ADA@EXAMPLE.COM', 'ada@example.com'],
    ['Trim:   a   b ', 'a b'],
    ['Extract the email from: write to ada@example.com today', 'ada@example.com'],
    ['Email domain: ada@mail.example.com', 'mail.example.com'],
    ['Extract the number from: Total 1,250.50 EUR', '1250.50'],
    ['Length: four', '4'],
    ['First word: Ada Lovelace', 'Ada'],
    ['Initials: Ada King Lovelace', 'AKL'],
    ['Classify the sentiment: I love it, great shoes', 'positive'],
    ['Sentiment of: not good, arrived broken', 'negative'],
    ['positive, negative or neutral: it is a chair', 'neutral'],
  ])('“%s” is %j', async (prompt, expected) => {
    const result = await value(prompt)
    expect(result).toMatchObject({ state: 'ok', value: expected, costNanoDollars: 0n })
  })

  test.each(['Translate to German: house', 'Write a slogan for: shoes', 'What is the capital of France?'])(
    '“%s” fails the row and says that a language model is needed',
    async prompt => {
      expect(await value(prompt)).toMatchObject({
        state: 'failed',
        message: expect.stringContaining('needs a language model') as string,
      })
    },
  )

  test('it cannot search', async () => {
    expect(await value('Find the CEO of Acme', 'managed:search:offline/planner')).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('Searching the web') as string,
    })
  })
})
