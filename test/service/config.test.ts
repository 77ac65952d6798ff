import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../service/config.ts'

/** Answers the sentence. */
function refuses(env: Record<string, string>, words: string): string {
  try {
    readConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    const { message } = error as Error
    expect(message).toContain(words)
    expect(message.split('\n')).toHaveLength(1)
    return message
  }
  throw new Error(`${JSON.stringify(env)} was taken`)
}

describe('the settings', () => {
  it('are complete without any environment', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8787,
      publicUrl: 'http://127.0.0.1:8787',
      dataDir: '.rowhand',
      databaseUrl: undefined,
      allowPrivateAddresses: false,
      limits: { requestsPerMinute: 500, activeAgents: 100, steps: 60, turnMinutes: 30, bodyBytes: 1_048_576 },
    })
  })

  it('take addresses with or without a slash at the end', () => {
    expect(readConfig({ PUBLIC_URL: 'https://rowhand.example/' }).publicUrl).toBe('https://rowhand.example')
  })

  it('treat empty values as not set', () => {
    expect(readConfig({ PORT: ' ', DATABASE_URL: '' })).toMatchObject({ port: 8787, databaseUrl: undefined })
  })

  it.each([
    [{ PORT: 'x' }, 'PORT is "x": set it to a whole number from 0 to 65535'],
    [{ PORT: '70000' }, 'PORT is "70000"'],
    [{ ROWHAND_MAX_STEPS: '0' }, 'ROWHAND_MAX_STEPS is "0"'],
    [{ PUBLIC_URL: 'rowhand.example' }, 'PUBLIC_URL is not an address'],
    [{ OPENAI_COMPATIBLE_BASE_URL: 'http://localhost:11434' }, 'OPENAI_COMPATIBLE_MODELS'],
    [{ OPENAI_COMPATIBLE_MODELS: 'qwen3' }, 'OPENAI_COMPATIBLE_BASE_URL is not set'],
    [{ ROWHAND_MODEL_TIMEOUT_SECONDS: 'a while' }, 'ROWHAND_MODEL_TIMEOUT_SECONDS is "a while"'],
    [{ ROWHAND_MODEL_TIMEOUT_SECONDS: '-1' }, 'more than 0'],
    [{ ROWHAND_ALLOW_PRIVATE_ADDRESSES: 'true' }, 'ROWHAND_ALLOW_PRIVATE_ADDRESSES is "true": set it to 1'],
    [{ GOOGLE_CLIENT_ID: 'x' }, 'GOOGLE_CLIENT_SECRET is not: set both'],
    [{ GOOGLE_CLIENT_SECRET: 'x' }, 'GOOGLE_CLIENT_ID is not: set both'],
    [{ ROWHAND_KEEP_CHANGES_DAYS: 'ever' }, 'ROWHAND_KEEP_CHANGES_DAYS is "ever"'],
    [{ ROWHAND_SIGNIN: 'example.com' }, 'ROWHAND_SIGNIN is no setting: write ROWHAND_SIGN_IN'],
    [{ ROWHAND_MAX_STEP: '9' }, 'write ROWHAND_MAX_STEPS'],
  ])('refuse %o in one sentence', (env, words) => {
    refuses(env, words)
  })

  it('pass over names that are nobody’s slip, and slips that are set to nothing', () => {
    const others = { ROWHAND_URL: 'x', ROWHAND_API_KEY: 'y', ROWHAND_DEMO: '{}', ROWHAND_SIGNIN: ' ' }
    expect(readConfig(others)).toEqual(readConfig({}))
  })

  it('take lists with commas, spaces and line ends between, in any case', () => {
    const config = readConfig({
      ROWHAND_SIGN_IN: ' Example.com,\n kim@example.org ,bücher.example,',
      ROWHAND_OPERATORS: 'Kim@example.org  lee@sub.example.com',
      ROWHAND_OTHER_SECRETS: `${'a'.repeat(32)}  ${'B'.repeat(40)}`,
      OPENAI_COMPATIBLE_BASE_URL: 'http://localhost:11434',
      OPENAI_COMPATIBLE_MODELS: 'qwen3:32b, llama ,',
    })
    expect(config).toMatchObject({
      signIn: ['example.com', 'kim@example.org', 'bücher.example'],
      operators: ['kim@example.org', 'lee@sub.example.com'],
      otherSecrets: ['a'.repeat(32), 'B'.repeat(40)],
      models: { compatible: { models: ['qwen3:32b', 'llama'] } },
    })
  })

  const compatible = { OPENAI_COMPATIBLE_BASE_URL: 'http://localhost:1' }
  const lists: [name: string, wrong: string[], words: string, more?: Record<string, string>][] = [
    [
      'ROWHAND_SIGN_IN',
      [
        'everyone',
        '@example.com',
        'https://example.com',
        'example.com/team',
        '*.example.com',
        'kim@',
        'a@b@c.de',
      ],
      'write domains and email addresses, separated by spaces',
    ],
    [
      'ROWHAND_OPERATORS',
      [
        'kim',
        'example.com',
        '@example.com',
        'kim@localhost',
        'kim@example.org;lee@example.org',
        '<kim@example.org>',
      ],
      'write email addresses, separated by spaces',
    ],
    ['OPENAI_COMPATIBLE_MODELS', ['qwen3 llama', 'a\tb'], 'write names, separated by commas', compatible],
  ]
  it.each(
    lists.flatMap(([name, wrong, words, more]) => wrong.map(word => [name, word, words, more] as const)),
  )('refuse %s with "%s" in it, and name what is wrong', (name, word, words, more) => {
    const right = name === 'OPENAI_COMPATIBLE_MODELS' ? 'mistral,' : 'lee@example.com '
    refuses({ ...more, [name]: right + word }, `${name} holds "${word}": ${words}`)
  })

  it('refuse a model that is named twice', () => {
    refuses({ ...compatible, OPENAI_COMPATIBLE_MODELS: 'a,b,a' }, 'names "a" twice')
  })

  it('refuse other secrets that are too short, and never repeat one', () => {
    const env = { ROWHAND_OTHER_SECRETS: `${'a'.repeat(32)} hunter2` }
    const message = refuses(env, 'ROWHAND_OTHER_SECRETS holds a secret that is too short')
    expect(message).not.toContain('hunter2')
  })

  it('do not repeat a database address, which holds a password', () => {
    try {
      readConfig({ DATABASE_URL: 'mysql://user:hunter2@host/db' })
      expect.unreachable()
    } catch (error) {
      expect((error as Error).message).toContain('DATABASE_URL is not an address')
      expect((error as Error).message).not.toContain('hunter2')
    }
  })
})
