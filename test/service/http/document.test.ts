import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { requestErrorCodes } from '../../../contract/index.ts'
import { openRoute } from '../../../service/http/route.ts'
import { type Served, serve } from './serve.ts'

interface Operation {
  operationId: string
  tags: string[]
  responses: Record<
    string,
    {
      headers: object
      content?: {
        'application/json': {
          schema: { $ref: string }
          example?: unknown
          examples?: Record<string, { value: unknown }>
        }
      }
    }
  >
  requestBody?: {
    content: {
      'application/json': { schema: { $ref: string }; examples: Record<string, { value: unknown }> }
    }
  }
}
interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> }
}

let service: Served
let document: Document
beforeAll(async () => {
  service = await serve()
  document = (await (await service.call('/openapi.json')).json()) as Document
})
afterAll(() => service.close(0))

const operations = () => Object.values(document.paths).flatMap(methods => Object.values(methods))

describe('the OpenAPI document', () => {
  it("passes redocly's recommended rules without a warning", async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rowhand-openapi-'))
    const file = join(folder, 'openapi.json')
    await writeFile(file, JSON.stringify(document))
    const cli = join(import.meta.dirname, '../../../node_modules/@redocly/cli/bin/cli.js')
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [cli, 'lint', file, '--extends', 'recommended', '--format', 'json'],
      {
        cwd: folder,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    )
    await rm(folder, { recursive: true, force: true })
    const { totals, problems } = JSON.parse(stdout) as { totals: object; problems: object[] }
    expect(problems).toEqual([])
    expect(totals).toMatchObject({ errors: 0, warnings: 0 })
  })

  it('has the eight operations of the interface and the one way to authenticate', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(
      operations()
        .filter(operation => !operation.tags.includes('Additions'))
        .map(operation => operation.operationId)
        .toSorted(),
    ).toEqual(
      'copyTab getAgent getAgentMessages getVersion listModels startAgent stopAgent verifyApiKey'.split(' '),
    )
    expect(document.components.securitySchemes).toMatchObject({
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    })
  })

  it('shows an example for each answer, each error code and each body, and all of them fit', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema({ $id: 'document', ...document })
    const codes = new Set<string>()
    for (const { operationId, responses, requestBody } of operations()) {
      const contents = [...Object.values(responses).map(one => one.content), requestBody?.content]
      for (const content of contents.filter(one => one !== undefined)) {
        const json: {
          schema: { $ref: string }
          example?: unknown
          examples?: Record<string, { value: unknown }>
        } = content['application/json']
        const examples = json.examples ? Object.values(json.examples).map(one => one.value) : [json.example]
        expect(examples.length, operationId).toBeGreaterThan(0)
        const fits = ajv.getSchema(`document${json.schema.$ref}`)!
        for (const example of examples)
          expect(fits(example), `${operationId} ${JSON.stringify(fits.errors)}`).toBe(true)
        for (const code of Object.keys(json.examples ?? {})) codes.add(code)
      }
    }
    const ofNoOperation = ['NOT_FOUND', 'METHOD_NOT_ALLOWED']
    expect(requestErrorCodes.filter(code => !codes.has(code))).toEqual(ofNoOperation)
  })

  it('lists the headers of each answer', () => {
    for (const operation of operations()) {
      for (const response of Object.values(operation.responses)) {
        expect(Object.keys(response.headers)).toContain('X-Request-Id')
      }
    }
  })
})

describe('a route', () => {
  it('does not compile with an answer of another shape than it documents', () => {
    // Without a name: what bears one belongs to the document, in this process for other files, too.
    const ok = z.strictObject({ name: z.string() })
    const spec = {
      method: 'get',
      path: '/x',
      operationId: 'x',
      summary: '',
      description: '',
      tag: '',
      keyed: false,
      ok: { status: 200, description: '', body: ok, example: { name: '' } },
      errors: [],
    } as const
    openRoute(spec, async () => ({ state: 'ok', body: { name: 'right' } }))
    // @ts-expect-error: the document says that name is a string
    openRoute(spec, async () => ({ state: 'ok', body: { name: 7 } }))
    // @ts-expect-error: a field is missing
    openRoute(spec, async () => ({ state: 'ok', body: {} }))
    expect(spec.path).toBe('/x')
  })
})

describe('the page at /docs', () => {
  it('tells every operation and schema, without scripts and without asking other hosts', async () => {
    const response = await service.call('/docs')
    const html = await response.text()
    for (const { operationId } of operations()) expect(html).toContain(`id="${operationId}"`)
    for (const name of Object.keys(document.components.schemas)) expect(html).toContain(`id="${name}"`)
    expect(html).not.toContain('<script')
    expect(html).not.toMatch(/(?:src|href)="https?:/)
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  })
})
