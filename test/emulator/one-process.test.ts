/** The emulator in a process that serves other HTTP already, as tests and benches have it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { expect, test, vi } from 'vitest'

test('the Sheets API answers in a process whose global Response another server has replaced', async () => {
  getRequestListener(() => new Response('another server'))
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { startEmulator } = await import('../../emulator/start.ts')
  const dataDir = mkdtempSync(join(tmpdir(), 'rowhand-one-process-'))
  const emulator = await startEmulator({ port: 0, dataDir, page: false })
  try {
    const { id } = emulator.library.create({
      owner: 'demo@example.com',
      data: { sheets: [{ id: '0', name: 'T' }] },
    })
    const answer = await fetch(`${emulator.url}/v4/spreadsheets/${id}?fields=properties.title`, {
      headers: { authorization: `Bearer ${emulator.tokenFor('demo@example.com')}` },
    })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toHaveProperty('properties.title')
    expect(complaints).not.toHaveBeenCalled()
  } finally {
    await emulator.close()
    rmSync(dataDir, { recursive: true, force: true })
    complaints.mockRestore()
  }
})
