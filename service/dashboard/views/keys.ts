/** The page of a space's keys. */
import type { KeyRow } from '../../accounts/keys.ts'
import type { Problem } from '../forms.ts'
import type { SpaceAsk } from '../page-routes.ts'
import { keyPath, keysPath } from '../paths.ts'
import type { Page } from '../respond.ts'
import { type Html, html, time } from './html.ts'
import { badge, button, card, empty, field, form, problemSummary, secret } from './parts.ts'

export interface KeysModel {
  ask: SpaceAsk
  keys: KeyRow[]
  /** Makes sending the form twice the same as sending it once. */
  once: string
  created?: { id: string; name: string; apiKey: string }
  problem?: Problem | undefined
}

function stateOf({ disabled, limits }: KeyRow, isNew: boolean): Html {
  if (isNew) return badge('New', 'good')
  if (disabled) return badge('Disabled', 'warning')
  if (limits.expiresAt !== null && limits.expiresAt.getTime() <= Date.now()) return badge('Over', 'warning')
  if (limits.readOnly) return badge('Reads only')
  return badge(limits.spreadsheetIds === null ? 'Active' : 'Limited')
}

const row = (ask: SpaceAsk, key: KeyRow, isNew: boolean): Html =>
  html`<li class="row">
    <div class="row-main">
      <a class="row-title" href="${keyPath(ask.space.id, key.id)}">${key.name}</a>
      <p class="row-facts"><code>sk_rowhand_…${key.lastFour}</code>
        ${key.userId === ask.visitor.session.userId ? '' : html`<span>${key.email}</span>`}
        <span>${key.lastUsedAt ? html`used ${time(key.lastUsedAt)}` : 'never used'}</span></p>
    </div>
    ${stateOf(key, isNew)}
  </li>`

const createdCard = (created: NonNullable<KeysModel['created']>, ask: SpaceAsk) =>
  html`<section class="card highlight" aria-labelledby="new-key-title" tabindex="-1" autofocus>
    <h2 id="new-key-title">Your new key</h2>
    <p class="lead">Copy it now: it is not shown again. Paste it into the sidebar, or send it in the header <code>X-API-Key</code>.</p>
    ${secret({ id: 'new-key', label: created.name, value: created.apiKey })}
    <p class="hint">Whoever has it can spend this space’s credits and edit your spreadsheets. Its
      <a href="${keyPath(ask.space.id, created.id)}#webhooks">webhook secret</a> can be shown at any time.</p>
  </section>`

const createCard = ({ ask, once, problem }: KeysModel) =>
  card({
    id: 'create',
    title: 'New key',
    lead: 'One for each program or person, so that each can be stopped on its own.',
    body: form({
      action: keysPath(ask.space.id),
      csrf: ask.visitor.csrf,
      does: 'create',
      className: 'line',
      body: [
        html`<input type="hidden" name="once" value="${once}">`,
        field({
          id: 'key-name',
          name: 'name',
          label: 'Name',
          hint: 'For example “Sidebar” or “Nightly import”.',
          maxLength: 100,
          required: true,
          form: 'create',
          problem,
        }),
        button('Create key', 'primary'),
      ],
    }),
  })

export function keysView(model: KeysModel): Page {
  const { ask, keys, created } = model
  const list =
    keys.length === 0
      ? empty('No keys yet', 'A key lets the sidebar, or a program of yours, start agents in this space.')
      : html`<ul class="rows">${keys.map(key => row(ask, key, key.id === created?.id))}</ul>`
  return {
    title: 'Keys',
    section: 'keys',
    body: html`<h1>Keys</h1>${problemSummary(model.problem)}
      ${created ? createdCard(created, ask) : ''}
      ${card({ id: 'keys', title: ask.role === 'owner' ? 'Keys of this space' : 'Your keys', body: list })}
      ${createCard(model)}`,
  }
}
