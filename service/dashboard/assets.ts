/** The dashboard's style and script, read once and named by their contents, so that browsers keep them. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'

const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' } as const

function load(kind: keyof typeof TYPES) {
  const text = readFileSync(join(import.meta.dirname, 'assets', `dashboard.${kind}`), 'utf8')
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 12)
  return { text, path: `/assets/${digest}.${kind}`, type: TYPES[kind] }
}

const style = load('css')
const script = load('js')

export const stylePath = `/dashboard${style.path}`
export const scriptPath = `/dashboard${script.path}`

export function assetRoutes(): Hono {
  const app = new Hono()
  for (const asset of [style, script]) {
    app.get(asset.path, () => {
      const headers = {
        'content-type': asset.type,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      }
      return new Response(asset.text, { headers })
    })
  }
  return app
}
