/**
 * Leaving for Google and coming back, to sign in or to connect spreadsheets. Both start with a link: they
 * change nothing here until Google sends the person back with an answer that only this browser can use, within
 * TRIP_MINUTES.
 */
import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { connectGoogle } from '../accounts/connections.ts'
import { createSession, endSession } from '../accounts/sessions.ts'
import { maySignIn, signIn } from '../accounts/sign-in.ts'
import type { Cookies } from './cookies.ts'
import type { DashboardDeps, DashboardEnv } from './deps.ts'
import { createGoogle, type Google, type Purpose, SPREADSHEETS_SCOPE } from './google.ts'
import { withNotice } from './notices.ts'
import { ACCOUNT, CONNECT_GOOGLE, GOOGLE_CALLBACK, HOME, spacePath } from './paths.ts'
import { type Respond, safeNext } from './respond.ts'
import { type GoogleTrouble, googleTrouble } from './views/errors.ts'

const TRIP_MINUTES = 15
const TRIP_OWNER = 'google-trip'
export const SIGN_IN = '/dashboard/google/sign-in'

/** What the browser carries, sealed, while the person is at Google. */
const tripSchema = z.strictObject({
  purpose: z.enum(['sign-in', 'connect']),
  /** Who is connecting; null for a sign-in. */
  userId: z.string().nullable(),
  next: z.string().nullable(),
  departure: z.strictObject({ state: z.string(), nonce: z.string(), verifier: z.string() }),
  endsAtMs: z.number(),
})
type Trip = z.infer<typeof tripSchema>

interface Parts {
  deps: DashboardDeps
  respond: Respond
  cookies: Cookies
  /** Null where the service was given no Google client. */
  google: Google | null
}

export function openGoogle(deps: Pick<DashboardDeps, 'google' | 'publicUrl'>): Google | null {
  const { issuer, clientId, clientSecret } = deps.google
  if (!clientId) return null
  return createGoogle({ issuer, clientId, clientSecret, redirectUri: `${deps.publicUrl}${GOOGLE_CALLBACK}` })
}

export function googleRoutes(app: Hono<DashboardEnv>, parts: Parts): void {
  app.get('/google/sign-in', context => leave(context, parts, 'sign-in'))
  app.get('/google/connect', context => {
    if (!context.var.visitor) return parts.respond.redirect(context, HOME)
    return leave(context, parts, 'connect')
  })
  app.get('/google/callback', context => comeBack(context, parts))
}

async function leave(
  context: Context<DashboardEnv>,
  { deps, respond, cookies, google }: Parts,
  purpose: Purpose,
): Promise<Response> {
  if (!google) return respond.page(context, googleTrouble('not_set_up', null))
  const session = context.var.visitor?.session
  const result = await google.depart(purpose, purpose === 'connect' ? session?.email : undefined)
  if (result.state === 'refused') {
    return respond.page(context, googleTrouble(result.why, purpose === 'connect' ? CONNECT_GOOGLE : SIGN_IN))
  }
  const endsAt = new Date(deps.now().getTime() + TRIP_MINUTES * 60_000)
  const trip: Trip = {
    purpose,
    userId: purpose === 'connect' ? (session?.userId ?? null) : null,
    next: safeNext(context.req.query('next')),
    departure: result.departure,
    endsAtMs: endsAt.getTime(),
  }
  cookies.write(context, 'google', deps.sealing.seal(JSON.stringify(trip), TRIP_OWNER), endsAt)
  return respond.redirect(context, result.url)
}

function readTrip(context: Context<DashboardEnv>, { deps, cookies }: Parts): Trip | null {
  const sealed = cookies.read(context, 'google')
  if (!sealed) return null
  try {
    const trip = tripSchema.parse(JSON.parse(deps.sealing.open(sealed, TRIP_OWNER)))
    return trip.endsAtMs > deps.now().getTime() ? trip : null
  } catch {
    return null
  }
}

async function comeBack(context: Context<DashboardEnv>, parts: Parts): Promise<Response> {
  const { respond, cookies, google } = parts
  const trip = readTrip(context, parts)
  cookies.clear(context, 'google')
  const again = trip?.purpose === 'connect' ? CONNECT_GOOGLE : SIGN_IN
  const trouble = (why: GoogleTrouble) => respond.page(context, googleTrouble(why, again))
  if (!google) return respond.page(context, googleTrouble('not_set_up', null))
  if (!trip) return trouble('unusable')

  const arrival = await google.arrive(new URL(context.req.url).search, trip.departure)
  if (arrival.state === 'refused') return trouble(arrival.why)
  if (trip.purpose === 'sign-in') {
    const why = await enter(context, parts, trip, arrival)
    return typeof why === 'string' ? trouble(why) : why
  }
  const session = context.var.visitor?.session
  // Signed out or in as someone else meanwhile: the grant is not for whoever is there now.
  if (!session || session.userId !== trip.userId) return trouble('unusable')
  if (!arrival.scopes.split(' ').includes(SPREADSHEETS_SCOPE)) return trouble('no_spreadsheets')
  if (!arrival.refreshToken) return trouble('no_refresh_token')
  const grant = { userId: session.userId, refreshToken: arrival.refreshToken, email: arrival.email }
  await connectGoogle(parts.deps.db, parts.deps.sealing, { ...grant, scopes: arrival.scopes })
  return respond.redirect(context, withNotice(trip.next ?? ACCOUNT, 'connected'))
}

/** A new session at every sign-in: an id that someone planted before is worth nothing after. */
async function enter(
  context: Context<DashboardEnv>,
  { deps, respond, cookies }: Parts,
  trip: Trip,
  person: { sub: string; email: string },
): Promise<Response | GoogleTrouble> {
  if (!maySignIn(deps.signIn, person.email)) return 'not_invited'
  const result = await signIn(deps, person)
  if (result.state !== 'ok') return result.state
  const before = cookies.read(context, 'session')
  if (before) await endSession(deps.db, before)
  const session = await createSession(deps.db, {
    userId: result.userId,
    spaceId: result.spaceId,
    now: deps.now(),
  })
  cookies.write(context, 'session', session.id, session.expiresAt)
  return respond.redirect(context, trip.next ?? spacePath(result.spaceId))
}
