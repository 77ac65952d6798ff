/** The page of a space's audit log, in plain words. */
import type { AuditRow } from '../../store/audit.ts'
import type { PageOf } from '../../store/page.ts'
import type { SpaceAsk } from '../page-routes.ts'
import { spacePath } from '../paths.ts'
import type { Page } from '../respond.ts'
import { type Html, html, moment } from './html.ts'
import { column, listed, shortId, spreadsheetLink } from './listing.ts'
import { card } from './parts.ts'

export interface ActivityModel {
  ask: SpaceAsk
  page: PageOf<AuditRow>
  isFirst: boolean
  /** Where people open spreadsheets. */
  sheetsAt: string
}

const actions: Record<string, string> = {
  'sheet-changed': 'Changed the sheet',
  'change-taken-back': 'Took a change back',
  'permission-asked': 'Asked for permission',
  'permission-given': 'Gave permission',
  'permission-denied': 'Denied permission',
  'tab-copied': 'Copied a tab',
  'conversation-deleted': 'Deleted a conversation',
  'key-created': 'Made a key',
  'secret-shown': 'Looked at a webhook secret',
  'secret-rotated': 'Replaced a webhook secret',
  'key-renamed': 'Renamed a key',
  'key-disabled': 'Disabled a key',
  'key-enabled': 'Enabled a key',
  'key-deleted': 'Deleted a key',
  'key-replaced': 'Replaced a key',
  'key-limited': 'Limited a key',
  'space-renamed': 'Renamed the space',
  'space-left': 'Left the space',
  'space-exported': 'Exported the space',
  'limit-saved': 'Set a spending limit',
  'limit-removed': 'Removed a spending limit',
  'models-saved': 'Chose models',
  invited: 'Invited somebody',
  'invitation-cancelled': 'Withdrew an invitation',
  'role-changed': 'Changed a role',
  'member-removed': 'Removed a member',
  'member-added': 'Added a member',
  'credits-added': 'Added credits',
  'webhook-sent-again': 'Sent a webhook again',
}

const details: Record<string, string> = {
  values: 'values',
  format: 'formatting',
  rows: 'rows',
  columns: 'columns',
  tab: 'tabs',
  destroy: 'to lose something',
  reach_out: 'to reach out',
  persist: 'to leave something that goes on',
  hide: 'to hide something',
}

function what({ action, detail, cells }: AuditRow): string {
  const kind = detail === null ? '' : `: ${details[detail] ?? detail.replaceAll('_', ' ')}`
  const count = cells === null || cells === 0 ? '' : `, ${cells.toLocaleString('en-US')} cells`
  return `${actions[action] ?? action}${kind}${count}`
}

const who = ({ via, email }: AuditRow) =>
  email ?? (via === 'operator' ? 'Whoever runs this service' : 'someone who left')

const row = (entry: AuditRow, isOwner: boolean, sheetsAt: string): (Html | string)[] => [
  moment(entry.at),
  html`${what(entry)}${entry.aboutEmail ? html`<span class="second">${entry.aboutEmail}</span>` : ''}`,
  ...(isOwner ? [who(entry)] : []),
  entry.keyName ?? '',
  spreadsheetLink(entry.spreadsheetId, sheetsAt),
  entry.turnId ? shortId(entry.turnId) : '',
]

export function activityView({ ask, page, isFirst, sheetsAt }: ActivityModel): Page {
  const isOwner = ask.role === 'owner'
  const columns = [
    column('When'),
    column('What'),
    ...(isOwner ? [column('Who')] : []),
    column('Key'),
    column('Spreadsheet'),
    column('Turn'),
  ]
  const body = listed(page, {
    label: 'Activity',
    columns,
    row: entry => row(entry, isOwner, sheetsAt),
    path: `${spacePath(ask.space.id)}/activity`,
    isFirst,
    nothing: ['Nothing yet', 'Changes to sheets, permissions, keys, members and settings show here.'],
  })
  return {
    title: 'Activity',
    section: 'activity',
    body: html`<h1>Activity</h1>${card({
      id: 'activity',
      title: isOwner ? 'Who did what in this space' : 'What you did in this space',
      lead: 'Newest first, times in UTC. Kinds and counts only: no prompt, no cell, no name of a tab is kept here.',
      body,
    })}`,
  }
}
