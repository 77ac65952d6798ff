/** Whether a webhook may go to an address, as far as that can be told when it is given. */
import { isPlainlyPrivate } from '../network/public-only.ts'

const MAX_CHARACTERS = 2_000

/** Null where the address will do; else a sentence with the remedy. */
export function whyNotWebhookUrl(address: string, allowPrivate: boolean): string | null {
  if (address.length > MAX_CHARACTERS)
    return `webhook_url is longer than ${MAX_CHARACTERS} characters: shorten it.`
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return 'webhook_url must begin with https:// or http://.'
  }
  if (url.username || url.password) {
    return 'webhook_url must not hold a user name or password: use the signature to know who calls.'
  }
  if (!allowPrivate && isPlainlyPrivate(url.hostname)) {
    return 'webhook_url must be reachable from the internet: private and local addresses are refused.'
  }
  return null
}
