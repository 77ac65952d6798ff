/** The page of a space's webhook deliveries. */
import type { PageOf } from '../../store/page.ts'
import type { ListedDelivery } from '../../webhooks/deliveries.ts'
import type { SpaceAsk } from '../page-routes.ts'
import { spacePath } from '../paths.ts'
import type { Page } from '../respond.ts'
import { type Html, html, moment } from './html.ts'
import { column, listed, shortId } from './listing.ts'
import { badge, card, type Forms, formsOf } from './parts.ts'

export interface WebhooksModel {
  ask: SpaceAsk
  page: PageOf<ListedDelivery>
  isFirst: boolean
}

const words: Record<string, string> = {
  timeout: 'No answer in time',
  unreachable: 'Not reachable',
  private_address: 'A private address',
  given_up: 'Given up',
}

function outcome({ outcome: code }: ListedDelivery): Html {
  if (code === null) return badge('On its way')
  if (/^2\d\d$/.test(code)) return badge(code, 'good')
  return badge(words[code] ?? `Answered ${code}`, 'warning')
}

const again = (delivery: ListedDelivery, forms: Forms): Html =>
  delivery.finishedAt === null
    ? ''
    : forms(
        'send-again',
        [
          html`<input type="hidden" name="turn" value="${delivery.turnId}">`,
          html`<button type="submit" class="button quiet">Send again<span class="hidden"> webhook of turn ${delivery.turnId.slice(0, 8)}</span></button>`,
        ],
        'bare',
      )

const row = (delivery: ListedDelivery, isOwner: boolean, forms: Forms): (Html | string)[] => [
  moment(delivery.createdAt),
  html`${outcome(delivery)}${again(delivery, forms)}`,
  html`<span class="address">${delivery.address}</span>`,
  html`${delivery.keyName}${isOwner ? html`<span class="second">${delivery.email}</span>` : ''}`,
  shortId(delivery.turnId),
]

export function webhooksView({ ask, page, isFirst }: WebhooksModel): Page {
  const path = `${spacePath(ask.space.id)}/webhooks`
  const forms = formsOf(path, ask.visitor.csrf)
  const isOwner = ask.role === 'owner'
  const columns = [column('Turn ended'), column('Outcome'), column('Address'), column('Key'), column('Turn')]
  const body = listed(page, {
    label: 'Webhook deliveries',
    columns,
    row: delivery => row(delivery, isOwner, forms),
    path: path,
    isFirst,
    nothing: ['No webhooks', 'A prompt that names a webhook_url has its end told there, and shows here.'],
  })
  return {
    title: 'Webhooks',
    section: 'webhooks',
    body: html`<h1>Webhooks</h1>${card({
      id: 'deliveries',
      title: 'Deliveries',
      lead: 'Each end of a turn is told once. Sending it again sends the same bytes with the same signature. Times in UTC; the part of an address after “?” is not shown.',
      body,
    })}`,
  }
}
