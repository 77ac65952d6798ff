/** The dashboard in this process on a fresh database, and people who are signed in to it. */
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { createKey } from '../../../service/accounts/keys.ts'
import { createSealing } from '../../../service/accounts/sealing.ts'
import { createSession } from '../../../service/accounts/sessions.ts'
import { createSpace, ensureUser, type Role, setMember } from '../../../service/accounts/spaces.ts'
import { type DashboardDeps, dashboardRoutes } from '../../../service/dashboard/index.ts'
import { silentLog } from '../../../service/log.ts'
import type { CatalogueModel } from '../../../service/models/types.ts'
import { freshDatabase } from '../../support/database.ts'

const model = (id: string, label: string, category: CatalogueModel['category']): CatalogueModel => ({
  id,
  label,
  provider: 'test',
  category,
  contextTokens: 100_000,
  takesPictures: false,
  price: { inputPerMillion: 0n, cachedInputPerMillion: 0n, outputPerMillion: 0n, perSearch: 0n },
})

export const catalogue = [
  model('managed:agent:test/quick', 'Quick', 'agent'),
  model('managed:agent:test/careful', 'Careful', 'agent'),
  model('managed:bulk:test/quick', 'Quick', 'bulk'),
  model('managed:search:test/quick', 'Quick', 'search'),
]

const models: DashboardDeps['models'] = {
  list: () => catalogue,
  defaults: () => ({
    agent_model: 'managed:agent:test/quick',
    bulk_model: 'managed:bulk:test/quick',
    bulk_search_model: 'managed:search:test/quick',
  }),
}

export type TestDashboard = Awaited<ReturnType<typeof openDashboard>>

/** On a database of its own, unless it is given one. */
export async function openDashboard(settings: Partial<DashboardDeps> = {}) {
  const database = settings.db ? undefined : await freshDatabase()
  const db = settings.db ?? database!.db
  const clock = { ms: Date.parse('2026-11-20T10:00:00Z') }
  const sealing = createSealing('a secret of the tests, long enough')
  const deps: DashboardDeps = {
    db,
    sealing,
    models,
    google: { issuer: 'http://127.0.0.1:9', clientId: 'client', clientSecret: 'secret' },
    publicUrl: 'http://127.0.0.1:8787',
    version: 'test',
    operators: [],
    signIn: [],
    now: () => new Date(clock.ms),
    newId: randomUUID,
    log: silentLog,
    onTurnEnded: async () => {},
    afterErasure: async () => {},
    ...settings,
  }
  const app = new Hono().route('/dashboard', dashboardRoutes(deps))
  const fetchApp = (path: string, init?: RequestInit, host = new URL(deps.publicUrl).host) =>
    Promise.resolve(app.fetch(new Request(`${new URL(deps.publicUrl).protocol}//${host}${path}`, init)))

  async function makeUser(email = `${randomUUID()}@example.com`) {
    return { email, userId: await ensureUser(db, { id: randomUUID(), email }) }
  }

  async function makeSpace(ownerId: string, name: string | null = 'Test space') {
    const id = randomUUID()
    await createSpace(db, { id, name, ownerId })
    return id
  }

  async function makeKey(userId: string, spaceId: string, name = 'A key') {
    const id = randomUUID()
    return { id, ...(await createKey(db, sealing, { id, userId, spaceId, name })) }
  }

  /** Signed in, without the way through Google. */
  async function visit(userId: string, spaceId: string): Promise<Visit> {
    const session = await createSession(db, { userId, spaceId, now: new Date(clock.ms) })
    const prefix = deps.publicUrl.startsWith('https:') ? '__Host-' : ''
    return new Visit(fetchApp, `${prefix}rowhand_session=${session.id}`)
  }

  /** A space with an owner and, if wanted, a member; both signed in. */
  async function makeTeam() {
    const owner = await makeUser()
    const member = await makeUser()
    const spaceId = await makeSpace(owner.userId)
    await setMember(db, spaceId, member.userId, 'member')
    return {
      spaceId,
      path: `/dashboard/s/${spaceId}`,
      owner: { ...owner, visit: await visit(owner.userId, spaceId) },
      member: { ...member, visit: await visit(member.userId, spaceId) },
    }
  }

  const roleIn = async (spaceId: string, userId: string): Promise<Role | undefined> => {
    const { rows } = await db.query<{ role: Role }>(
      'select role from members where space_id = $1 and user_id = $2',
      [spaceId, userId],
    )
    return rows[0]?.role
  }

  return {
    ...deps,
    clock,
    fetchApp,
    makeUser,
    makeSpace,
    makeKey,
    makeTeam,
    visit,
    roleIn,
    close: async () => database?.close(),
  }
}

export class Visit {
  readonly #fetch: (path: string, init?: RequestInit) => Promise<Response>
  readonly cookie: string

  constructor(fetchApp: Visit['get'], cookie: string) {
    this.#fetch = fetchApp
    this.cookie = cookie
  }

  get(path: string, init: RequestInit = {}): Promise<Response> {
    return this.#fetch(path, { ...init, headers: { cookie: this.cookie, ...init.headers } })
  }

  async text(path: string): Promise<string> {
    return (await this.get(path)).text()
  }

  /** The token that the session's forms carry. */
  async csrf(): Promise<string> {
    const page = await this.text('/dashboard/account')
    return /name="_csrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
  }

  /** Sends a form with the session's own token; fields may replace it. */
  async post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    const body = new URLSearchParams({ _csrf: await this.csrf(), ...fields })
    return this.get(path, {
      method: 'POST',
      body: body.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  }
}

/** What a page says, without its tags. */
export const plainText = (html: string) =>
  html
    .replace(/<head>[\s\S]*<\/head>/, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
