/** Security headers: what a browser may do with our answers. */

/** For JSON: nothing may be run, framed, guessed or kept. */
export const apiHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** For pages: our own styles and pictures, forms to ourselves, and scripts only by `nonce`. */
export function pageHeaders(options: { nonce?: string; https: boolean; formAction?: string }) {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    options.nonce ? `script-src 'nonce-${options.nonce}'` : '',
    `form-action 'self'${options.formAction ? ` ${options.formAction}` : ''}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]
  const headers: Record<string, string> = {
    'cache-control': 'no-store',
    'content-security-policy': policy.filter(Boolean).join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  }
  if (options.https) headers['strict-transport-security'] = 'max-age=31536000'
  return headers
}
