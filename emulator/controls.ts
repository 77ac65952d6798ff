/**
 * /emulator/…: what a test does to the local Google from outside its process. Faults, quota, calls so far,
 * sharing. Google has none of these; they are here because the emulator listens on loopback only.
 */
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Grants } from './oauth/grants.ts'
import type { EmulatorDeps } from './parts.ts'
import type { Traffic } from './sheets/http/traffic.ts'

export interface ControlsOptions {
  deps: EmulatorDeps
  traffic: Traffic
  grants: Grants
}

const fault = z.strictObject({
  match: z.string().default(''),
  status: z.union([z.int().min(200).max(599), z.literal('drop')]).optional(),
  message: z.string().optional(),
  times: z.int().min(1).optional(),
  delayMs: z.number().min(0).max(600_000).optional(),
  afterwards: z.boolean().optional(),
})
const quota = z.strictObject({ perMinute: z.number().min(0).nullish() })
const share = z.strictObject({
  spreadsheetId: z.string(),
  email: z.string(),
  role: z.enum(['writer', 'reader', 'none']).default('none'),
})
const revoke = z.strictObject({ email: z.string() })

type Outcome = { answer: object } | { wrong: string }

interface Action {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** Answers, or says what is wrong with the body. */
  run(body: unknown): Outcome
}

export function emulatorRoutes(options: ControlsOptions): Hono {
  const app = new Hono()
  const all = actions(options)
  for (const { method, path, run } of all)
    app.on(method, path, async c => {
      const body = await readBody(c)
      const result = body === undefined ? { wrong: 'The body must be a JSON object.' } : run(body)
      return 'wrong' in result ? c.json({ error: result.wrong }, 400) : c.json(result.answer)
    })
  app.all('/emulator/*', c => {
    const names = all.map(({ method, path }) => `${method} ${path}`).join(', ')
    return c.json({ error: `The emulator has no ${c.req.method} ${c.req.path}. It has: ${names}.` }, 404)
  })
  return app
}

async function readBody(c: Context): Promise<unknown> {
  const text = await c.req.text()
  if (text === '') return {}
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : undefined
  } catch {
    return undefined
  }
}

function actions({ deps, traffic, grants }: ControlsOptions): Action[] {
  const plain = (run: () => object) => () => ({ answer: run() })
  const done = (run: () => void) => () => {
    run()
    return { answer: {} }
  }
  return [
    {
      method: 'POST',
      path: '/emulator/faults',
      run: taking(fault, given => {
        traffic.addFault(withoutUndefined(given))
        return { answer: {} }
      }),
    },
    { method: 'DELETE', path: '/emulator/faults', run: done(() => traffic.clearFaults()) },
    {
      method: 'PUT',
      path: '/emulator/quota',
      run: taking(quota, ({ perMinute }) => {
        traffic.setQuota(perMinute ?? undefined)
        return { answer: {} }
      }),
    },
    {
      method: 'GET',
      path: '/emulator/calls',
      run: plain(() => ({ ...traffic.counts, calls: traffic.calls })),
    },
    { method: 'DELETE', path: '/emulator/calls', run: done(() => traffic.forgetCalls()) },
    {
      method: 'POST',
      path: '/emulator/share',
      run: taking(share, ({ spreadsheetId, email, role }) => {
        if (!deps.library.has(spreadsheetId)) return { wrong: `There is no spreadsheet ${spreadsheetId}.` }
        deps.library.share(spreadsheetId, email, role === 'none' ? undefined : role)
        return { answer: {} }
      }),
    },
    {
      method: 'POST',
      path: '/emulator/revoke',
      run: taking(revoke, ({ email }) => ({ answer: { revoked: grants.revokeAll(email) } })),
    },
    { method: 'GET', path: '/emulator/users', run: plain(() => ({ users: deps.users })) },
  ]
}

/** An action with a body: parsed once, here. */
function taking<T>(schema: z.ZodType<T>, run: (given: T) => Outcome): Action['run'] {
  return body => {
    const parsed = schema.safeParse(body)
    return parsed.success ? run(parsed.data) : { wrong: z.prettifyError(parsed.error) }
  }
}

/** What was not said is absent, not undefined. */
function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const said = Object.entries(value).filter(([, it]) => it !== undefined)
  return Object.fromEntries(said) as { [K in keyof T]: Exclude<T[K], undefined> }
}
