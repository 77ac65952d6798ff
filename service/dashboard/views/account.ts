/** The page of a person's account. */
import type { Connection } from '../../accounts/connections.ts'
import type { OpenInvitation } from '../../accounts/invitations.ts'
import type { Problem } from '../forms.ts'
import type { Ask } from '../page-routes.ts'
import { ACCOUNT, CONNECT_GOOGLE, spacePath } from '../paths.ts'
import type { Page } from '../respond.ts'
import { type Html, html, spaceLabel, time } from './html.ts'
import { badge, button, card, confirm, type Forms, field, formsOf, problemSummary } from './parts.ts'

export interface AccountModel {
  ask: Ask
  connection: Connection | null
  invitations: OpenInvitation[]
  problem?: Problem | undefined
}

function googleCard({ connection }: AccountModel, forms: Forms): Html {
  const title = 'Google Sheets'
  if (!connection) {
    return card({
      id: 'google',
      title,
      lead: 'Not connected. Agents that your keys start work with the access of your Google account; without it they can’t open a spreadsheet.',
      body: html`<a class="button primary" href="${CONNECT_GOOGLE}">Connect Google Sheets</a>`,
    })
  }
  const state = connection.revoked
    ? html`${badge('Access lost', 'warning')} Google took the access back, or it ran out. Connect again; your keys stay as they are.`
    : html`${badge('Connected', 'good')} ${connection.email ?? 'Your Google account'}, since ${time(connection.connectedAt)}.`
  return card({
    id: 'google',
    title,
    lead: state,
    body: html`<div class="actions"><a class="button ${connection.revoked ? 'primary' : 'plain'}" href="${CONNECT_GOOGLE}">${connection.revoked ? 'Connect again' : 'Connect another account'}</a>
      ${confirm({
        label: 'Disconnect',
        text: 'The access is given back to Google, and your agents can’t open spreadsheets any more. You can connect again at any time.',
        body: forms('disconnect', button('Disconnect', 'danger')),
      })}</div>`,
  })
}

const invitationRow = (invitation: OpenInvitation, forms: Forms) => {
  const space = html`<input type="hidden" name="space" value="${invitation.spaceId}">`
  return html`<li class="row"><div class="row-main"><p class="row-title">${spaceLabel(invitation.spaceName)}</p>
      <p class="row-facts"><span>as ${invitation.role}${invitation.invitedBy ? html`, invited by ${invitation.invitedBy}` : ''}</span></p></div>
    <div class="actions">${forms('join', [space, button('Join', 'primary')], 'bare')}${forms('decline', [space, button('Decline')], 'bare')}</div></li>`
}

const spacesCard = ({ ask, problem }: AccountModel, forms: Forms) =>
  card({
    id: 'spaces',
    title: 'Your spaces',
    lead: 'A space has credits, limits, models and members of its own.',
    body: html`<ul class="rows">${ask.visitor.spaces.map(
      space =>
        html`<li class="row"><div class="row-main"><a class="row-title" href="${spacePath(space.id)}">${spaceLabel(space.name)}</a></div></li>`,
    )}</ul>
    <div id="new-space">${forms('new-space', [field({ id: 'space-name', name: 'name', label: 'New space', hint: 'For a team or a project. It begins without credits.', maxLength: 100, required: true, form: 'new-space', problem }), button('Create space')], 'line')}</div>`,
  })

const deleteCard = ({ ask, problem }: AccountModel, forms: Forms) =>
  card({
    id: 'delete-account',
    title: 'Delete my account',
    lead: 'With your keys, conversations, sign-ins, your Google access, and spaces that nobody else is in, for good. Turns that run are ended. What was spent in spaces of others stays on record without your name. Spreadsheets stay as they are.',
    body: html`<details class="confirm"${problem?.form === 'delete-account' ? html` open` : ''}><summary class="button quiet">Delete my account</summary>
      <div class="ask">${forms('delete-account', [
        field({
          id: 'delete-confirm',
          name: 'confirm',
          label: `Write ${ask.visitor.session.email} to delete it`,
          maxLength: 254,
          required: true,
          form: 'delete-account',
          problem,
        }),
        button('Delete for good', 'danger'),
      ])}</div></details>`,
  })

export function accountView(model: AccountModel): Page {
  const { ask, invitations } = model
  const forms = formsOf(ACCOUNT, ask.visitor.csrf)
  return {
    title: 'Account',
    section: 'account',
    body: html`<h1>Account</h1><p class="lead">${ask.visitor.session.email}</p>${problemSummary(model.problem)}
      ${invitations.length > 0 ? card({ id: 'invitations', title: 'Invitations', body: html`<ul class="rows">${invitations.map(one => invitationRow(one, forms))}</ul>` }) : ''}
      ${googleCard(model, forms)}${spacesCard(model, forms)}
      ${card({ id: 'sessions', title: 'Sign-in', lead: 'A sign-in ends after a day without use, and after two weeks in any case.', body: forms('sign-out-everywhere', button('Sign out on every device')) })}
      ${deleteCard(model, forms)}`,
  }
}
