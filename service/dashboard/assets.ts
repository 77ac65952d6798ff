/** The dashboard's style and script, read once and named by their contents, so that browsers keep them. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'

const FOLDER = join(import.meta.dirname, 'assets')
/** In this order: later rules win. */
const STYLES = ['base', 'frame', 'cards', 'forms', 'charts', 'pages']

const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

function asset(text: string, ending: string, type: string) {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 12)
  return { text, path: `/assets/${digest}.${ending}`, type }
}

const style = asset(
  STYLES.map(name => read(`style/${name}.css`)).join('\n'),
  'css',
  'text/css; charset=utf-8',
)
const script = asset(read('dashboard.js'), 'js', 'text/javascript; charset=utf-8')

export const stylePath = `/dashboard${style.path}`
export const scriptPath = `/dashboard${script.path}`

export function assetRoutes(): Hono {
  const app = new Hono()
  for (const { path, type, text } of [style, script]) {
    app.get(path, () => {
      const headers = {
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      }
      return new Response(text, { headers })
    })
  }
  return app
}
