/** The ways to Google and back, as a browser goes them. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { openDashboard, type TestDashboard, Visit } from './harness.ts'
import { type Answer, startTinyGoogle, type TinyGoogle } from './tiny-google.ts'

export const cookieIn = (answer: Response, name: string) =>
  answer.headers
    .getSetCookie()
    .find(cookie => cookie.startsWith(`${name}=`))
    ?.split(';')[0] ?? ''

export const person = () => ({ sub: randomUUID(), email: `${randomUUID()}@example.com` })

export interface Trip {
  /** Where Google was asked to send the person back to. */
  params: URLSearchParams
  tripCookie: string
}

/** A dashboard that sends people to a Google of its own, and the ways there and back. */
export function useTrips() {
  let google: TinyGoogle
  let dashboard: TestDashboard
  beforeAll(async () => {
    google = await startTinyGoogle()
    dashboard = await openDashboard({
      google: { issuer: google.url, clientId: 'client', clientSecret: 'secret' },
    })
  })
  beforeEach(() => {
    google.state.answer = {}
    google.state.down = false
  })
  afterAll(() => Promise.all([dashboard.close(), google.close()]))

  async function leave(path: string, cookie = ''): Promise<Trip> {
    const answer = await dashboard.fetchApp(path, { headers: { cookie } })
    expect(answer.status).toBe(303)
    return {
      params: new URL(answer.headers.get('location')!).searchParams,
      tripCookie: cookieIn(answer, 'rowhand_google'),
    }
  }

  async function comeBack(
    trip: Trip,
    given: Partial<Answer> & { state?: string; query?: string } = {},
    cookie = '',
  ) {
    const { state, query, ...answer } = given
    google.state.answer = { nonce: trip.params.get('nonce') ?? '', ...answer }
    const search = query ?? `code=a-code&state=${encodeURIComponent(state ?? trip.params.get('state')!)}`
    return dashboard.fetchApp(`/dashboard/google/callback?${search}`, {
      headers: { cookie: [trip.tripCookie, cookie].filter(Boolean).join('; ') },
    })
  }

  async function signIn(who: { sub: string; email: string }) {
    const answer = await comeBack(await leave('/dashboard/google/sign-in'), who)
    const cookie = cookieIn(answer, 'rowhand_session')
    return { answer, cookie, visit: new Visit(dashboard.fetchApp, cookie) }
  }

  return {
    get google() {
      return google
    },
    get dashboard() {
      return dashboard
    },
    leave,
    comeBack,
    signIn,
  }
}
