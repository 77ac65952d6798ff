/**
 * How the contract names its schemas. A named schema becomes a component of the OpenAPI document
 * under that name; everything else is written where it is used.
 */
import { z } from 'zod'

export type SchemaMeta = { id: string; description?: string | undefined; [extra: string]: unknown }

/** Every schema that has a name of its own in the OpenAPI document. */
export const schemas = z.registry<SchemaMeta>()

/** Gives `schema` its component name and returns it unchanged. */
export function named<T extends z.ZodType>(id: string, schema: T, meta: Omit<SchemaMeta, 'id'> = {}): T {
  schemas.add(schema, { ...meta, id })
  return schema
}

/** An RFC 3339 instant in UTC, as `Date.prototype.toISOString` writes it. */
export const dateTime = z.iso.datetime()
export const uuid = z.uuid()
/** Integer nano-dollars: 1,000,000,000 is one US dollar. */
export const nanoDollars = z.int()
