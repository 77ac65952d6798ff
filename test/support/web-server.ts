/** A web server of a test, on a free port of this machine. What it answers is the test's. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

export interface WebServer {
  readonly url: string
  close(): Promise<void>
}

export async function startWebServer(answer: RequestListener): Promise<WebServer> {
  const server = createServer(answer)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise(done => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** The server of a test file: started before its first test, ended after its last. */
export function useWebServer(answer: RequestListener): Pick<WebServer, 'url'> {
  let started: WebServer | undefined
  beforeAll(async () => {
    started = await startWebServer(answer)
  })
  afterAll(() => started?.close())
  return {
    get url() {
      if (!started) throw new Error('the web server starts before the first test')
      return started.url
    },
  }
}
