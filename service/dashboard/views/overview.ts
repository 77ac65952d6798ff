/** The page of a space at a glance. */
import type { readStanding } from '../../accounts/billing.ts'
import type { Connection } from '../../accounts/connections.ts'
import type { OpenInvitation } from '../../accounts/invitations.ts'
import { formatDollars } from '../../accounts/money.ts'
import type { DayUsage } from '../../accounts/usage.ts'
import type { SpaceAsk } from '../page-routes.ts'
import { ACCOUNT, CONNECT_GOOGLE, keysPath, spacePath } from '../paths.ts'
import type { Page } from '../respond.ts'
import { chart, totalOf } from './chart.ts'
import { type Html, html, spaceLabel } from './html.ts'
import { alertBox, card, empty } from './parts.ts'

export interface OverviewModel {
  ask: SpaceAsk
  publicUrl: string
  connection: Connection | null
  invitations: OpenInvitation[]
  ownKeys: number
  standing: Awaited<ReturnType<typeof readStanding>>
  byDay: DayUsage[]
}

const step = (done: boolean, title: string, text: Html | string, action: Html | '') =>
  html`<li class="step${done ? ' done' : ''}"><span class="step-mark" aria-hidden="true"></span>
    <div><p class="step-title">${title}${done ? html`<span class="hidden"> (done)</span>` : ''}</p>${done ? '' : html`<p>${text}</p>${action}`}</div></li>`

function steps({ ask, connection, ownKeys, publicUrl }: OverviewModel): Html | '' {
  const connected = connection !== null && !connection.revoked
  if (connected && ownKeys > 0) return ''
  return card({
    id: 'start',
    title: 'Three steps to the first turn',
    body: html`<ol class="steps">
      ${step(connected, 'Connect your spreadsheets', 'Agents work with the access of your Google account, on the spreadsheets you name.', html`<a class="button ${connected ? 'plain' : 'primary'}" href="${CONNECT_GOOGLE}?next=${encodeURIComponent(spacePath(ask.space.id))}">Connect Google Sheets</a>`)}
      ${step(ownKeys > 0, 'Create a key', 'The sidebar and your programs show it with every request.', html`<a class="button ${connected ? 'primary' : 'plain'}" href="${keysPath(ask.space.id)}">Create a key</a>`)}
      ${step(false, 'Paste it into the sidebar', html`In a spreadsheet: Extensions ▸ Rowhand ▸ Open sidebar. Programs send it to <code>${publicUrl}</code>; <a href="/docs">the interface</a> says how.`, '')}
    </ol>`,
  })
}

const invited = ({ invitations }: OverviewModel): Html[] =>
  invitations.map(({ spaceName, invitedBy }) =>
    alertBox(
      'good',
      html`You are invited to ${spaceLabel(spaceName)}${invitedBy ? ` by ${invitedBy}` : ''}. <a href="${ACCOUNT}#invitations">Join or decline</a>`,
    ),
  )

function warnings({ connection, standing }: OverviewModel): Html[] {
  const boxes: Html[] = []
  if (connection?.revoked) {
    boxes.push(
      alertBox(
        'warning',
        html`<strong>Google no longer lets your agents in.</strong> The access was taken back or ran out. <a href="${CONNECT_GOOGLE}">Connect again</a>; your keys stay as they are.`,
      ),
    )
  }
  if (standing.creditsNano <= 0n) {
    boxes.push(
      alertBox(
        'warning',
        html`<strong>No credits left.</strong> Agents can’t start in this space. Ask whoever runs this service to add some.`,
      ),
    )
  }
  return boxes
}

const tile = (label: string, value: string, note: Html | string, meter: Html | '' = '') =>
  html`<div class="tile"><dt>${label}</dt><dd><span class="tile-value">${value}</span>${meter}<span class="tile-note">${note}</span></dd></div>`

/** A bar without numbers of its own: the text beside it says the same. */
function meter(spentNano: bigint, limitNano: bigint | null): Html | '' {
  if (limitNano === null) return ''
  const part = limitNano === 0n ? 100 : Math.min(100, (Number(spentNano) / Number(limitNano)) * 100)
  return html`<svg class="meter${part >= 90 ? ' full' : ''}" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="meter-ground" width="100" height="4"></rect><rect class="meter-bar" width="${part.toFixed(1)}" height="4"></rect></svg>`
}

const limitNote = (limitNano: bigint | null) =>
  limitNano === null ? 'no limit' : `of ${formatDollars(limitNano, 'exact')} a month`

function tiles({ ask, standing, connection }: OverviewModel): Html {
  const { space, user } = standing
  const google = connection === null ? 'Not connected' : connection.revoked ? 'Access lost' : 'Connected'
  return html`<dl class="tiles">
    ${tile('Credits', formatDollars(standing.creditsNano, 'left'), 'left in this space')}
    ${tile('Space, this month', formatDollars(space.spentNano, 'spent'), limitNote(space.limitNano), meter(space.spentNano, space.limitNano))}
    ${ask.role === 'member' || user.limitNano !== null ? tile('You, this month', formatDollars(user.spentNano, 'spent'), limitNote(user.limitNano), meter(user.spentNano, user.limitNano)) : ''}
    ${tile('Google Sheets', google, html`<a href="${ACCOUNT}">${connection ? (connection.email ?? 'Your account') : 'Connect'}</a>`)}
  </dl>`
}

function usage({ ask, byDay }: OverviewModel): Html {
  const total = totalOf(byDay)
  return card({
    id: 'usage',
    title: total === 0n ? 'Spending' : `${formatDollars(total, 'spent')} in ${byDay.length} days`,
    body:
      total === 0n
        ? empty('Nothing spent yet', 'Costs of agents and their tools show here, day by day.')
        : html`${chart(byDay)}<p><a href="${spacePath(ask.space.id)}/usage">By day, agent and model</a></p>`,
  })
}

export function overviewView(model: OverviewModel): Page {
  const name = spaceLabel(model.ask.space.name)
  return {
    title: name,
    section: 'overview',
    body: html`<h1>${name}</h1>${invited(model)}${warnings(model)}${steps(model)}${tiles(model)}${usage(model)}`,
  }
}
