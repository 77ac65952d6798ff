/** Files: what is read from them, who may use them, and how tables in them reach a query. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as xlsx from 'xlsx'
import { parseDelimited } from '../../../service/tools/attachments/delimited.ts'
import { parseFile } from '../../../service/tools/attachments/parse.ts'
import {
  attachmentsOf,
  attachmentWords,
  giveToTurn,
  keepAttachment,
} from '../../../service/tools/attachments/store.ts'
import { queryData } from '../../../service/tools/query-data.ts'
import { readAttachment } from '../../../service/tools/read-attachment.ts'
import { refused, succeeded, useWorkbench } from './workbench.ts'

const { openTab } = useWorkbench()

const bytes = (text: string) => new TextEncoder().encode(text)

describe('what is read from a file', () => {
  test.each([
    [
      'commas and quotes',
      'a,b\n"x, ""y""",2\n',
      [
        ['a', 'b'],
        ['x, "y"', 2],
      ],
    ],
    [
      'semicolons and Windows line ends',
      'a;b\r\n1;007\r\n',
      [
        ['a', 'b'],
        [1, '007'],
      ],
    ],
    [
      'tabs and a line end in a cell',
      'a\tb\n"x\ny"\t-1.5',
      [
        ['a', 'b'],
        ['x\ny', -1.5],
      ],
    ],
  ])('%s', (_, text, rows) => {
    expect(parseDelimited(text, null)).toEqual(rows)
  })

  test('a workbook gives its sheets with texts, numbers, dates and results of formulas', async () => {
    const book = xlsx.utils.book_new()
    const sheet = xlsx.utils.aoa_to_sheet(
      [
        ['Name & co', 'Day', 'Sum'],
        ['Ann', new Date(Date.UTC(2024, 0, 5)), 3],
      ],
      { UTC: true } as never,
    )
    sheet.D2 = { t: 'n', v: 6, f: 'C2*2' }
    sheet['!ref'] = 'A1:D2'
    xlsx.utils.book_append_sheet(book, sheet, 'Übersicht')
    const file = xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
    const parsed = await parseFile('a.xlsx', '', file)
    expect(parsed).toMatchObject({
      state: 'ok',
      content: {
        tables: [
          {
            name: 'Übersicht',
            rows: [
              ['Name & co', 'Day', 'Sum'],
              ['Ann', '2024-01-05', 3, 6],
            ],
          },
        ],
      },
    })
  })

  test.each([
    ['another kind', 'a.exe', bytes('x'), 'unsupported'],
    ['no UTF-8', 'a.csv', new Uint8Array([0xff, 0xfe, 0x00]), 'broken'],
    ['a damaged workbook', 'a.xlsx', bytes('PK nothing'), 'broken'],
  ])('%s is told', async (_, name, file, state) => {
    expect(await parseFile(name, '', file)).toMatchObject({ state })
  })
})

describe('attached files of a turn', () => {
  async function attach(name: string, text: string) {
    const bench = await openTab('T', [['a']])
    const { userId, spaceId, id: turnId, agentId } = bench.context.turn
    const parsed = await parseFile(name, '', bytes(text))
    if (parsed.state !== 'ok') throw new Error('not read')
    const { content, mediaType } = parsed
    const file = { id: randomUUID(), userId, spaceId, name, mediaType, sizeBytes: text.length, content }
    const kept = await keepAttachment(bench.context.db, file, new Date())
    const give = (owner: string) =>
      giveToTurn(bench.context.db, { id: turnId, agentId, userId: owner }, [kept.id], new Date())
    return { bench, kept, give, agentId, userId }
  }

  test('a table in a file is queried and written to a new tab', async () => {
    const { bench, kept, give, userId } = await attach('sales.csv', 'Region,Sum\nNorth,2\nSouth,3\nNorth,5\n')
    expect(kept.tables).toEqual([{ name: 'sales.csv', rows: 4, columns: 2 }])
    expect(await give(userId)).toBe(true)
    const sql = 'select region, sum(sum) as total from f group by 1 order by 1'
    const tables = { f: 'file:sales.csv' }
    succeeded(await bench.run(queryData, { tables, sql, target_tab: 'Sales' }))
    expect(await bench.shown('Sales!A1:B3')).toEqual([
      ['region', 'total'],
      ['North', '7'],
      ['South', '3'],
    ])
  }, 60_000)

  test('a text is read in pages, and its beginning stands in the context', async () => {
    const { bench, give, agentId, userId } = await attach('note.txt', 'word '.repeat(6_000))
    await give(userId)
    const first = succeeded(await bench.run(readAttachment, { name: 'note.txt' }))
    expect(first).toMatchObject({ next_offset: 20_000 })
    const [file] = await attachmentsOf(bench.context.db, agentId)
    expect(attachmentWords(file!, true)).toContain('first 2000 of 30000 characters')
  })

  test('a row of very long texts is cut, with their lengths', async () => {
    const { bench, give, userId } = await attach('long.csv', `a,b\n${'x'.repeat(90_000)},2\n3,4\n`)
    await give(userId)
    const output = succeeded<{ rows: string[][] }>(await bench.run(readAttachment, { name: 'long.csv' }))
    expect(output.rows[1]![0]!.length).toBeLessThan(12_000)
    expect(output.rows[1]![0]).toContain('90000 characters')
    expect(output.rows).toHaveLength(3)
  })

  test('nobody else can take a file into a turn', async () => {
    const { bench, give } = await attach('a.csv', 'a,b\n1,2\n')
    expect(await give(randomUUID())).toBe(false)
    expect(refused(await bench.run(readAttachment, { name: 'a.csv' }))).toContain('no attached file')
  })
})
