/** A JSON Schema object as rows of a table: name, type in words, meaning. */
type Json = Record<string, unknown>

export interface SchemaRow {
  name: string
  required: boolean
  types: { text: string; link: boolean }[]
  description: string
}

export function schemaRows(schema: Json): SchemaRow[] {
  const variants = (schema.oneOf ?? schema.anyOf) as Json[] | undefined
  if (variants && !schema.properties) {
    return [{ name: 'one of', required: true, types: variants.flatMap(typesOf), description: '' }]
  }
  const required = (schema.required ?? []) as string[]
  return Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([name, property]) => ({
    name,
    required: required.includes(name),
    types: typesOf(property),
    description: describe(property),
  }))
}

const described = (schema: Json): string => (schema.description as string | undefined) ?? ''

function describe(property: Json): string {
  const text = described(property)
  return property.deprecated && !/^Deprecated/.test(text) ? `Deprecated. ${text}` : text
}

function typesOf(schema: Json): { text: string; link: boolean }[] {
  if (typeof schema.$ref === 'string') return [{ text: schema.$ref.split('/').at(-1)!, link: true }]
  const variants = (schema.oneOf ?? schema.anyOf) as Json[] | undefined
  if (variants) {
    return variants.flatMap((variant, i) =>
      i === 0 ? typesOf(variant) : [{ text: 'or', link: false }, ...typesOf(variant)],
    )
  }
  if (schema.const !== undefined) return [{ text: JSON.stringify(schema.const), link: false }]
  if (Array.isArray(schema.enum)) return [{ text: schema.enum.map(String).join(' | '), link: false }]
  if (schema.type === 'array')
    return [{ text: 'array of', link: false }, ...typesOf((schema.items ?? {}) as Json)]
  if (Array.isArray(schema.type)) return typesOf({ anyOf: schema.type.map(type => ({ ...schema, type })) })
  const format = schema.format && schema.type === 'string' ? `, ${String(schema.format)}` : ''
  return [{ text: `${String(schema.type ?? 'anything')}${format}`, link: false }]
}
