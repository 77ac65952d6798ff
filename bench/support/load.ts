/** A load generator that costs less than what it measures: raw sockets, one request at a time on each. */
import { connect, type Socket } from 'node:net'

export interface Target {
  port: number
  paths: string[]
  headers: Record<string, string>
  bodyBytes: number
  /** For the bare server: what the service answered. */
  answer?: { headers: Record<string, string>; body: string }
}

export interface LoadResult {
  requests: number
  perSecond: number
  p99Ms: number
}

const HEAD_END = Buffer.from('\r\n\r\n')

function requestsOf({ paths, headers, port }: Target): Buffer[] {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return paths.map(path => Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`))
}

/** Length of the answer that begins `buffer`, where its head is complete. Fails for anything but a 200. */
function answerLength(buffer: Buffer): number | null {
  const headEnd = buffer.indexOf(HEAD_END)
  if (headEnd < 0) return null
  const head = buffer.toString('latin1', 0, headEnd)
  if (!head.startsWith('HTTP/1.1 200'))
    throw new Error(`unexpected answer: ${buffer.toString('utf8', 0, 600)}`)
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error('an answer without content-length')
  return headEnd + HEAD_END.length + Number(length)
}

export async function loadFor(target: Target, seconds: number, connections: number): Promise<LoadResult> {
  const requests = requestsOf(target)
  const latencies: number[] = []
  const until = performance.now() + seconds * 1000
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: connections }, (_, i) => oneConnection(target.port, requests, i, until, latencies)),
  )
  const elapsed = performance.now() - begun
  latencies.sort((a, b) => a - b)
  return {
    requests: latencies.length,
    perSecond: (latencies.length / elapsed) * 1000,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
  }
}

function oneConnection(port: number, requests: Buffer[], offset: number, until: number, latencies: number[]) {
  return new Promise<void>((done, fail) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let turn = offset
    let sentAt = 0
    let wanted = 0
    let received = 0
    const send = () => {
      sentAt = performance.now()
      wanted = 0
      received = 0
      socket.write(requests[turn++ % requests.length]!)
    }
    socket.on('connect', send)
    socket.on('error', fail)
    socket.on('data', (chunk: Buffer) => {
      try {
        if (wanted === 0) wanted = answerLength(chunk) ?? 0
      } catch (error) {
        socket.destroy()
        fail(error as Error)
        return
      }
      received += chunk.length
      if (wanted === 0 || received < wanted) return
      const now = performance.now()
      latencies.push(now - sentAt)
      if (now < until) send()
      else {
        socket.destroy()
        done()
      }
    })
  })
}
