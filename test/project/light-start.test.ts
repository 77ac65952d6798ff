/** What a start of the service loads: nothing that is off by default or first needed by a turn. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const START = join(import.meta.dirname, '../../service/start-service.ts')

/** Prints the packages that a process loads which only imports `START`. */
const program = `
  import { registerHooks } from 'node:module'
  const packages = new Set()
  registerHooks({
    load(url, context, next) {
      const name = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(url)?.[1]
      if (name) packages.add(name)
      if (url.includes('/offline-planner/')) packages.add(url.slice(url.indexOf('/offline-planner/')))
      return next(url, context)
    },
  })
  await import(process.argv[1])
  console.log(JSON.stringify([...packages]))
  process.exit(0)
`

it('A start loads no provider, tracing, metrics, sign-in, web client or planner', async () => {
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program, START]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const loaded = JSON.parse(stdout) as string[]

  expect(loaded).toContain('@electric-sql/pglite')
  expect(loaded).toContain('/offline-planner/index.ts')
  const heavy =
    /^(ai|@ai-sdk\/(openai|anthropic|google|openai-compatible|gateway)|@opentelemetry\/sdk-trace|prom-client|openid-client|jose|undici|@googleapis\/sheets|google-auth-library|\/offline-planner\/(?!index).*)$/
  expect(loaded.filter(name => heavy.test(name))).toEqual([])
})
