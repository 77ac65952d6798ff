import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../service/config.ts'

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
  ])('refuse %o in one sentence', (env, words) => {
    const read = () => readConfig(env)
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(words)
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
