/** The page of the service's health, for whoever runs it. */
import type { ServiceHealth } from '../../accounts/health.ts'
import type { Page } from '../respond.ts'
import { counted, type Html, html } from './html.ts'
import { column, dataTable } from './listing.ts'
import { alertBox, card, empty } from './parts.ts'
import { ends as namesOfEnds } from './turns.ts'

/** Turns wait this long only where no replica takes them up. */
const LONG_WAIT_SECONDS = 30
const MANY_WEBHOOKS = 500

const seconds = (value: number | null) =>
  value === null ? '–' : value < 120 ? `${value.toFixed(1)} s` : `${Math.round(value / 60)} min`

const megabytes = (bytes: bigint) => `${(Number(bytes) / 1_048_576).toFixed(0)} MB`

const tile = (label: string, value: string, note: string) =>
  html`<div class="tile"><dt>${label}</dt><dd><span class="tile-value">${value}</span><span class="tile-note">${note}</span></dd></div>`

function troubles(health: ServiceHealth): Html[] {
  const found: Html[] = []
  if ((health.oldestQueuedSeconds ?? 0) > LONG_WAIT_SECONDS) {
    found.push(
      alertBox(
        'warning',
        html`<strong>Turns wait.</strong> The oldest for ${seconds(health.oldestQueuedSeconds)}. Look into the log for database errors, and see docs/debugging.md.`,
      ),
    )
  }
  if (health.webhooksWaiting > MANY_WEBHOOKS) {
    found.push(
      alertBox('warning', html`<strong>${health.webhooksWaiting} webhooks wait</strong> for receivers.`),
    )
  }
  const inside = health.ends.find(end => end.code === 'INTERNAL_ERROR')
  if (inside) {
    found.push(
      alertBox(
        'warning',
        html`<strong>${counted(inside.turns, 'turn')} ended with INTERNAL_ERROR</strong> within a day. The log names the cause by the turn’s id.`,
      ),
    )
  }
  return found.length > 0 ? found : [alertBox('good', 'Nothing needs you.')]
}

const endsCard = ({ ends, medianSeconds, p95Seconds }: ServiceHealth) =>
  card({
    id: 'ends',
    title: 'Turns of the last day',
    lead: `Half of them took up to ${seconds(medianSeconds)}, 95 of 100 up to ${seconds(p95Seconds)}.`,
    body:
      ends.length === 0
        ? empty('No turns', 'None has ended within a day.')
        : dataTable(
            'Turns by end',
            [column('End'), column('Code'), column('Turns', 'number')],
            ends.map(end => [
              namesOfEnds[end.status as keyof typeof namesOfEnds]?.[1] ?? end.status,
              end.code ? html`<code>${end.code}</code>` : '',
              `${end.turns}`,
            ]),
          ),
  })

export function serviceView({ health, version }: { health: ServiceHealth; version: string }): Page {
  return {
    title: 'This service',
    body: html`<h1>This service</h1>
      <p class="lead">All spaces together, now. Metrics and traces over time: see “Seeing what it does” in docs/deploy.md.</p>
      ${troubles(health)}
      <dl class="tiles small">
        ${tile('Running', `${health.active}`, 'turns')}
        ${tile('Waiting', `${health.queued}`, health.oldestQueuedSeconds === null ? 'turns' : `turns, the oldest ${seconds(health.oldestQueuedSeconds)}`)}
        ${tile('Webhooks', `${health.webhooksWaiting}`, 'to deliver')}
        ${tile('Replicas', `${Math.max(1, health.replicas)}`, health.replicas === 0 ? 'on its own database' : 'alive')}
        ${tile('Database', megabytes(health.databaseBytes), `schema ${Number.parseInt(health.schema, 10)}`)}
        ${tile('People', `${health.people}`, counted(health.spaces, 'space'))}
        ${tile('Version', version, 'of the service')}
      </dl>
      ${endsCard(health)}`,
  }
}
