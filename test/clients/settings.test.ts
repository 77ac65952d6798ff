/** Where the command line finds the service and a key. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from '../../clients/typescript/src/settings.ts'

test('a data folder named by its whole path is where the demo is looked for', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rowhand-settings-'))
  try {
    const demo = { service_url: 'http://127.0.0.1:1', api_key: 'sk_rowhand_x' }
    writeFileSync(join(folder, 'demo.json'), JSON.stringify(demo))
    expect(readSettings({ ROWHAND_DATA_DIR: folder }, '/somewhere/else')).toEqual({
      baseUrl: 'http://127.0.0.1:1',
      apiKey: 'sk_rowhand_x',
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
