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
  // By name: the document has them in the order in which the modules happened to be loaded.
  const byName = Object.entries(document.components.schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const schemas = JSON.stringify(Object.fromEntries(byName)).replaceAll('#/components/schemas/', '#/$defs/')
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
