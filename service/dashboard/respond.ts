/** Turns a page, as a value, into a response: layout, status, headers. Redirects stay on this site. */
import type { Context } from 'hono'
import { pageHeaders } from '../http/headers.ts'
import type { DashboardEnv } from './deps.ts'
import { type Notice, noticeText } from './notices.ts'
import type { Html } from './views/html.ts'
import { layout, type Section } from './views/layout.ts'

export interface Page {
  title: string
  body: Html
  section?: Section
  status?: 200 | 403 | 404 | 413 | 422 | 500 | 502
}

/** What the audit log is told, where no notice says it. */
export interface Audited {
  action: 'key-created' | 'key-replaced' | 'secret-shown'
  keyId: string
}

/** What came of a posted form. */
export type Outcome =
  /** It was done: the browser is sent to a page that it may load again. */
  | { state: 'done'; notice: Notice; to?: string }
  /** A page in answer: the form with what was wrong, or a secret that is shown once. */
  | { state: 'page'; page: Page; audit?: Audited }
  | { state: 'download'; notice: Notice; name: string; type: string; body: AsyncGenerator<Uint8Array> }
  /** The person is no more: nothing of the session is left. */
  | { state: 'gone'; notice: Notice }
  | { state: 'not_found' }
  | { state: 'owners_only' }

export type Respond = ReturnType<typeof createRespond>

export function createRespond(publicUrl: string) {
  const https = publicUrl.startsWith('https:')
  return {
    page(context: Context<DashboardEnv>, page: Page): Response {
      const nonce = context.var.nonce
      const headers = {
        ...pageHeaders({ nonce, https }),
        'content-type': 'text/html; charset=utf-8',
      }
      const { visitor, visit } = context.var
      const notice = noticeText(context.req.query('done'))
      const text = String(layout({ ...page, nonce, visitor, visit, notice, path: context.req.path }))
      return context.body(text, page.status ?? 200, headers)
    },

    /** Read while it is sent; a reader that goes away ends the reading. */
    download(
      context: Context<DashboardEnv>,
      file: { name: string; type: string; body: AsyncGenerator<Uint8Array> },
    ): Response {
      const headers = {
        ...pageHeaders({ nonce: context.var.nonce, https }),
        'content-type': file.type,
        'content-disposition': `attachment; filename="${file.name}"`,
      }
      const stream = new ReadableStream<Uint8Array>({
        async pull(controller) {
          const next = await file.body.next()
          if (next.done) controller.close()
          else controller.enqueue(next.value)
        },
        async cancel() {
          await file.body.return(undefined)
        },
      })
      return context.body(stream, 200, headers)
    },

    /** `path` is made here, from ids that were checked; what a visitor sent is never followed. */
    redirect(context: Context<DashboardEnv>, path: string): Response {
      context.header('cache-control', 'no-store')
      return context.redirect(path, 303)
    },
  }
}

/** Where to go after signing in: a page of the dashboard, or nowhere in particular. */
export function safeNext(text: string | undefined): string | null {
  if (!text || text.length > 500) return null
  // Characters of our own paths only: no host, no backslash, no control character fits in.
  if (!/^\/dashboard\/[A-Za-z0-9/_-]*$/.test(text) || text.includes('//')) return null
  return text
}
