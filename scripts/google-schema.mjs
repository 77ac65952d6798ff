/**
 * Makes emulator/sheets/google/discovery.json: the shapes of Sheets API v4 from Google's own discovery
 * document (https://sheets.googleapis.com/$discovery/rest?version=v4, Apache-2.0), without its prose.
 * Usage: node scripts/google-schema.mjs <discovery document>
 */
import { readFileSync, writeFileSync } from 'node:fs'

const [source] = process.argv.slice(2)
if (source === undefined) {
  console.error('Name the file with the discovery document.')
  process.exit(1)
}
const KEPT = ['type', 'format', '$ref', 'enum']

function withoutProse(schema) {
  const kept = Object.fromEntries(KEPT.filter(key => key in schema).map(key => [key, schema[key]]))
  if (schema.items) kept.items = withoutProse(schema.items)
  if (schema.additionalProperties) kept.additionalProperties = withoutProse(schema.additionalProperties)
  if (schema.properties) kept.properties = mapped(schema.properties)
  return kept
}
const mapped = schemas =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutProse(schema)]))

const { revision, schemas } = JSON.parse(readFileSync(source, 'utf8'))
const lines = Object.entries(mapped(schemas)).map(
  ([name, schema]) => `${JSON.stringify(name)}:${JSON.stringify(schema)}`,
)
const target = new URL('../emulator/sheets/google/discovery.json', import.meta.url)
writeFileSync(target, `{"revision":${JSON.stringify(revision)},"schemas":{\n${lines.join(',\n')}\n}}\n`)
console.log(`${lines.length} types of revision ${revision}`)
