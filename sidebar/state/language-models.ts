/** The models that a person can choose from, and what they chose: for the next turn, and as their default. */
import { computed, signal } from '@preact/signals'
import type { ModelChoice, RpcError } from '../../contract/rpc.ts'
import { list, object, text } from '../conversation/entries.ts'
import type { Host } from '../host/host.ts'

export type ModelKind = keyof ModelChoice

export interface ModelOption {
  id: string
  label: string
  provider: string
  isDefault: boolean
}

type Options = Record<ModelKind, ModelOption[]>

const listOf: Record<ModelKind, string> = {
  agent_model: 'agent_models',
  bulk_model: 'bulk_models',
  bulk_search_model: 'bulk_search_models',
}
export const modelKinds = Object.keys(listOf) as ModelKind[]

export function createLanguageModels(host: Pick<Host, 'readModels' | 'saveDefaultModels'>) {
  const options = signal<Options | null>(null)
  const error = signal<RpcError | null>(null)
  const defaults = signal<ModelChoice>({})
  const forTurn = signal<ModelChoice>({})

  /** What the next turn is sent with: only models that the service still offers. */
  const chosen = computed<ModelChoice>(() => {
    const wanted = { ...defaults.value, ...forTurn.value }
    const offered = options.value
    if (!offered) return wanted
    const known = modelKinds.filter(kind => offered[kind].some(option => option.id === wanted[kind]))
    return Object.fromEntries(known.map(kind => [kind, wanted[kind]]))
  })

  async function load(fresh = false): Promise<void> {
    if (options.peek() && !fresh) return
    const answer = await host.readModels(fresh)
    if (answer.ok) options.value = parseOptions(answer.value)
    error.value = answer.ok ? null : answer.error
  }

  /** The label of a model that a turn used or will use. */
  const labelOf = (kind: ModelKind, id: string | undefined): string => {
    const list = options.value?.[kind] ?? []
    const found = id === undefined ? list.find(option => option.isDefault) : list.find(o => o.id === id)
    return found?.label ?? id?.split('/').at(-1) ?? ''
  }

  /** The next turn has a language model, as far as is known. */
  const hasLanguageModel = computed(() => {
    const list = options.value?.agent_model ?? []
    const id = chosen.value.agent_model
    const next = list.find(option => (id === undefined ? option.isDefault : option.id === id))
    return next?.provider !== 'offline'
  })

  function choose(kind: ModelKind, id: string | null): void {
    forTurn.value = without(forTurn.peek(), kind, id)
  }

  function chooseDefault(kind: ModelKind, id: string | null): void {
    defaults.value = without(defaults.peek(), kind, id)
    void host.saveDefaultModels(defaults.peek())
  }

  return {
    options,
    error,
    defaults,
    forTurn,
    chosen,
    hasLanguageModel,
    load,
    labelOf,
    choose,
    chooseDefault,
  }
}
export type LanguageModels = ReturnType<typeof createLanguageModels>

function without(choice: ModelChoice, kind: ModelKind, id: string | null): ModelChoice {
  const { [kind]: _, ...others } = choice
  return id === null ? others : { ...others, [kind]: id }
}

function parseOptions(body: unknown): Options {
  const models = object(object(body).models)
  const defaults = object(models.defaults)
  const parse = (kind: ModelKind) =>
    list(models[listOf[kind]]).flatMap(item => {
      const raw = object(item)
      const id = text(raw.id)
      if (id === null) return []
      const isDefault = raw.is_default === true || defaults[kind] === id
      return [{ id, label: text(raw.label) ?? id, provider: text(raw.provider) ?? '', isDefault }]
    })
  return {
    agent_model: parse('agent_model'),
    bulk_model: parse('bulk_model'),
    bulk_search_model: parse('bulk_search_model'),
  }
}
