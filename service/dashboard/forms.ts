/** Forms as they arrive: fields of text, a token against forged requests, and what was wrong with them. */
import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import type { Sealing } from '../accounts/sealing.ts'
import type { DashboardEnv } from './deps.ts'

export const MAX_FORM_BYTES = 64 * 1024

/** Fields of a form; a field that came twice, or as a file, counts as its last text or as none. */
export class Form {
  readonly #fields: Record<string, unknown>

  constructor(fields: Record<string, unknown>) {
    this.#fields = fields
  }

  /** Trimmed, and without NULs, which the database keeps in no text; empty where the field is missing. */
  text(name: string): string {
    const value = this.#fields[name]
    return typeof value === 'string' ? value.replaceAll('\0', '').trim() : ''
  }

  values(): Record<string, string> {
    return Object.fromEntries(Object.keys(this.#fields).map(name => [name, this.text(name)]))
  }
}

/** What a form got wrong. Fields keep what the person wrote. */
export interface Problem {
  /** Which of the page's forms, as its `do` names it. */
  form: string
  /** Name of the field at fault. */
  field: string
  message: string
  values: Record<string, string>
}

export const problem = (form: Form, field: string, message: string): Problem => ({
  form: form.text('do'),
  field,
  message,
  values: form.values(),
})

/** The body of a POST, or null where it is no form of ours. */
export async function readForm(context: Context<DashboardEnv>): Promise<Form | null> {
  const type = context.req.header('content-type') ?? ''
  if (!type.startsWith('application/x-www-form-urlencoded')) return null
  try {
    return new Form(await context.req.parseBody())
  } catch {
    return null
  }
}

/** The same for all forms of a session, useless in any other. */
export const csrfToken = (sealing: Sealing, sessionIdHash: string) => sealing.sign('csrf', sessionIdHash)

export function isOurForm(context: Context, form: Form, expected: string): boolean {
  // Every current browser says where a request comes from; the token holds for the others too.
  const site = context.req.header('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  const given = Buffer.from(form.text('_csrf'))
  const wanted = Buffer.from(expected)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
