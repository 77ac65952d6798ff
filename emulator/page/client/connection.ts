/**
 * The page's line to the server. It says hello with what the page already has, comes back by itself after a
 * failure, waiting longer each time, and says which state it is in. It refuses to know what is said over it.
 */
import type { PageMessage, ServerMessage } from '../protocol.ts'

export type ConnectionState = 'connecting' | 'connected' | 'lost'

export interface ConnectionOptions {
  url: string
  hello(): Extract<PageMessage, { type: 'hello' }>
  receive(message: ServerMessage): void
  changed(state: ConnectionState): void
  /** What was sent last is more than the server takes; it would be refused again and again. */
  refused(): void
}

/** How a server closes a line that carries more than it takes. */
const TOO_LARGE = 1009

export interface Connection {
  readonly open: boolean
  /** False when there is no line: the caller decides what to do with what it wanted to say. */
  send(message: PageMessage): boolean
}

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 10_000

export function connect(options: ConnectionOptions): Connection {
  let socket: WebSocket | undefined
  let waitMs = FIRST_WAIT_MS
  let retry: ReturnType<typeof setTimeout> | undefined

  const dial = () => {
    clearTimeout(retry)
    const line = new WebSocket(options.url)
    socket = line
    line.onopen = () => {
      waitMs = FIRST_WAIT_MS
      line.send(JSON.stringify(options.hello()))
      options.changed('connected')
    }
    line.onmessage = event => options.receive(JSON.parse(String(event.data)) as ServerMessage)
    line.onclose = ({ code }) => {
      if (socket !== line) return
      if (code === TOO_LARGE) options.refused()
      socket = undefined
      options.changed('lost')
      retry = setTimeout(dial, waitMs)
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
    }
  }
  // The user is back, or the network is: no reason to wait any longer.
  const hurry = () => {
    if (!socket) dial()
  }
  addEventListener('online', hurry)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) hurry()
  })

  dial()
  return {
    get open() {
      return socket?.readyState === WebSocket.OPEN
    },
    send(message) {
      if (socket?.readyState !== WebSocket.OPEN) return false
      const text = asText(message)
      if (text === null) {
        options.refused()
        socket.close()
        return false
      }
      socket.send(text)
      return true
    },
  }
}

/** null where it is longer than a text can be. */
function asText(message: PageMessage): string | null {
  try {
    return JSON.stringify(message)
  } catch {
    return null
  }
}
