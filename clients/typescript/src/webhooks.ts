/** Receiving webhooks: whether a body was signed with your key's secret. Works wherever WebCrypto does. */
import type { WebhookPayload } from './types.gen.ts'

export const SIGNATURE_HEADER = 'x-webhook-signature'

const PREFIX = 'sha256='

/** The payload, or null where the signature is missing or wrong. `rawBody` is the body as it came, not parsed. */
export async function readWebhook(
  rawBody: string | Uint8Array<ArrayBuffer>,
  signature: string | null | undefined,
  secret: string,
): Promise<WebhookPayload | null> {
  const given = signature?.startsWith(PREFIX) ? fromHex(signature.slice(PREFIX.length)) : null
  if (!given) return null
  const encoder = new TextEncoder()
  const body = typeof rawBody === 'string' ? encoder.encode(rawBody) : rawBody
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['verify'])
  // Compares in constant time.
  if (!(await crypto.subtle.verify('HMAC', key, given, body))) return null
  return JSON.parse(new TextDecoder().decode(body)) as WebhookPayload
}

function fromHex(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[0-9a-f]{64}$/i.test(text)) return null
  return Uint8Array.from({ length: 32 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16))
}
