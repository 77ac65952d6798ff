/**
 * The page's files: which there are, a new one, one from data the page has read. Only for the page itself:
 * bodies are JSON, which a page of another site cannot send here unasked.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { sheets_v4 } from '@googleapis/sheets'
import { Hono } from 'hono'
import { z } from 'zod'
import { MAX_CELL_CHARACTERS } from '../sheets/cells/input.ts'
import { applyWrite, planWrite } from '../sheets/cells/values-write.ts'
import { emptyWorkbookData } from '../sheets/http/create.ts'
import { runBatch } from '../sheets/requests/index.ts'
import type { Library } from '../sheets/workbook/library.ts'
import type { Workbook } from '../sheets/workbook/workbook.ts'
import { readExcel, writeExcel } from './excel/index.ts'

export interface FilesOptions {
  library: Library
  /** Whose page it is. */
  email: string
}

/** Entered in one piece: some ten milliseconds' work. */
const CELLS_AT_ONCE = 3_000

const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const title = z.string().trim().min(1).max(200)
const newFile = z.union([
  z.strictObject({ title }),
  /** As typed into cells, row by row. */
  z.strictObject({ title, rows: z.array(z.array(z.string())) }),
])
/** As the engine saves it. */
const newWorkbook = z.strictObject({
  title,
  data: z.looseObject({
    sheets: z.array(z.looseObject({ id: z.string() })).min(1),
    annotations: z.array(z.looseObject({})).optional(),
  }),
})
type NewFile = z.infer<typeof newFile> | z.infer<typeof newWorkbook>

export function filesApp({ library, email }: FilesOptions): Hono {
  const app = new Hono()
  app.get('/page/files', c => c.json({ files: listFor(library, email) }))
  app.post('/page/files', async c => {
    if (!c.req.header('content-type')?.startsWith('application/json'))
      return c.json({ error: 'Send JSON, as application/json.' }, 415)
    const given = newFile.safeParse(await c.req.json().catch(() => undefined))
    if (!given.success) return c.json({ error: z.prettifyError(given.error) }, 400)
    try {
      return c.json({ id: await create(library, email, given.data) })
    } catch {
      // The engine's own words would say nothing to a person.
      return c.json({ error: 'This file could not be read as a spreadsheet. Nothing was created.' }, 400)
    }
  })
  app.post('/page/files/xlsx', async c => {
    // Not a type that a page of another site may send unasked.
    if (c.req.header('content-type') !== EXCEL) return c.json({ error: 'Send an Excel workbook.' }, 415)
    const name = title.safeParse(c.req.query('title'))
    if (!name.success) return c.json({ error: 'Send its title, of 1 to 200 characters.' }, 400)
    try {
      const { data, requests } = await readExcel(await c.req.arrayBuffer())
      const id = await create(library, email, newWorkbook.parse({ title: name.data, data }))
      await apply(library, id, requests, email)
      return c.json({ id })
    } catch {
      return c.json({ error: 'This file is not an Excel workbook. Nothing was created.' }, 400)
    }
  })
  app.get('/page/files/:id/xlsx', async c => {
    const id = c.req.param('id')
    const saved = library.roleOf(id, email) === undefined ? undefined : library.saved(id)
    if (saved === undefined) return c.json({ error: 'There is no such spreadsheet.' }, 404)
    const written = await writeExcel(saved).catch(e => {
      console.log(e)
    })
    if (written === undefined)
      return c.json({ error: 'The file could not be made. Nothing was changed.' }, 500)
    return c.body(written, 200, { 'content-type': EXCEL })
  })
  return app
}

function listFor(library: Library, email: string) {
  return library
    .list()
    .flatMap(id => {
      const role = library.roleOf(id, email)
      const workbook = role === undefined ? undefined : library.get(id)
      return workbook === undefined ? [] : [{ id, title: workbook.title, mine: role === 'owner' }]
    })
    .sort((one, other) => one.title.localeCompare(other.title))
}

async function create(library: Library, email: string, file: NewFile): Promise<string> {
  if ('rows' in file) checkLengths(file.rows)
  const grid = 'rows' in file ? gridFor(file.rows) : undefined
  const empty = emptyWorkbookData(file.title, undefined, undefined, grid)
  const data =
    'data' in file
      ? { ...file.data, annotations: [...(empty.annotations as object[]), ...(file.data.annotations ?? [])] }
      : empty
  const workbook = library.create({ owner: email, data })
  if ('rows' in file) await fill(workbook, file.rows)
  return workbook.id
}

/** Requests at once: each is one revision. */
const REQUESTS_AT_ONCE = 100

/** What a file says that Google Sheets refuses is left out; the rest of it counts. */
async function apply(
  library: Library,
  id: string,
  requests: sheets_v4.Schema$Request[],
  email: string,
): Promise<void> {
  const workbook = library.get(id)
  if (workbook === undefined) return
  const actor = { user: email, role: 'owner', owner: email } as const
  for (let from = 0; from < requests.length; from += REQUESTS_AT_ONCE) {
    const several = requests.slice(from, from + REQUESTS_AT_ONCE)
    if (!isDone(() => runBatch(workbook, several, actor)))
      for (const one of several) isDone(() => runBatch(workbook, [one], actor))
    await nextTurn()
  }
}

function isDone(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}

/** The only thing about a text that may be wrong: found before anything is created. */
function checkLengths(rows: string[][]): void {
  for (const row of rows)
    for (const text of row)
      if (text.length > MAX_CELL_CHARACTERS) throw new Error('A cell of the file holds too much.')
}

/** Others are answered between two parts: a file may hold a million cells. */
async function fill(workbook: Workbook, rows: string[][]): Promise<void> {
  const widest = rows.reduce((width, row) => Math.max(width, row.length), 1)
  const step = Math.max(1, Math.floor(CELLS_AT_ONCE / widest))
  for (let from = 0; from < rows.length; from += step) {
    const values = rows.slice(from, from + step)
    workbook.change(tx => {
      applyWrite(workbook, tx, planWrite(workbook, `Sheet1!A${from + 1}`, { values }, 'USER_ENTERED'))
    })
    await nextTurn()
  }
}

function gridFor(rows: string[][]): { rows: number; columns: number } {
  const widest = rows.reduce((width, row) => Math.max(width, row.length), 0)
  return { rows: Math.max(1000, rows.length), columns: Math.max(26, widest) }
}
