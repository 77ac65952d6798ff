/** The page of one key. */
import type { KeyRow } from '../../accounts/keys.ts'
import type { Problem } from '../forms.ts'
import type { SpaceAsk } from '../page-routes.ts'
import { keyPath, keysPath } from '../paths.ts'
import type { Page } from '../respond.ts'
import { type Html, html, moment, time } from './html.ts'
import { limitsCard, overlapField, replaceCard, replacedCard } from './key-limits.ts'
import { badge, button, card, confirm, type Forms, field, formsOf, problemSummary, secret } from './parts.ts'

export interface KeyModel {
  ask: SpaceAsk
  key: KeyRow
  /** Only in answer to "show": null where the key has none. */
  webhookSecret?: string | null
  /** Only in answer to an exchange: the new key. */
  replaced?: string
  problem?: Problem | undefined
}

const facts = ({ key }: KeyModel) => html`<dl class="facts">
  <div><dt>Key</dt><dd><code>sk_rowhand_…${key.lastFour}</code></dd></div>
  <div><dt>Made by</dt><dd>${key.email}</dd></div>
  <div><dt>Made</dt><dd>${time(key.createdAt)}</dd></div>
  <div><dt>Last used</dt><dd>${key.lastUsedAt ? time(key.lastUsedAt) : 'never'}</dd></div>
</dl>`

const nameCard = ({ key, problem }: KeyModel, forms: Forms) =>
  card({
    id: 'name',
    title: 'Name',
    body: forms(
      'rename',
      [
        field({
          id: 'key-name',
          name: 'name',
          label: 'Name of the key',
          value: key.name,
          maxLength: 100,
          required: true,
          form: 'rename',
          problem,
        }),
        button('Save name'),
      ],
      'line',
    ),
  })

function webhookCard(model: KeyModel, forms: Forms): Html | '' {
  const { key, ask, webhookSecret } = model
  if (key.userId !== ask.visitor.session.userId) return ''
  const shown =
    webhookSecret === undefined
      ? forms('show-secret', button('Show the secret'))
      : webhookSecret === null
        ? html`<p>This key has no secret yet. Make one with the button below.</p>`
        : secret({ id: 'webhook-secret', label: 'Webhook secret', value: webhookSecret })
  const waiting = key.previousWebhookUntil
    ? html`<p>The secret before signs until ${moment(key.previousWebhookUntil)} UTC.</p>`
    : ''
  return card({
    id: 'webhooks',
    title: 'Webhook secret',
    lead: html`Every webhook of this key’s agents is signed with it, so that your program knows that it comes from here: the header <code>X-Webhook-Signature</code> holds the HMAC-SHA256 of the body.`,
    body: html`${waiting}<div class="actions">${shown}
      ${confirm({
        label: 'Replace the secret',
        text: 'While the one before is good, X-Webhook-Signature is made with it, and X-Webhook-Signature-Next with the new one: a program that knows either can check its own.',
        body: forms('rotate-secret', [overlapField('secret-old'), button('Replace it', 'danger')]),
      })}</div>`,
  })
}

/** Whoever sees the key is its person or an owner. */
const mayEnable = ({ ask, key }: KeyModel) =>
  ask.role === 'owner' || key.disabledBy === ask.visitor.session.userId

function startOrStop(model: KeyModel, forms: Forms): Html | '' {
  if (!model.key.disabled) return forms('disable', button('Disable'))
  return mayEnable(model) ? forms('enable', button('Enable', 'primary')) : ''
}

const stopCard = (model: KeyModel, forms: Forms) =>
  card({
    id: 'stop',
    title: 'Stop this key',
    lead: model.key.disabled
      ? `It is disabled: every request with it is refused.${mayEnable(model) ? '' : ' Only an owner of this space can enable it.'}`
      : 'Disabling can be taken back. Turns that it started are stopped.',
    body: html`<div class="actions">
      ${startOrStop(model, forms)}
      ${confirm({
        label: 'Delete',
        text: 'Programs and sidebars that use this key stop working at once. It can’t be brought back.',
        body: forms('delete', button('Delete key', 'danger')),
      })}</div>`,
  })

export function keyView(model: KeyModel): Page {
  const { ask, key, problem } = model
  const forms = formsOf(keyPath(ask.space.id, key.id), ask.visitor.csrf)
  return {
    title: key.name,
    section: 'keys',
    body: html`<p class="crumb"><a href="${keysPath(ask.space.id)}">Keys</a></p>
      <div class="heading"><h1>${key.name}</h1>${key.disabled ? badge('Disabled', 'warning') : badge('Active', 'good')}</div>
      ${problemSummary(problem)}${replacedCard(model)}
      ${facts(model)}${limitsCard(model, forms)}${webhookCard(model, forms)}${nameCard(model, forms)}${ask.visitor.session.userId === key.userId ? replaceCard(model, forms) : ''}${stopCard(model, forms)}`,
  }
}
