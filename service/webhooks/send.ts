/** Sends one webhook: one attempt, ten seconds for all of it, no redirects, nothing private. */
import { type Dispatcher, request } from 'undici'
import { WEBHOOK_NEXT_SIGNATURE_HEADER, WEBHOOK_SIGNATURE_HEADER } from '../../contract/index.ts'
import { PrivateAddressError } from '../network/public-only.ts'
import { signatureOf } from './payload.ts'
import type { Delivery } from './queue.ts'

const TIMEOUT_MS = 10_000
// What the receiver answers isn't looked at; so much of it is read that the connection can be used again.
const MAX_ANSWER_BYTES = 16_384

/** Answers the status code as text, or a word for what went wrong. Never throws. */
export async function sendWebhook(
  delivery: Delivery,
  { secret, next }: { secret: string | null; next: string | null },
  options: { dispatcher: Dispatcher; userAgent: string; timeoutMs?: number },
): Promise<string> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'user-agent': options.userAgent,
  }
  if (secret !== null) headers[WEBHOOK_SIGNATURE_HEADER.toLowerCase()] = signatureOf(delivery.body, secret)
  if (next !== null) headers[WEBHOOK_NEXT_SIGNATURE_HEADER.toLowerCase()] = signatureOf(delivery.body, next)
  const signal = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  try {
    const { statusCode, body } = await request(delivery.url, {
      method: 'POST',
      headers,
      body: delivery.body,
      dispatcher: options.dispatcher,
      signal,
    })
    // The receiver has spoken; a rest that breaks off changes nothing.
    await body.dump({ limit: MAX_ANSWER_BYTES, signal }).catch(() => {})
    return `${statusCode}`
  } catch (error) {
    if (signal.aborted) return 'timeout'
    return error instanceof PrivateAddressError ? 'private_address' : 'unreachable'
  }
}
