/** Which models there are: the built-in list, the operator's file, the environment. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { modelIdPattern } from '../../../contract/index.ts'
import { createModels, readModelsConfig } from '../../../service/models/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'rowhand-catalogue-'))
const path = join(folder, 'catalogue.json')
afterEach(() => rmSync(path, { force: true }))

const override = (content: unknown) => {
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return { cataloguePath: path }
}
const keys = {
  ANTHROPIC_API_KEY: 'a',
  OPENAI_API_KEY: 'o',
  GOOGLE_GENERATIVE_AI_API_KEY: 'g',
}
const ids = (env: Record<string, string>) =>
  createModels(readModelsConfig(env))
    .list()
    .map(({ id }) => id)

describe('the models that can be called', () => {
  test('without any key they are the offline planner in each category, which is the default', () => {
    const models = createModels(readModelsConfig({}))
    expect(models.list().map(({ id, label }) => [id, label])).toEqual([
      ['managed:agent:offline/planner', 'Offline planner (no language model)'],
      ['managed:bulk:offline/planner', 'Offline planner (no language model)'],
      ['managed:search:offline/planner', 'Offline planner (no language model)'],
    ])
    expect(models.defaults()).toEqual({
      agent_model: 'managed:agent:offline/planner',
      bulk_model: 'managed:bulk:offline/planner',
      bulk_search_model: 'managed:search:offline/planner',
    })
  })

  test('a provider is on when its key is there, and its first models become the defaults', () => {
    const models = createModels(readModelsConfig({ OPENAI_API_KEY: 'o' }))
    const providers = new Set(models.list().map(({ provider }) => provider))
    expect([...providers]).toEqual(['openai', 'offline'])
    expect(Object.values(models.defaults()).every(id => id.includes(':openai/'))).toBe(true)
  })

  test('each provider of the catalogue has a model of each category, under a valid id', () => {
    for (const [key, provider] of [
      ['ANTHROPIC_API_KEY', 'anthropic'],
      ['OPENAI_API_KEY', 'openai'],
      ['GOOGLE_GENERATIVE_AI_API_KEY', 'google'],
    ] as const) {
      const own = ids({ [key]: 'x' }).filter(id => id.includes(`:${provider}/`))
      expect(new Set(own.map(id => id.split(':')[1]))).toEqual(new Set(['agent', 'bulk', 'search']))
    }
    for (const id of ids(keys)) expect(id).toMatch(modelIdPattern)
  })

  test('an OpenAI-compatible server offers what the environment names, slashes and colons included', () => {
    const env = {
      OPENAI_COMPATIBLE_BASE_URL: 'http://localhost:11434',
      OPENAI_COMPATIBLE_MODELS: 'qwen3:32b, meta/llama-4',
    }
    expect(readModelsConfig(env).compatible).toEqual({
      baseUrl: 'http://localhost:11434/v1',
      models: ['qwen3:32b', 'meta/llama-4'],
    })
    expect(ids(env).filter(id => id.startsWith('managed:agent'))).toEqual([
      'managed:agent:compatible/qwen3:32b',
      'managed:agent:compatible/meta/llama-4',
      'managed:agent:offline/planner',
    ])
  })

  test.each([
    [{ OPENAI_COMPATIBLE_BASE_URL: 'http://localhost:1' }, /OPENAI_COMPATIBLE_MODELS names no model/],
    [{ ANTHROPIC_API_KEY: 'a', ANTHROPIC_BASE_URL: 'localhost' }, /ANTHROPIC_BASE_URL is not a web address/],
  ])('a wrong environment is told in a sentence', (env, message) => {
    expect(() => readModelsConfig(env)).toThrow(message)
  })
})

describe("the operator's catalogue", () => {
  const mine = {
    id: 'managed:agent:openai/gpt-6.1-sol',
    label: 'Ours',
    context_tokens: 100_000,
    price: { input: 0.075, output: 1.5, per_search: 0.01 },
  }

  test('replaces and adds models, prices in dollars per million tokens', () => {
    const models = createModels({
      ...readModelsConfig(keys),
      ...override({ models: [mine, { ...mine, id: 'managed:bulk:openai/new' }] }),
    })
    expect(models.find(mine.id)).toMatchObject({
      label: 'Ours',
      price: {
        inputPerMillion: 75_000_000n,
        cachedInputPerMillion: 75_000_000n,
        outputPerMillion: 1_500_000_000n,
        perSearch: 10_000_000n,
      },
    })
    expect(models.find('managed:bulk:openai/new')).toBeDefined()
    expect(models.find('managed:agent:openai/gpt-6.1-terra')).toBeDefined()
  })

  test('can take models away, one by one or all', () => {
    const without = createModels({
      ...readModelsConfig(keys),
      ...override({ remove: ['managed:agent:openai/gpt-6.1-terra'], models: [] }),
    })
    expect(without.find('managed:agent:openai/gpt-6.1-terra')).toBeUndefined()
    const only = createModels({ ...readModelsConfig(keys), ...override({ remove: 'all', models: [mine] }) })
    expect(
      only
        .list()
        .map(({ id }) => id)
        .filter(id => !id.includes('offline')),
    ).toEqual([mine.id])
  })

  test('gives a compatible server’s models a price and a label', () => {
    const config = readModelsConfig({
      OPENAI_COMPATIBLE_BASE_URL: 'http://localhost:1',
      OPENAI_COMPATIBLE_MODELS: 'qwen',
    })
    const models = createModels({
      ...config,
      ...override({ models: [{ ...mine, id: 'managed:agent:compatible/qwen' }] }),
    })
    expect(models.find('managed:agent:compatible/qwen')).toMatchObject({
      label: 'Ours',
      price: { perSearch: 10_000_000n },
    })
  })

  test.each([
    ['{', /can't be read as JSON/],
    [{ models: [{ ...mine, id: 'gpt' }] }, /has a mistake[\s\S]*must look like/],
    [{ models: [{ ...mine, price: { input: -1, output: 0 } }] }, /has a mistake/],
  ])('a mistake in it is told with what to do', (content, message) => {
    expect(() => createModels(override(content))).toThrow(message)
    expect(() => createModels(override(content))).toThrow(/ROWHAND_CATALOGUE/)
  })
})

process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
