/**
 * The page's list of files, by title; a new one, a copy, one from data the page has read. Only for the page itself:
 * a page of another site cannot send such bodies here unasked.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { sheets_v4 } from '@googleapis/sheets'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { emptyWorkbookData, titled } from '../sheets/http/create.ts'
import { runBatch } from '../sheets/requests/index.ts'
import { type Library, roleIn } from '../sheets/workbook/library.ts'
import { inSlices } from '../sheets/workbook/slices.ts'
import { copyFile } from './copies.ts'
import { readExcel, writeExcel } from './excel/index.ts'
import { UnreadableText, workbookOfText } from './imported-text.ts'

export interface FilesOptions {
  library: Library
  /** Whose page it is. */
  email: string
}

const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const title = z.string().trim().min(1).max(200)
const newFile = z.strictObject({ title })
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
  app.get('/page/files', async c => c.json({ files: await listFor(library, email) }))
  app.post('/page/files', async c => {
    if (!c.req.header('content-type')?.startsWith('application/json'))
      return c.json({ error: 'Send JSON, as application/json.' }, 415)
    const given = newFile.safeParse(await c.req.json().catch(() => undefined))
    if (!given.success) return c.json({ error: z.prettifyError(given.error) }, 400)
    try {
      return c.json({ id: create(library, email, given.data) })
    } catch {
      // The engine's own words would say nothing to a person.
      return c.json({ error: 'This file could not be read as a spreadsheet. Nothing was created.' }, 400)
    }
  })
  app.post('/page/files/:id/copy', c => copyFile(c, library, email))
  app.post('/page/files/text', c => bringText(c, library, email))
  app.post('/page/files/xlsx', async c => {
    // Not a type that a page of another site may send unasked.
    if (c.req.header('content-type') !== EXCEL) return c.json({ error: 'Send an Excel workbook.' }, 415)
    const name = title.safeParse(c.req.query('title'))
    if (!name.success) return c.json({ error: 'Send its title, of 1 to 200 characters.' }, 400)
    try {
      const read = await readExcel(await c.req.arrayBuffer())
      if ('refused' in read) return c.json({ error: read.refused }, 400)
      const data = titled(name.data, read.data)
      const { id } = await library.createPacked({ owner: email, data, texts: read.texts })
      await apply(library, id, read.requests, email)
      return c.json({ id, leftOut: read.leftOut })
    } catch {
      return c.json({ error: 'This file is not an Excel workbook. Nothing was created.' }, 400)
    }
  })
  app.get('/page/files/:id/xlsx', async c => {
    const id = c.req.param('id')
    const saved = library.roleOf(id, email) === undefined ? undefined : library.saved(id)
    if (saved === undefined) return c.json({ error: 'There is no such spreadsheet.' }, 404)
    const written = await writeExcel(saved).catch((error: unknown) => {
      process.stderr.write(`emulator: ${error instanceof Error ? error.stack : String(error)}\n`)
    })
    if (written === undefined)
      return c.json({ error: 'The file could not be made. Nothing was changed.' }, 500)
    return c.body(written, 200, { 'content-type': EXCEL })
  })
  return app
}

async function listFor(library: Library, email: string) {
  const files: { id: string; title: string; mine: boolean }[] = []
  for (const id of library.list()) {
    const about = await library.about(id)
    const role = about && roleIn(about.access, email)
    if (about !== undefined && role !== undefined)
      files.push({ id, title: about.title, mine: role === 'owner' })
  }
  return files.sort((one, other) => one.title.localeCompare(other.title))
}

/** Separated values; of a small file the workbook is made in one go, as any other. */
async function bringText(c: Context, library: Library, email: string) {
  const type = c.req.header('content-type')
  // Not types that a page of another site may send unasked.
  if (type !== 'text/csv' && type !== 'text/tab-separated-values')
    return c.json({ error: 'Send a file of separated values, as text/csv.' }, 415)
  const name = title.safeParse(c.req.query('title'))
  if (!name.success) return c.json({ error: 'Send its title, of 1 to 200 characters.' }, 400)
  const bytes = new Uint8Array(await c.req.arrayBuffer())
  try {
    const packed = await inSlices(workbookOfText(bytes, name.data, type !== 'text/csv'))
    const workbook = await library.createPacked({ owner: email, ...packed })
    return c.json({ id: workbook.id })
  } catch (error) {
    if (error instanceof UnreadableText) return c.json({ error: error.message }, 400)
    return c.json({ error: 'This file could not be read as a spreadsheet. Nothing was created.' }, 400)
  }
}

function create(library: Library, email: string, file: NewFile): string {
  const data = 'data' in file ? titled(file.title, file.data) : emptyWorkbookData(file.title)
  return library.create({ owner: email, data }).id
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
