/** The OpenAPI document as a judge: which answers it allows. Knows nothing of the service's code. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

export type Json = Record<string, unknown>

export interface Operation {
  operationId: string
  method: string
  path: string
  security: Json[]
  parameters: Parameter[]
  bodySchema: Json | null
  responses: Record<string, ResponseDoc>
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Json
}

export interface ResponseDoc {
  headers?: Record<string, unknown>
  content?: { 'application/json': { schema: { $ref: string }; examples?: Record<string, unknown> } }
}

export class Document {
  readonly raw: Json
  readonly operations: Map<string, Operation>
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true })

  constructor(raw: Json) {
    this.raw = raw
    const formats = addFormats as unknown as (ajv: Ajv2020) => void
    formats(this.#ajv)
    this.#ajv.addSchema({ $id: 'document', ...raw })
    this.operations = readOperations(this)
  }

  static async fetch(baseUrl: string): Promise<Document> {
    const response = await fetch(`${baseUrl}/openapi.json`)
    return new Document((await response.json()) as Json)
  }

  resolve<T = Json>(reference: unknown): T {
    const at = (reference as { $ref?: string }).$ref
    if (!at) return reference as T
    return at
      .slice(2)
      .split('/')
      .reduce(
        (value, key) => (value as Json)[key.replaceAll('~1', '/').replaceAll('~0', '~')] as Json,
        this.raw,
      ) as T
  }

  schema(name: string): Json {
    return this.resolve({ $ref: `#/components/schemas/${name}` })
  }

  /** Null where `value` is as the schema says; else what is wrong with it. */
  problem(reference: string, value: unknown): string | null {
    const validate = this.#ajv.getSchema(`document${reference}`)
    if (!validate) throw new Error(`the document has no ${reference}`)
    return validate(value) ? null : this.#ajv.errorsText(validate.errors)
  }

  operation(operationId: string): Operation {
    const found = this.operations.get(operationId)
    if (!found) throw new Error(`the document has no operation ${operationId}`)
    return found
  }
}

function readOperations(document: Document): Map<string, Operation> {
  const operations = new Map<string, Operation>()
  for (const [path, methods] of Object.entries(document.raw.paths as Record<string, Record<string, Json>>)) {
    for (const [method, operation] of Object.entries(methods)) {
      const body = operation.requestBody as { content: { 'application/json': { schema: Json } } } | undefined
      const operationId = operation.operationId as string
      operations.set(operationId, {
        operationId,
        method: method.toUpperCase(),
        path,
        security: operation.security as Json[],
        parameters: ((operation.parameters ?? []) as Json[]).map(one => document.resolve<Parameter>(one)),
        bodySchema: body ? document.resolve(body.content['application/json'].schema) : null,
        responses: operation.responses as Record<string, ResponseDoc>,
      })
    }
  }
  return operations
}
