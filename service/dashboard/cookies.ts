/**
 * The dashboard's two cookies: who is signed in, and a sign-in that is on its way to Google and back. How long
 * each lasts is said by who writes it.
 */
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'

export type CookieName = 'session' | 'google'

/**
 * Over https the `__Host-` prefix keeps other hosts of the domain from setting our cookies. Lax, not
 * Strict: the way back from Google is a navigation from another site.
 */
export function createCookies(publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  const nameOf = (name: CookieName) => `${secure ? '__Host-' : ''}rowhand_${name}`
  const options: CookieOptions = { httpOnly: true, sameSite: 'Lax', path: '/', secure }
  return {
    read: (context: Context, name: CookieName) => getCookie(context, nameOf(name)),
    write: (context: Context, name: CookieName, value: string, expires: Date) =>
      setCookie(context, nameOf(name), value, { ...options, expires }),
    clear: (context: Context, name: CookieName) => deleteCookie(context, nameOf(name), options),
  }
}
export type Cookies = ReturnType<typeof createCookies>
