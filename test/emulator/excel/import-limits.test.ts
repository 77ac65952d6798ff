/** How large a file may be that is brought in, and what is said of a larger one. */
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startEmulator } from '../../../emulator/start.ts'

/** Says how much is coming and sends nothing of it. */
function announce(url: string, bytes: number): Promise<{ status: number | undefined; body: unknown }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'text/csv', 'content-length': bytes }
    const call = request(url, { method: 'POST', headers }, async answer => {
      resolve({ status: answer.statusCode, body: await json(answer) })
      call.destroy()
    })
    call.on('error', reject)
    call.flushHeaders()
  })
}

test('a file that is too large is refused in words before it is sent, and nothing is created', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'rowhand-limits-'))
  const emulator = await startEmulator({ port: 0, dataDir })
  try {
    const answer = await announce(`${emulator.url}/page/files/text?title=x`, 101 * 1024 * 1024)
    expect(answer).toEqual({
      status: 413,
      body: { error: 'This file is larger than 100 MB. Nothing was created.' },
    })
    // More than a request of the API may hold, in one row of 20,001 fields.
    const text = `a,b\n${`${'x'.repeat(1_750)},`.repeat(20_000)}`
    expect(text.length).toBeGreaterThan(33 * 1024 * 1024)
    const tooMany = await fetch(`${emulator.url}/page/files/text?title=x`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: text.replace('\n', ','),
    })
    expect(await tooMany.json()).toEqual({
      error: 'Row 1 has more than 18,278 columns. Nothing was created.',
    })
    expect(emulator.library.list()).toEqual([])
  } finally {
    await emulator.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
