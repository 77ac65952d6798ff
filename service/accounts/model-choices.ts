/** The models a space can choose from and its defaults: its own settings where it has any, else the platform's. */
import type { ConfigurationResponse, ModelCategory } from '../../contract/index.ts'
import type { Models } from '../models/types.ts'
import type { ModelSettings } from './spaces.ts'

type Choices = ConfigurationResponse['models']

const categoryOf = {
  agent_models: 'agent',
  bulk_models: 'bulk',
  bulk_search_models: 'search',
} as const satisfies Record<string, ModelCategory>
const defaultOf = {
  agent_models: 'agent_model',
  bulk_models: 'bulk_model',
  bulk_search_models: 'bulk_search_model',
} as const

export function modelChoices(
  models: Pick<Models, 'list' | 'defaults'>,
  settings: ModelSettings | null,
): Choices {
  const platform = models.defaults()
  const defaults: Choices['defaults'] = {}
  const listOf = (list: keyof typeof categoryOf) => {
    const all = models.list().filter(model => model.category === categoryOf[list])
    const chosen = settings?.[list]
    const allowed = all.filter(model => !chosen || chosen.includes(model.id))
    // A model that the operator took away since: better the platform's list than an empty one.
    const shown = allowed.length > 0 ? allowed : all
    const key = defaultOf[list]
    const wanted = [settings?.defaults?.[key], platform[key], shown[0]?.id]
    const standard = wanted.find(id => shown.some(model => model.id === id))
    if (standard !== undefined) defaults[key] = standard
    return shown.map(model => ({
      id: model.id,
      label: model.label,
      provider: model.provider,
      is_default: model.id === standard,
    }))
  }
  return {
    agent_models: listOf('agent_models'),
    bulk_models: listOf('bulk_models'),
    bulk_search_models: listOf('bulk_search_models'),
    defaults,
  }
}
