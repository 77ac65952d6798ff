/** The page of a space's settings. */
import type { ConfigurationResponse } from '../../../contract/index.ts'
import type { readStanding } from '../../accounts/billing.ts'
import { formatDollars } from '../../accounts/money.ts'
import type { Problem } from '../forms.ts'
import { limitText } from '../limit-field.ts'
import type { SpaceAsk } from '../page-routes.ts'
import { spacePath } from '../paths.ts'
import type { Page } from '../respond.ts'
import { type Html, html, spaceLabel } from './html.ts'
import { button, card, type Forms, field, formsOf, problemSummary, select } from './parts.ts'

type Choices = ConfigurationResponse['models']
export type ModelField = keyof Choices['defaults']

export const modelFields = [
  { field: 'agent_model', list: 'agent_models', label: 'Agent', hint: 'Plans the work and calls the tools.' },
  { field: 'bulk_model', list: 'bulk_models', label: 'Bulk runs', hint: 'Fills cells row by row.' },
  {
    field: 'bulk_search_model',
    list: 'bulk_search_models',
    label: 'Bulk runs with search',
    hint: 'Fills cells from what it finds on the web.',
  },
] as const satisfies readonly { field: ModelField; list: keyof Choices; label: string; hint: string }[]

export interface SettingsModel {
  ask: SpaceAsk
  standing: Awaited<ReturnType<typeof readStanding>>
  choices: Choices
  /** What the space chose. */
  chosen: Choices['defaults']
  /** What is used where it chose nothing. */
  platform: Choices['defaults']
  problem?: Problem | undefined
}

const nameCard = ({ ask, problem }: SettingsModel, forms: Forms) =>
  card({
    id: 'name',
    title: 'Name',
    body: forms(
      'name',
      [
        field({
          id: 'space-name',
          name: 'name',
          label: 'Name of the space',
          value: ask.space.name ?? '',
          maxLength: 100,
          required: true,
          form: 'name',
          problem,
        }),
        button('Save name'),
      ],
      'line',
    ),
  })

function limitCard({ ask, standing, problem }: SettingsModel, forms: Forms): Html {
  const { limitNano, spentNano } = standing.space
  const state =
    limitNano === null ? 'There is no limit.' : `The limit is ${formatDollars(limitNano, 'exact')}.`
  return card({
    id: 'limit',
    title: 'Spending limit',
    lead: `For everyone in this space together, each calendar month (UTC). ${state} This month: ${formatDollars(spentNano, 'spent')}.`,
    body:
      ask.role === 'owner'
        ? forms(
            'limit',
            [
              field({
                id: 'space-limit',
                name: 'limit',
                label: 'Limit a month, in dollars',
                hint: 'Leave it empty for no limit. Limits of single people are on the members page.',
                value: limitText(limitNano),
                inputmode: 'decimal',
                form: 'limit',
                problem,
              }),
              button('Save limit'),
            ],
            'line',
          )
        : '',
  })
}

const exportCard = ({ ask }: SettingsModel, forms: Forms) =>
  card({
    id: 'export',
    title: 'Export',
    lead:
      ask.role === 'owner'
        ? 'Members, keys, skills, turns, charges and activity of this space, and your own conversations. Prompts and answers of others are not in it; whoever runs the service can export those.'
        : 'Your part of this space: your keys, conversations, charges and activity.',
    body: html`<div class="actions">${forms('export-json', button('Export as JSON'), 'bare')}${forms('export-csv', button('Export as CSV files'), 'bare')}</div>`,
  })

const deleteCard = ({ ask, problem }: SettingsModel, forms: Forms) =>
  card({
    id: 'delete',
    title: 'Delete this space',
    lead: 'With its keys, skills, credits and everybody’s conversations, for good. Turns that run are ended. Spreadsheets stay as they are; members keep their accounts.',
    body: html`<details class="confirm"${problem?.form === 'delete' ? html` open` : ''}><summary class="button quiet">Delete the space</summary>
      <div class="ask">${forms('delete', [
        field({
          id: 'delete-confirm',
          name: 'confirm',
          label: `Write “${spaceLabel(ask.space.name)}” to delete it`,
          maxLength: 100,
          required: true,
          form: 'delete',
          problem,
        }),
        button('Delete for good', 'danger'),
      ])}</div></details>`,
  })

const labelOf = (options: Choices['agent_models'], id: string | undefined) =>
  options.find(option => option.id === id)?.label ?? 'none'

function modelsCard({ ask, choices, chosen, platform }: SettingsModel, forms: Forms): Html {
  const title = 'Default models'
  const lead =
    'Used where a prompt names no model of its own. The sidebar can choose another for a single turn.'
  if (ask.role !== 'owner') {
    const rows = modelFields.map(
      ({ field, list, label }) =>
        html`<div><dt>${label}</dt><dd>${labelOf(choices[list], choices.defaults[field])}</dd></div>`,
    )
    return card({ id: 'models', title, lead, body: html`<dl class="facts">${rows}</dl>` })
  }
  const selects = modelFields.map(({ field, list, label, hint }) =>
    select({
      id: field,
      name: field,
      label,
      hint,
      value: chosen[field] ?? '',
      choices: [
        { value: '', label: `Default: ${labelOf(choices[list], platform[field])}` },
        ...choices[list].map(option => ({ value: option.id, label: option.label })),
      ],
    }),
  )
  return card({ id: 'models', title, lead, body: forms('models', [...selects, button('Save models')]) })
}

export function settingsView(model: SettingsModel): Page {
  const { ask, problem } = model
  const forms = formsOf(`${spacePath(ask.space.id)}/settings`, ask.visitor.csrf)
  const isOwner = ask.role === 'owner'
  return {
    title: 'Settings',
    section: 'settings',
    body: html`<h1>Settings</h1>${problemSummary(problem)}
      ${isOwner ? '' : html`<p class="lead">Owners of this space can change these.</p>`}
      ${modelsCard(model, forms)}${limitCard(model, forms)}${isOwner ? nameCard(model, forms) : ''}
      ${exportCard(model, forms)}${isOwner ? deleteCard(model, forms) : ''}`,
  }
}
