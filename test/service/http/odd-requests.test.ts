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

test.each(['/v1/auth/verify', '/v1/sheets/agents/0b0f9a52-6c1d-4c39-9d1f-3f0f4a7f9c11'])(
  'two Host headers on %s are refused: such a request means two things',
  async path => {
    const answer = await server.raw(
      `GET ${path} HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\nConnection: close\r\nX-API-Key: ${KEY}\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('"code":"INVALID_REQUEST"')
  },
)

test('a client that drips bytes after its broken request is hung up on all the same', async () => {
  const own = await serve()
  const client = connect({ port: own.port, host: '127.0.0.1', allowHalfOpen: true })
  client.on('error', () => {})
  client.on('data', () => {})
  const closed = new Promise(done => client.on('close', done))
  client.write('this is no HTTP\r\n\r\n')
  const drip = setInterval(() => client.write('x'), 100)
  await closed
  clearInterval(drip)
  await own.close(0)
})

test('a client that sends its headers byte by byte is told so and hung up on', async () => {
  const own = await serve({}, { headersWithinMs: 300 })
  const client = connect({ port: own.port, host: '127.0.0.1' })
  client.on('error', () => {})
  let answer = ''
  client.on('data', chunk => (answer += chunk.toString()))
  const closed = new Promise(done => client.on('close', done))
  client.write('GET /v1/auth/verify HTTP/1.1\r\nHost: x\r\nX-Slow: ')
  const drip = setInterval(() => client.writable && client.write('x'), 50)
  await closed
  clearInterval(drip)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('took too long to arrive')
  await own.close(0)
})

test('a client that is slow with its headers keeps nobody else waiting', async () => {
  const own = await serve()
  const clients = Array.from({ length: 200 }, () => {
    const client = connect({ port: own.port, host: '127.0.0.1' })
    client.on('error', () => {})
    client.write('GET /v1/auth/verify HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    return client
  })
  for (const client of clients) if (client.connecting) await once(client, 'connect')
  const answer = await own.raw(
    `GET /v1/auth/verify HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-API-Key: ${KEY}\r\n\r\n`,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  for (const client of clients) client.destroy()
  await own.close(0)
})
