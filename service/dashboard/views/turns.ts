/** The page of a space's turns. */
import { formatDollars } from '../../accounts/money.ts'
import type { ListedTurn } from '../../accounts/turn-list.ts'
import type { PageOf } from '../../store/page.ts'
import type { SpaceAsk } from '../page-routes.ts'
import { spacePath } from '../paths.ts'
import type { Page } from '../respond.ts'
import { type Html, html, moment } from './html.ts'
import { column, listed, shortId, spreadsheetLink } from './listing.ts'
import { badge, card } from './parts.ts'

export interface TurnsModel {
  ask: SpaceAsk
  page: PageOf<ListedTurn>
  isFirst: boolean
  /** Where people open spreadsheets. */
  sheetsAt: string
}

export const ends: Record<ListedTurn['status'], ['good' | 'warning' | 'plain', string]> = {
  active: ['plain', 'Running'],
  succeeded: ['good', 'Succeeded'],
  failed: ['warning', 'Failed'],
  interrupted: ['warning', 'Interrupted'],
  cancelled: ['plain', 'Stopped'],
}

function seconds({ startedAt, endedAt }: ListedTurn): string {
  if (!endedAt) return ''
  const all = Math.round((endedAt.getTime() - startedAt.getTime()) / 1000)
  return all < 120 ? `${all} s` : `${Math.round(all / 60)} min`
}

function row(turn: ListedTurn, isOwner: boolean, sheetsAt: string): (Html | string)[] {
  const [kind, label] = ends[turn.status]
  return [
    moment(turn.startedAt),
    html`${badge(label, kind)}${turn.errorCode ? html`<code class="second">${turn.errorCode}</code>` : ''}`,
    formatDollars(turn.spentNano, 'spent'),
    seconds(turn),
    html`${turn.keyName ?? 'a deleted key'}${isOwner ? html`<span class="second">${turn.email}</span>` : ''}`,
    spreadsheetLink(turn.spreadsheetId, sheetsAt),
    shortId(turn.id),
  ]
}

export function turnsView({ ask, page, isFirst, sheetsAt }: TurnsModel): Page {
  const isOwner = ask.role === 'owner'
  const columns = [
    column('Started'),
    column('End'),
    column('Cost', 'number'),
    column('Took', 'number'),
    column('Key'),
    column('Spreadsheet'),
    column('Turn'),
  ]
  const body = listed(page, {
    label: 'Turns',
    columns,
    row: turn => row(turn, isOwner, sheetsAt),
    path: `${spacePath(ask.space.id)}/turns`,
    isFirst,
    nothing: ['No turns', 'Each prompt that is sent to an agent shows here, with its end and what it cost.'],
  })
  return {
    title: 'Turns',
    section: 'turns',
    body: html`<h1>Turns</h1>${card({
      id: 'turns',
      title: isOwner ? 'Turns of this space' : 'Your turns',
      lead: 'Newest first, times in UTC. What was asked and answered is not shown here.',
      body,
    })}`,
  }
}
