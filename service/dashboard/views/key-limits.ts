/** The cards of a key's page that say what it may do less than its person, and that exchange it. */
import { lastDayOf } from '../../accounts/key-limits.ts'
import type { KeyRow } from '../../accounts/keys.ts'
import type { Problem } from '../forms.ts'
import { limitText } from '../limit-field.ts'
import { type Html, html, moment } from './html.ts'
import { alertBox, button, card, confirm, type Forms, field, secret, select } from './parts.ts'

interface LimitedKey {
  key: KeyRow
  /** Only in answer to an exchange: the new key. */
  replaced?: string
  problem?: Problem | undefined
}

export const overlapField = (id: string): Html =>
  select({
    id,
    name: 'old',
    label: 'The one before is good for',
    choices: [
      { value: 'day', label: 'another day' },
      { value: 'week', label: 'another week' },
      { value: 'now', label: 'no longer: end it at once' },
    ],
    value: 'day',
  })

export function limitsCard({ key, problem }: LimitedKey, forms: Forms): Html {
  const { limits } = key
  const text = (id: string, label: string, hint: string, value: string) =>
    field({ id: `limit-${id}`, name: id, label, hint, value, maxLength: 5_000, form: 'limits', problem })
  return card({
    id: 'limits',
    title: 'Limits',
    lead: 'What this key may do less than its person. Turns that run already keep what they began with.',
    body: forms('limits', [
      text(
        'spreadsheets',
        'Only these spreadsheets',
        'Ids or addresses, separated by spaces. Empty for all that its person may open.',
        limits.spreadsheetIds?.join(' ') ?? '',
      ),
      select({
        id: 'limit-may',
        name: 'may',
        label: 'May',
        choices: [
          { value: 'change', label: 'read and change' },
          { value: 'read', label: 'read only' },
        ],
        value: limits.readOnly ? 'read' : 'change',
      }),
      text('last-day', 'Last day (UTC)', 'Like 2027-01-31. Empty for no end.', lastDayOf(limits.expiresAt)),
      text(
        'amount',
        'May spend a month, in dollars',
        'Beside the limits of its person and space. Empty for no limit of its own.',
        limitText(limits.spendingLimitNano),
      ),
      button('Save limits'),
    ]),
  })
}

/** Above the page that answers the exchange: the only time the new key can be read. */
export const replacedCard = ({ replaced, key }: LimitedKey): Html =>
  replaced === undefined
    ? ''
    : html`<section class="card highlight" aria-labelledby="new-key-title" tabindex="-1" autofocus>
        <h2 id="new-key-title">The new key</h2>
        <p class="lead">Copy it now: it is not shown again. ${key.previousUntil ? html`The one before is good until ${moment(key.previousUntil)} UTC.` : 'The one before is good no longer.'}</p>
        ${secret({ id: 'new-key', label: key.name, value: replaced })}</section>`

export const replaceCard = ({ key }: LimitedKey, forms: Forms): Html =>
  card({
    id: 'replace',
    title: 'Replace this key',
    lead: 'Its name, limits and conversations stay. Programs take the new one over while the one before is still good.',
    body: html`${key.previousUntil ? alertBox('good', html`The key before this one is good until ${moment(key.previousUntil)} UTC.`) : ''}
      ${confirm({
        label: 'Replace the key',
        text: 'A new key is shown once.',
        body: forms('replace', [overlapField('replace-old'), button('Replace it', 'danger')]),
      })}`,
  })
