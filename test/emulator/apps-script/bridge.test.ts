import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createScriptHost, type ScriptHost } from '../../../emulator/apps-script/host.ts'
import type { UserPage } from '../../../emulator/apps-script/services/types.ts'
import { Library } from '../../../emulator/sheets/workbook/library.ts'
import { writeFixtureAddon } from './fixture.ts'

const EMAIL = 'owner@example.com'

/** Runs out of stack while it asks the host, at many depths, and goes on as if nothing were. */
const ADDON = `
function askUntilTheStackEnds(padding) {
  var deep = new Function('file', 'again', 'var ' + Array.from({ length: padding }, (_, i) => 'v' + i + ' = ' + i).join(', ') +
    '; file.getName(); again(file, again)')
  try { deep(SpreadsheetApp.getActive(), deep) } catch (error) { return error.name + ': ' + error.message }
}
function whoAmI() {
  return [SpreadsheetApp.getActive().getId(), PropertiesService.getUserProperties().getProperty('KEY'), Session.getActiveUser().getEmail()]
}
`

let folder: string
let library: Library
let host: ScriptHost

const page: UserPage = {
  spreadsheetId: 'file',
  locale: 'en',
  temporaryKey: 'temporary',
  selection: () => ({ sheetId: 0, areas: [] }),
  select: () => undefined,
  setMenu: () => undefined,
  showSidebar: () => undefined,
  showDialog: () => undefined,
  alert: async () => 'OK',
  prompt: async () => ({ button: 'OK', text: '' }),
  toast: () => undefined,
}

const run = async (functionName: string, ...args: unknown[]) => {
  const outcome = await host.run({ functionName, args, authMode: 'FULL', page })
  return outcome.ok ? (JSON.parse(outcome.valueJson) as unknown) : outcome.failure.message
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowhand-bridge-'))
  library = new Library({ folder: join(folder, 'workbooks') })
  library.create({ id: 'file', owner: EMAIL, data: { sheets: [{ id: '0', name: 'Sheet1', cells: {} }] } })
  host = createScriptHost({
    addonDir: writeFixtureAddon(join(folder, 'addon'), { addon: ADDON }),
    propertiesFile: join(folder, 'properties.json'),
    firstUserProperties: { [EMAIL]: { KEY: 'kept' } },
    library,
    email: EMAIL,
    pageUrl: id => id,
    now: Date.now,
  })
})

afterAll(async () => {
  await host.close()
  library.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the bridge between script and host', { timeout: 120_000 }, () => {
  it('gives each call its own answer after a script gave up waiting for one', async () => {
    for (const padding of [1, 2, 3, 5, 8, 13, 21, 34]) {
      expect(await run('askUntilTheStackEnds', padding)).toMatch(/^RangeError/)
      expect(await run('whoAmI')).toEqual(['file', 'kept', EMAIL])
    }
  })
})
