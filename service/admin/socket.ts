/**
 * The way into a running service on an embedded database, which one process alone may open: a Unix socket
 * in the data folder that only the folder's owner can use, HTTP over it, one command a request.
 */
import { createHash } from 'node:crypto'
import { chmodSync, rmSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { errorFacts, type Log } from '../log.ts'
import { type AdminDeps, type Input, type Result, runCommand } from './command.ts'
import { commands } from './commands/index.ts'

// Unix socket addresses hold 108 bytes on Linux, 104 elsewhere, the closing zero included.
const MAX_SOCKET_PATH_BYTES = 100
const MAX_BODY_BYTES = 64 * 1024

const callSchema = z.strictObject({
  command: z.string(),
  words: z.array(z.string()),
  options: z.record(z.string(), z.union([z.string(), z.literal(true)])),
})
const resultSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('ok'), data: z.unknown(), text: z.string() }),
  z.object({ state: z.literal('refused'), message: z.string() }),
])

export function adminSocketPath(dataDir: string): string {
  const folder = resolve(dataDir)
  const inside = join(folder, 'admin.sock')
  if (Buffer.byteLength(inside) <= MAX_SOCKET_PATH_BYTES) return inside
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 24)
  return join(tmpdir(), `rowhand-admin-${digest}.sock`)
}

/** Call it with the data folder's lock held: what is left of a socket there is then nobody's. */
export async function startAdminSocket(
  deps: AdminDeps & { dataDir: string; log: Log },
): Promise<{ close(): Promise<void> }> {
  const path = adminSocketPath(deps.dataDir)
  rmSync(path, { force: true })
  const server = createServer((incoming, response) => void answer(deps, incoming, response))
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    // The socket is made within this call: nobody else can connect before its mode is set.
    const before = process.umask(0o177)
    try {
      server.listen(path, done)
    } finally {
      process.umask(before)
    }
  })
  chmodSync(path, 0o600)
  server.unref()
  return {
    close: () =>
      new Promise(done => {
        server.close(() => done())
        server.closeIdleConnections()
      }),
  }
}

async function answer(
  deps: AdminDeps & { log: Log },
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const send = (status: number, body: unknown) =>
    response
      .writeHead(status, { 'content-type': 'application/json', connection: 'close' })
      .end(JSON.stringify(body))
  try {
    const call = callSchema.parse(JSON.parse(await readBody(incoming)))
    const command = commands.find(one => one.name === call.command)
    if (!command || command.words.length !== call.words.length) return void send(404, {})
    deps.log.info('admin command', { command: command.name })
    send(200, await runCommand(command, deps, call))
  } catch (error) {
    deps.log.error('admin command failed', errorFacts(error))
    send(500, {})
  }
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) throw new Error('an admin command is larger than it can be')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Null where no service listens. Throws where one does and could not do it. */
export async function callAdminSocket(
  dataDir: string,
  command: string,
  input: Input,
): Promise<Result | null> {
  const path = adminSocketPath(dataDir)
  if (!isOurs(path)) return null
  const reply = await send(path, JSON.stringify({ command, ...input }))
  if (reply === null) return null
  const parsed = reply.status === 200 ? resultSchema.safeParse(JSON.parse(reply.body)) : null
  if (!parsed?.success) throw new Error('the running service could not do this: its log says why')
  return parsed.data
}

/** In the folder for temporary files anyone could have put a socket where ours would be. */
function isOurs(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isSocket() === true && found.uid === process.getuid?.()
}

function send(socketPath: string, body: string): Promise<{ status: number; body: string } | null> {
  return new Promise((done, fail) => {
    const outgoing = request({ socketPath, path: '/run', method: 'POST' }, incoming => {
      readBody(incoming).then(text => done({ status: incoming.statusCode ?? 0, body: text }), fail)
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? done(null) : fail(error),
    )
    outgoing.end(body)
  })
}
