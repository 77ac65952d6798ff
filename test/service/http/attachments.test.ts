/** A file sent over HTTP, as the body itself and in a form; what is too large, empty, or of no kind we read. */
import { expect, test } from 'vitest'
import { KEY, serve } from './serve.ts'

const stored: unknown[][] = []
const db = {
  query: async (_: string, values?: readonly unknown[]) => {
    stored.push([...(values ?? [])])
    return { rows: [], rowCount: 0 }
  },
  transaction: () => Promise.reject(new Error('not part of this test')),
} as never

async function send(path: string, body: BodyInit, contentType?: string) {
  const server = await serve({ db })
  const headers = { 'X-API-Key': KEY, ...(contentType ? { 'Content-Type': contentType } : {}) }
  const answer = await fetch(`${server.url}/v1/sheets/attachments${path}`, { method: 'POST', headers, body })
  const json = (await answer.json()) as { error?: { code: string }; name?: string; tables?: unknown }
  await server.close()
  return { status: answer.status, json }
}

test('a CSV as the body is answered with its table', async () => {
  const { status, json } = await send('?name=sales.csv', 'Region,Sum\nNorth,7\n', 'text/csv')
  expect(status).toBe(201)
  expect(json).toMatchObject({ name: 'sales.csv', tables: [{ name: 'sales.csv', rows: 2, columns: 2 }] })
  expect(stored.at(-1)).toContain('sales.csv')
})

test('a form gives the same', async () => {
  const form = new FormData()
  form.set('file', new File(['Region;Sum\nNorth;7\n'], 'sales.csv', { type: 'text/csv' }))
  const { status, json } = await send('', form)
  expect(status).toBe(201)
  expect(json).toMatchObject({ name: 'sales.csv', tables: [{ columns: 2 }] })
})

test.each([
  ['a kind that is not read', '?name=a.exe', 'x', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['a file without a name', '', 'x', 400, 'INVALID_REQUEST'],
  ['an empty file', '?name=a.csv', '', 400, 'INVALID_REQUEST'],
  ['a file that is too large', '?name=a.csv', 'x'.repeat(10_000_001), 413, 'PAYLOAD_TOO_LARGE'],
])('%s is refused', async (_, path, body, status, code) => {
  const answer = await send(path, body, 'application/octet-stream')
  expect(answer).toMatchObject({ status, json: { error: { code } } })
})
