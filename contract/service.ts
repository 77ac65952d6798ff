/** The other operations: models, key check, copy tab, version. */
import { z } from 'zod'
import { gid } from './agents.ts'
import { named, uuid } from './schema.ts'

export const modelCategories = ['agent', 'bulk', 'search'] as const
export type ModelCategory = (typeof modelCategories)[number]

/** `managed:<category>:<provider>/<model_name>` */
export const modelIdPattern = /^managed:(agent|bulk|search):([^/\s]+)\/(\S+)$/

export const modelOption = named(
  'ModelOption',
  z.strictObject({ id: z.string(), label: z.string(), provider: z.string(), is_default: z.boolean() }),
)
export type ModelOption = z.infer<typeof modelOption>

export const configurationResponse = named(
  'ConfigurationResponse',
  z.strictObject({
    models: z.strictObject({
      agent_models: z.array(modelOption),
      bulk_models: z.array(modelOption),
      bulk_search_models: z.array(modelOption),
      defaults: z.strictObject({
        agent_model: z.string().optional(),
        bulk_model: z.string().optional(),
        bulk_search_model: z.string().optional(),
      }),
    }),
  }),
)
export type ConfigurationResponse = z.infer<typeof configurationResponse>

export const verifyApiKeyResponse = named(
  'VerifyApiKeyResponse',
  z.strictObject({
    valid: z.boolean(),
    user: z.strictObject({ email: z.email().nullable() }),
    space: z.strictObject({ id: uuid, name: z.string().nullable() }),
    google_connected: z.boolean().describe('Whether access to spreadsheets is authorised.'),
    webhook_secret: z.string().nullable().describe('Signs webhooks (HMAC-SHA256); null if the key has none.'),
  }),
)
export type VerifyApiKeyResponse = z.infer<typeof verifyApiKeyResponse>

export const copyTabRequest = named(
  'CopyTabRequest',
  z
    .strictObject({
      destination_spreadsheet_id: z
        .string()
        .describe('Id or address of the destination; the source itself duplicates the tab in place.'),
      sheet_id: gid.optional().describe('Tab id (gid) of the tab to copy.'),
      sheet_name: z.string().optional().describe('Exact title of the tab to copy.'),
    })
    .describe('Exactly one of sheet_id and sheet_name.'),
)
export type CopyTabRequest = z.infer<typeof copyTabRequest>

export const copyTabResponse = named(
  'CopyTabResponse',
  z.strictObject({
    destination_spreadsheet_id: z.string(),
    sheet_id: z.number().describe('Tab id (gid) of the new tab.'),
    title: z.string().describe('Title of the new tab: "Copy of" and the title of the original.'),
  }),
)
export type CopyTabResponse = z.infer<typeof copyTabResponse>

export const versionResponse = named('VersionResponse', z.strictObject({ version: z.string() }))
export type VersionResponse = z.infer<typeof versionResponse>

/** `sk_rowhand_` and 32 letters or digits. */
export const apiKeyPattern = /^sk_[a-z0-9]+_[A-Za-z0-9]{32}$/
