/** File ▸ Make a copy: the same cells under another name, the copier's own. */
import type { Context } from 'hono'
import { z } from 'zod'
import { titled } from '../sheets/http/create.ts'
import type { Library } from '../sheets/workbook/library.ts'
import type { Workbook } from '../sheets/workbook/workbook.ts'

const copyAsked = z.strictObject({ title: z.string().trim().min(1).max(200) })

export async function copyFile(c: Context, library: Library, email: string): Promise<Response> {
  if (!c.req.header('content-type')?.startsWith('application/json'))
    return c.json({ error: 'Send JSON, as application/json.' }, 415)
  const asked = copyAsked.safeParse(await c.req.json().catch(() => undefined))
  if (!asked.success) return c.json({ error: 'Send its title, of 1 to 200 characters.' }, 400)
  const id = c.req.param('id') ?? ''
  const original = await library.opened(id)
  if (original === undefined || library.roleOf(id, email) === undefined)
    return c.json({ error: 'There is no such spreadsheet.' }, 404)
  const copy = await copyOf(original, library, email, asked.data.title)
  return c.json({ id: copy.id })
}

async function copyOf(original: Workbook, library: Library, owner: string, title: string): Promise<Workbook> {
  if (!original.isLarge) return library.create({ owner, data: titled(title, original.export()) })
  const { data, texts } = await original.packed()
  return library.createPacked({ owner, data: titled(title, data), texts })
}
