/**
 * One page's websocket: brings the page up to date, passes revisions both ways, and hands everything else
 * to its session and the script host.
 */
import type { WebSocket } from 'ws'
import type { Workbook } from '../sheets/workbook/workbook.ts'
import { watchHiddenRows } from './hidden-rows.ts'
import type { PageSession } from './page-session.ts'
import type { CollaborationMessage, PageMessage, ServerMessage } from './protocol.ts'
import type { ScriptCalls } from './script-calls.ts'

export interface SocketDeps {
  workbook: Workbook
  mayWrite: boolean
  latencyMs: number
  scripts: ScriptCalls
  /** The session of this page id, made when there is none. */
  openSession(pageId: string): { session: PageSession; isNew: boolean }
  closed(session: PageSession): void
}

export function servePage(socket: WebSocket, deps: SocketDeps): void {
  const send = (message: ServerMessage) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
  }
  let page: OpenPage | undefined

  const take = (message: PageMessage) => {
    if (message.type === 'hello') {
      page?.leave()
      page = greet(message, deps, send)
    } else if (page) {
      handle(message, page, deps, send)
    }
  }

  socket.on('message', raw => {
    const message = parse(String(raw))
    if (!message) return socket.close(1008, 'not a page message')
    try {
      take(message)
    } catch (error) {
      // One page's trouble is not the others': it comes back and is brought up to date.
      console.error(
        `A page's ${message.type} failed: ${error instanceof Error ? error.message : String(error)}`,
      )
      socket.close(1011)
    }
  })
  // The line is closed with its reason, which is all that its page needs to know.
  socket.on('error', () => {})
  socket.on('close', () => {
    if (!page) return
    page.leave()
    page.session.disconnect(send)
    deps.closed(page.session)
  })
}

type Hello = Extract<PageMessage, { type: 'hello' }>

interface OpenPage {
  session: PageSession
  seat: ReturnType<Workbook['join']>
  leave(): void
}

function greet(hello: Hello, deps: SocketDeps, send: (message: ServerMessage) => void): OpenPage {
  const { session, isNew } = deps.openSession(hello.pageId)
  session.locale = hello.locale
  session.latencyMs = deps.latencyMs
  session.noteSelection(hello.selection)
  // In one tick, so that no revision falls between the two.
  send(missedSince(hello.revisionId, deps.workbook))
  const hidden = watchHiddenRows(deps.workbook, rows => send({ type: 'hiddenRows', rows }))
  const seat = deps.workbook.join(message => {
    send({ type: 'collaborate', message })
    hidden.note()
  })
  session.connect(send)
  if (isNew) void deps.scripts.open(session)
  const leave = () => {
    seat.leave()
    hidden.end()
  }
  return { session, seat, leave }
}

/** What a page with this revision lacks; everything, when the revision is no longer in the history. */
export function missedSince(revisionId: string, workbook: Workbook): ServerMessage {
  if (revisionId === workbook.revisionId) return { type: 'caughtUp', messages: [] }
  const { baseId, history } = workbook.recent
  if (revisionId === baseId) return { type: 'caughtUp', messages: [...history] }
  const at = history.findLastIndex(message => message.nextRevisionId === revisionId)
  if (at < 0) return { type: 'startOver', snapshot: workbook.presentSnapshot() }
  return { type: 'caughtUp', messages: history.slice(at + 1) }
}

function handle(
  message: Exclude<PageMessage, Hello>,
  { session, seat }: OpenPage,
  { scripts, mayWrite, workbook }: SocketDeps,
  send: (message: ServerMessage) => void,
): void {
  switch (message.type) {
    case 'collaborate':
      if (mayWrite || isPresence(message.message)) seat.receive(message.message)
      return
    case 'selection':
      session.noteSelection(message.selection)
      return
    case 'run':
      void scripts
        .run(session, message)
        .then(outcome => send({ type: 'result', callId: message.callId, outcome }))
      return
    case 'menu':
      void scripts.runMenuItem(session, message.functionName)
      return
    case 'answer':
      session.answer(message.questionId, { button: message.button, text: message.text })
      return
    case 'rename':
      if (mayWrite) rename(workbook, message.title)
      return
    case 'panelClosed':
      session.panels.delete(message.instance)
      return
  }
}

/** By the server, because the engine takes no annotation without cells from a page. */
function rename(workbook: Workbook, title: string): void {
  const data = { ...workbook.properties, title }
  workbook.change(tx => tx.setAnnotation({ id: 'spreadsheet:0', kind: 'spreadsheet', ranges: [], data }))
}

function isPresence({ type }: CollaborationMessage): boolean {
  return type === 'CLIENT_JOINED' || type === 'CLIENT_MOVED' || type === 'CLIENT_LEFT'
}

/** Our own client is the only sender: the shape is trusted once it is JSON with a type. */
function parse(text: string): PageMessage | null {
  try {
    const message: unknown = JSON.parse(text)
    return typeof message === 'object' && message !== null && 'type' in message
      ? (message as PageMessage)
      : null
  } catch {
    return null
  }
}
