/** GET /metrics on a port of its own, which the operator keeps inside: the public port never shows it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from '../seeing/metrics.ts'
import { ListenError } from './server.ts'

export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    try {
      const { contentType, text } = await metrics.render()
      response.writeHead(200, { 'content-type': contentType }).end(text)
    } catch {
      response.writeHead(503).end()
    }
  })
  await new Promise<void>((done, fail) => {
    server.once('error', error =>
      fail(
        new ListenError(
          `the metrics cannot be served on port ${port}: ${(error as NodeJS.ErrnoException).code}`,
        ),
      ),
    )
    server.listen(port, host, done)
  })
  const { port: actual } = server.address() as AddressInfo
  return {
    url: `http://${host}:${actual}/metrics`,
    close: () =>
      new Promise(done => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
