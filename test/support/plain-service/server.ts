/** The plain service behind a real port, as slow as asked for. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPlainService, NoAnswer, type PlainService } from './service.ts'

export interface RunningPlainService {
  service: PlainService
  url: string
  stop(): Promise<void>
}

/** `delayMs` is how long each answer takes. */
export async function startPlainService(delayMs = 0): Promise<RunningPlainService> {
  const service = createPlainService(() => Date.now())
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    try {
      const reply = service.handle({
        method: request.method ?? 'GET',
        path: request.url ?? '/',
        headers,
        body: Buffer.concat(chunks).toString('utf8'),
      })
      await new Promise(resolve => setTimeout(resolve, delayMs))
      response.writeHead(reply.status, { 'Content-Type': 'application/json', ...reply.headers })
      response.end(JSON.stringify(reply.body))
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      response.destroy()
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    service,
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
