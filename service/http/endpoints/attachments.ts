/** Files that come with a prompt: sent first, named by their ids when the agent is started. */
import {
  attachment,
  attachmentsResponse,
  MAX_ATTACHMENT_BYTES,
  MAX_LISTED_ATTACHMENTS,
} from '../../../contract/index.ts'
import type { Agents } from '../../agents/agents.ts'
import type { Db } from '../../store/db.ts'
import { readApart } from '../../tools/attachments/read-apart.ts'
import { keepAttachment } from '../../tools/attachments/store.ts'
import { readBytes } from '../body.ts'
import { agentExample } from '../examples.ts'
import { text } from '../query.ts'
import { type Refused, refuse } from '../reply.ts'
import { type AnyRoute, route } from '../route.ts'

export interface AttachmentDeps {
  agents: Agents
  db: Db
  now?: (() => Date) | undefined
  newId(): string
}

const LONGEST_NAME = 200

const example = {
  id: '5b0a3f0e-6f0e-4d53-9d0a-0a4f3f5e2c11',
  name: 'orders.csv',
  media_type: 'text/csv',
  size_bytes: 812,
  tables: [{ name: 'orders.csv', rows: 21, columns: 6 }],
}

const createAttachment = (deps: AttachmentDeps): AnyRoute =>
  route(
    {
      method: 'post',
      path: '/v1/{platform}/attachments',
      operationId: 'createAttachment',
      summary: 'Attach a file',
      description: `The file itself as the body, with its Content-Type and its name in the query, or a form (multipart/form-data) with one file. At most ${MAX_ATTACHMENT_BYTES.toLocaleString('en-US')} bytes: CSV, TSV, xlsx, PDF (its text), text, or a picture (PNG, JPEG, GIF, WebP, at most 5 MB; for models that take pictures). What it holds is read at once; give the id in attachment_ids when you start an agent.`,
      tag: 'Additions',
      keyed: true,
      file: true,
      query: {
        name: text({
          description: 'Name of the file, with its ending. Not needed in a form.',
          example: 'orders.csv',
        }),
      },
      ok: {
        status: 201,
        description: 'The file was read and is kept for a turn.',
        body: attachment,
        example: { ...example, expires_at: '2026-11-23T09:00:00.000Z' },
      },
      errors: ['INVALID_REQUEST', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
    },
    async ({ caller, query, request }) => {
      const file = await readFile(request(), query.name)
      if ('state' in file) return file
      const parsed = await readApart(file)
      if (parsed.state === 'unsupported') return refuse('UNSUPPORTED_MEDIA_TYPE', parsed.message)
      if (parsed.state === 'broken') return refuse('INVALID_REQUEST', parsed.message)
      const body = await keepAttachment(
        deps.db,
        {
          id: deps.newId(),
          userId: caller.userId,
          spaceId: caller.spaceId,
          name: file.name,
          mediaType: parsed.mediaType,
          sizeBytes: file.bytes.length,
          content: parsed.content,
        },
        (deps.now ?? (() => new Date()))(),
      )
      return { state: 'ok', body }
    },
  )

const listAttachments = (agents: Agents): AnyRoute =>
  route(
    {
      method: 'get',
      path: '/v1/{platform}/agents/{id}/attachments',
      operationId: 'listAttachments',
      summary: 'Files of a conversation',
      description: `What came with the prompts of an agent, newest first, at most ${MAX_LISTED_ATTACHMENTS}: names, sizes and tables, not the contents.`,
      tag: 'Additions',
      keyed: true,
      params: { id: { description: 'Agent id.', example: agentExample.id } },
      ok: {
        status: 200,
        description: 'The files.',
        body: attachmentsResponse,
        example: {
          attachments: [
            {
              ...example,
              turn_id: agentExample.messages[0]!.turn_id,
              created_at: '2026-05-04T09:29:40.000Z',
            },
          ],
        },
      },
      errors: ['AGENT_NOT_FOUND'],
    },
    async ({ caller, params }) => {
      const list = await agents.attachments(caller.userId, params.id!)
      return list.state === 'ok' ? { state: 'ok', body: { attachments: list.attachments } } : list
    },
  )

export const attachmentRoutes = (deps: AttachmentDeps): AnyRoute[] => [
  createAttachment(deps),
  listAttachments(deps.agents),
]

interface SentFile {
  name: string
  mediaType: string
  bytes: Uint8Array
}

async function readFile(request: Request, queryName: string | null): Promise<SentFile | Refused> {
  const bytes = await readBytes(request, MAX_ATTACHMENT_BYTES)
  if (bytes === 'too_large') {
    return refuse(
      'PAYLOAD_TOO_LARGE',
      `The file is larger than ${MAX_ATTACHMENT_BYTES.toLocaleString('en-US')} bytes. Send a part of it, or import it into the spreadsheet.`,
      { headers: { connection: 'close' } },
    )
  }
  const type = request.headers.get('content-type') ?? 'application/octet-stream'
  const sent = /^multipart\/form-data/i.test(type)
    ? await fromForm(bytes, type)
    : { name: queryName ?? '', mediaType: type, bytes }
  if (!sent) return refuse('INVALID_REQUEST', 'The form holds no file. Send one file in it.')
  const name = cleanName(queryName ?? sent.name)
  if (name === '')
    return refuse(
      'INVALID_REQUEST',
      'name: it is missing. Give the name of the file in the query, for example ?name=orders.csv.',
    )
  if (sent.bytes.length === 0) return refuse('INVALID_REQUEST', 'The file is empty.')
  return { ...sent, name }
}

async function fromForm(bytes: Uint8Array, type: string): Promise<SentFile | null> {
  try {
    const form = await new Response(bytes as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': type },
    }).formData()
    const file = [...form.values()].find(value => typeof value !== 'string')
    if (!file) return null
    return { name: file.name, mediaType: file.type, bytes: new Uint8Array(await file.arrayBuffer()) }
  } catch {
    return null
  }
}

/** The last part of a path, without what names must not hold. */
const cleanName = (name: string): string =>
  (name.split(/[/\\]/).at(-1) ?? '')
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(-LONGEST_NAME)
