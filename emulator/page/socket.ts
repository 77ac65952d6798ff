/**
 * One page's websocket: brings the page up to date, passes revisions both ways, and hands everything else
 * to its session and the script host.
 */
import type { WebSocket } from 'ws'
import { inSlices } from '../sheets/workbook/slices.ts'
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
  let hello: Hello | undefined
  /** What the page says while a large workbook is on its way to it. */
  let early: PageMessage[] = []

  const welcome = (last: ServerMessage[]) => {
    if (hello === undefined) return
    page = greet(hello, deps, send, last)
    hello = undefined
    for (const message of early.splice(0)) take(message)
  }
  const take = (message: PageMessage) => {
    if (message.type === 'hello') {
      page?.leave()
      page = undefined
      early = []
      hello = message
      const missed = missedSince(message.revisionId, deps.workbook)
      if (missed !== undefined) return welcome([missed])
      const isWanted = () => hello === message && socket.readyState === socket.OPEN
      sendInParts(deps.workbook, send, isWanted, welcome).catch(failed)
    } else if (hello !== undefined) early.push(message)
    else if (page) handle(message, page, deps, send)
  }
  // One page's trouble is not the others': it comes back and is brought up to date.
  const failed = (error: unknown, type = 'hello') => {
    console.error(`A page's ${type} failed: ${error instanceof Error ? error.message : String(error)}`)
    socket.close(1011)
  }

  socket.on('message', raw => {
    const message = parse(String(raw))
    if (!message) return socket.close(1008, 'not a page message')
    try {
      take(message)
    } catch (error) {
      failed(error, message.type)
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

function greet(
  hello: Hello,
  deps: SocketDeps,
  send: (message: ServerMessage) => void,
  last: readonly ServerMessage[],
): OpenPage {
  const { session, isNew } = deps.openSession(hello.pageId)
  session.locale = hello.locale
  session.latencyMs = deps.latencyMs
  session.noteSelection(hello.selection)
  // In one tick, so that no revision falls between the two.
  for (const message of last) send(message)
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

/**
 * What a page with this revision lacks: everything, when the revision is no longer in the history. Undefined
 * where that would be a large workbook in one piece.
 */
function missedSince(revisionId: string, workbook: Workbook): ServerMessage | undefined {
  const messages = revisionsSince(revisionId, workbook)
  if (messages !== undefined) return { type: 'caughtUp', messages }
  return workbook.isLarge ? undefined : { type: 'startOver', snapshot: workbook.presentSnapshot() }
}

function revisionsSince(revisionId: string, workbook: Workbook): CollaborationMessage[] | undefined {
  if (revisionId === workbook.revisionId) return []
  const { baseId, history } = workbook.recent
  if (revisionId === baseId) return [...history]
  const at = history.findLastIndex(message => message.nextRevisionId === revisionId)
  return at < 0 ? undefined : history.slice(at + 1)
}

/**
 * A large workbook, put together and sent in slices; what changes meanwhile follows. `welcome` gets what is to be
 * sent in one tick with joining.
 */
async function sendInParts(
  workbook: Workbook,
  send: (message: ServerMessage) => void,
  isWanted: () => boolean,
  welcome: (last: ServerMessage[]) => void,
): Promise<void> {
  while (isWanted()) {
    const { data, texts } = await workbook.packed()
    await inSlices(sending(texts, send, isWanted))
    const since = revisionsSince(data.revisionId ?? '', workbook)
    // The history begins anew: from the start.
    if (since === undefined) continue
    if (!isWanted()) return
    const snapshot = { data, history: [], isPacked: true }
    const missed = since.map((message): ServerMessage => ({ type: 'collaborate', message }))
    return welcome([{ type: 'startOver', snapshot }, ...missed])
  }
}

function* sending(
  texts: readonly string[],
  send: (message: ServerMessage) => void,
  isWanted: () => boolean,
): Generator<void> {
  for (const [i, text] of texts.entries()) {
    if (!isWanted()) return
    send({ type: 'cells', text, isFirst: i === 0 })
    yield
  }
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
