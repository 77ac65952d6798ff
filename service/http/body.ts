/** Reads a JSON request body: its type, size and encoding are checked before anything is parsed. */
import { type Refused, refuse } from './reply.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

function wrongType(header: string | null): Refused | null {
  const [type = '', ...parameters] = (header ?? '').split(';').map(part => part.trim().toLowerCase())
  const charset = parameters.find(part => part.startsWith('charset='))?.slice('charset='.length)
  if (type === 'application/json' && [undefined, 'utf-8', '"utf-8"', 'utf8'].includes(charset)) return null
  return refuse(
    'UNSUPPORTED_MEDIA_TYPE',
    'The body must be JSON in UTF-8: send the header "Content-Type: application/json".',
  )
}

function compressed(request: Request): Refused | null {
  const encoding = request.headers.get('content-encoding')
  if (encoding === null || encoding.toLowerCase() === 'identity') return null
  return refuse('UNSUPPORTED_MEDIA_TYPE', 'The body is compressed: send it without Content-Encoding.')
}

const tooLarge = (maxBytes: number) =>
  refuse(
    'PAYLOAD_TOO_LARGE',
    `The body is larger than ${maxBytes.toLocaleString('en-US')} bytes. Send less; large data belongs into the spreadsheet.`,
    // The rest of it isn't read.
    { headers: { connection: 'close' } },
  )

export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array | 'too_large'> {
  const length = request.headers.get('content-length')
  if (length !== null) {
    if (Number(length) > maxBytes) return 'too_large'
    return new Uint8Array(await request.arrayBuffer())
  }
  // Sent in chunks: its size is known only as it comes.
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) return 'too_large'
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export async function readJson(
  request: Request,
  maxBytes: number,
): Promise<{ state: 'ok'; value: unknown } | Refused> {
  const refused = wrongType(request.headers.get('content-type')) ?? compressed(request)
  if (refused) return refused
  const bytes = await readBytes(request, maxBytes)
  if (bytes === 'too_large') return tooLarge(maxBytes)
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return refuse('INVALID_REQUEST', 'The body is not valid UTF-8. Encode it as UTF-8 and send it again.')
  }
  if (text.trim() === '') {
    return refuse('INVALID_REQUEST', 'The body is empty. Send a JSON object.')
  }
  try {
    return { state: 'ok', value: JSON.parse(text) }
  } catch (error) {
    // The parser's own message can quote the body; its place is all that is told.
    const place = /position \d+(?: \(line \d+ column \d+\))?/.exec((error as Error).message)?.[0]
    return refuse(
      'INVALID_REQUEST',
      `The body is not valid JSON${place ? ` (at ${place})` : ''}. Correct it and send it again.`,
    )
  }
}
