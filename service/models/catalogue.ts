/**
 * The list of models: a file in the tree, over which the operator can lay a file of their own.
 * Prices are written in dollars per million tokens and leave here as integer nano-dollars.
 */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type ModelCategory, modelIdPattern } from '../../contract/index.ts'
import builtIn from './catalogue.json' with { type: 'json' }
import { nanoDollars } from './price.ts'
import type { CatalogueModel } from './types.ts'

const dollars = z.number().min(0).max(100_000)

const fileModel = z.strictObject({
  id: z.string().regex(modelIdPattern, 'must look like managed:agent:openai/gpt-6.1-sol'),
  label: z.string().min(1),
  context_tokens: z.int().min(1000),
  /** It takes pictures beside text; not unless said. */
  pictures: z.boolean().optional(),
  /** Most tokens of one answer, where the provider's own limit is too low or too high. */
  max_output_tokens: z.int().min(1).optional(),
  /** The provider's name for the model, where it differs from the id's. */
  api_model: z.string().min(1).optional(),
  /** OpenAI only: which of its two interfaces to speak. */
  api: z.enum(['responses', 'chat']).optional(),
  price: z.strictObject({
    input: dollars,
    cached_input: dollars.optional().describe('As input where absent.'),
    output: dollars,
    per_search: dollars.optional(),
  }),
})

export const catalogueFile = z.strictObject({
  $schema: z.string().optional(),
  /** Ids to take away, or "all" for a catalogue without the built-in models. */
  remove: z.union([z.literal('all'), z.array(z.string())]).optional(),
  models: z.array(fileModel),
})

/** A model and how its provider is to be asked for it. */
export interface CatalogueEntry extends CatalogueModel {
  apiModel: string
  api: 'responses' | 'chat'
  maxOutputTokens: number | undefined
}

function parseModelId(id: string): { category: ModelCategory; provider: string; name: string } | null {
  const [, category, provider, name] = modelIdPattern.exec(id) ?? []
  return category && provider && name ? { category: category as ModelCategory, provider, name } : null
}

/** A start that the operator can put right; its message is the one sentence to show. */
export class CatalogueError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'CatalogueError'
  }
}

/** The built-in models with the operator's file laid over them. Throws a sentence about a bad file. */
export function loadCatalogue(overridePath?: string): CatalogueEntry[] {
  const models = new Map(catalogueFile.parse(builtIn).models.map(model => [model.id, model]))
  if (overridePath !== undefined) {
    const override = readOverride(overridePath)
    if (override.remove === 'all') models.clear()
    else for (const id of override.remove ?? []) models.delete(id)
    for (const model of override.models) models.set(model.id, model)
  }
  return [...models.values()].map(toEntry)
}

function readOverride(path: string): z.output<typeof catalogueFile> {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new CatalogueError(
      `the model catalogue ${path} can't be read as JSON: mend it, or take ROWHAND_CATALOGUE away`,
      cause,
    )
  }
  const parsed = catalogueFile.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue?.path.length ? ` at ${issue.path.join('.')}` : ''
  throw new CatalogueError(
    `the model catalogue ${path} has a mistake${where} (${issue?.message ?? 'not understood'}): mend it, or take ROWHAND_CATALOGUE away`,
  )
}

function toEntry(model: z.output<typeof fileModel>): CatalogueEntry {
  const { category, provider, name } = parseModelId(model.id)!
  const { price } = model
  return {
    id: model.id,
    label: model.label,
    provider,
    category,
    contextTokens: model.context_tokens,
    takesPictures: model.pictures ?? false,
    price: {
      inputPerMillion: nanoDollars(price.input),
      cachedInputPerMillion: nanoDollars(price.cached_input ?? price.input),
      outputPerMillion: nanoDollars(price.output),
      perSearch: nanoDollars(price.per_search ?? 0),
    },
    apiModel: model.api_model ?? name,
    api: model.api ?? 'responses',
    maxOutputTokens: model.max_output_tokens,
  }
}
