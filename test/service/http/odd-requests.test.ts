/** HTTP that Node would answer by itself, without our envelope. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEY, serve } from './serve.ts'

let server: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  server = await serve()
})
afterAll(() => server.close(0))

test('an expectation that nobody knows is no reason to refuse', async () => {
  const answer = await server.raw(
    `GET /v1/auth/verify HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-API-Key: ${KEY}\r\nExpect: miracles\r\n\r\n`,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer).toMatch(/x-request-id: /i)
})

test('a CONNECT is refused in our envelope', async () => {
  const answer = await server.raw('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain('"code":"INVALID_REQUEST"')
})

test('a client that never hangs up does not keep the connection of a refused request', async () => {
  const own = await serve()
  const client = connect({ port: own.port, host: '127.0.0.1', allowHalfOpen: true })
  client.on('data', () => {})
  client.write('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n')
  await once(client, 'end')
  // Ends only when the server has let go of every connection.
  await own.close(0)
  client.destroy()
})
