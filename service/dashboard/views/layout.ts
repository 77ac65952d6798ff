/** The frame around every page: brand, space switcher, account menu, tabs, notice. */
import type { Space } from '../../accounts/spaces.ts'
import { scriptPath, stylePath } from '../assets.ts'
import type { SpaceVisit, Visitor } from '../deps.ts'
import { SERVICE, spacePath } from '../paths.ts'
import { type Html, html, spaceLabel } from './html.ts'
import { alertBox } from './parts.ts'

export type Section =
  | 'overview'
  | 'keys'
  | 'turns'
  | 'webhooks'
  | 'usage'
  | 'members'
  | 'activity'
  | 'settings'
  | 'account'

const tabs: [Section, string, string][] = [
  ['overview', 'Overview', ''],
  ['keys', 'Keys', '/keys'],
  ['turns', 'Turns', '/turns'],
  ['webhooks', 'Webhooks', '/webhooks'],
  ['usage', 'Usage', '/usage'],
  ['members', 'Members', '/members'],
  ['activity', 'Activity', '/activity'],
  ['settings', 'Settings', '/settings'],
]

export interface Frame {
  title: string
  body: Html
  section?: Section
  status?: number
  nonce: string
  visitor: Visitor | undefined
  visit: SpaceVisit | undefined
  notice: string | null
  path: string
}

const mark = html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
  <rect class="mark-ground" width="24" height="24" rx="6"></rect>
  <path class="mark-lines" d="M6 8h12M6 12h8M6 16h5"></path><circle class="mark-dot" cx="17" cy="15.5" r="2.2"></circle></svg>`

const switcherItem = (space: Space, current: Space | undefined) =>
  html`<li><a href="${spacePath(space.id)}"${space.id === current?.id ? html` aria-current="true"` : ''}>${spaceLabel(space.name)}</a></li>`

const switcher = (visitor: Visitor, current: Space | undefined) =>
  html`<details class="menu"><summary aria-label="Space: ${current ? spaceLabel(current.name) : 'choose one'}">
      <span class="menu-label">${current ? spaceLabel(current.name) : 'Spaces'}</span></summary>
    <div class="menu-panel"><p class="menu-title" id="spaces-menu">Spaces</p>
      <ul aria-labelledby="spaces-menu">${visitor.spaces.map(space => switcherItem(space, current))}</ul>
      <a class="menu-more" href="/dashboard/account#new-space">New space</a></div>
  </details>`

const accountMenu = (visitor: Visitor) =>
  html`<details class="menu end"><summary aria-label="Account: ${visitor.session.email}">
      <span class="avatar" aria-hidden="true">${visitor.session.email.slice(0, 1).toUpperCase()}</span></summary>
    <div class="menu-panel"><p class="menu-title">${visitor.session.email}</p>
      <ul><li><a href="/dashboard/account">Account</a></li><li><a href="/docs">Interface</a></li>${visitor.isOperator ? html`<li><a href="${SERVICE}">This service</a></li>` : ''}</ul>
      <form method="post" action="/dashboard/sign-out"><input type="hidden" name="_csrf" value="${visitor.csrf}">
        <button type="submit" class="menu-more">Sign out</button></form></div>
  </details>`

const header = ({ visitor, visit }: Frame) =>
  html`<header class="top"><div class="top-row">
    <a class="brand" href="/dashboard">${mark}<span>Rowhand</span></a>
    ${visitor ? html`${switcher(visitor, visit?.space)}${accountMenu(visitor)}` : ''}
  </div></header>`

const navigation = ({ section, visit }: Frame) =>
  visit
    ? html`<nav class="tabs" aria-label="This space"><ul>${tabs.map(
        ([name, label, path]) =>
          html`<li><a href="${spacePath(visit.space.id)}${path}"${name === section ? html` aria-current="page"` : ''}>${label}</a></li>`,
      )}</ul></nav>`
    : ''

function titleOf({ title, status, visit }: Frame): string {
  const parts = [title, visit ? spaceLabel(visit.space.name) : '', 'Rowhand'].filter(Boolean)
  return `${status === 422 ? 'Error: ' : ''}${[...new Set(parts)].join(' · ')}`
}

export const layout = (frame: Frame): Html => html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${titleOf(frame)}</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="${stylePath}">
  <script src="${scriptPath}" nonce="${frame.nonce}" defer></script>
</head>
<body>
  <a class="skip" href="#main">Skip to the page</a>
  ${header(frame)}${navigation(frame)}
  <main id="main" tabindex="-1">
    ${frame.notice ? alertBox('good', frame.notice) : ''}
    ${frame.body}
  </main>
</body>
</html>`
