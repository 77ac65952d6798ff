// npm run client:types: writes the client's types from the service's own OpenAPI document.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile, type JSONSchema } from 'json-schema-to-typescript'
import { allRoutes } from '../service/http/app.ts'
import { openApiDocument } from '../service/http/openapi.ts'

const FILE = join(import.meta.dirname, '..', 'clients', 'typescript', 'src', 'types.gen.ts')
const BANNER = '// Made by "npm run client:types" from the OpenAPI document: do not edit.'

/** The text of types.gen.ts for the routes as they are declared now. */
export async function clientTypes(): Promise<string> {
  // Declaring a route asks nothing of what its handler will work with.
  const document = openApiDocument(allRoutes({} as never), { publicUrl: '' })
  const schemas = JSON.stringify(document.components.schemas).replaceAll('#/components/schemas/', '#/$defs/')
  const all = { title: 'AllSchemas', type: 'object', $defs: JSON.parse(schemas) as JSONSchema } as JSONSchema
  const text = await compile(all, 'AllSchemas', {
    bannerComment: BANNER,
    unreachableDefinitions: true,
    additionalProperties: false,
    format: true,
    style: { semi: false, singleQuote: true, printWidth: 110 },
  })
  return text.replace(/export interface AllSchemas \{\}\n/, '')
}

if (process.argv[1] === import.meta.filename) writeFileSync(FILE, await clientTypes())
