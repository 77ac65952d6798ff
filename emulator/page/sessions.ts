/** The pages that are open now, each with its session, and those that were until a moment ago. */
import { PageSession } from './page-session.ts'
import type { HtmlPanel } from './protocol.ts'

/** How long a page may be gone before it counts as closed. */
const GRACE_MS = 60_000

export interface Sessions {
  /** The session of this page id, made when there is none. */
  open(pageId: string, spreadsheetId: string): { session: PageSession; isNew: boolean }
  /** The page lost its connection: it ends unless the page is back in time. */
  endLater(session: PageSession): void
  findPanel(instance: string): { session: PageSession; panel: HtmlPanel } | undefined
  endAll(): void
}

export function createSessions(): Sessions {
  const sessions = new Map<string, PageSession>()

  return {
    open(pageId, spreadsheetId) {
      const known = sessions.get(pageId)
      if (known?.spreadsheetId === spreadsheetId) return { session: known, isNew: false }
      const session = new PageSession(pageId, spreadsheetId)
      sessions.set(pageId, session)
      return { session, isNew: true }
    },
    endLater(session) {
      const timer = setTimeout(() => {
        if (session.connected) return
        session.end()
        if (sessions.get(session.pageId) === session) sessions.delete(session.pageId)
      }, GRACE_MS)
      timer.unref()
    },
    findPanel(instance) {
      for (const session of sessions.values()) {
        const panel = session.panels.get(instance)
        if (panel) return { session, panel }
      }
      return undefined
    },
    endAll() {
      for (const session of sessions.values()) session.end()
      sessions.clear()
    },
  }
}
