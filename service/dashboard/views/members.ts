/** The page of a space's members. */
import type { Invitation } from '../../accounts/invitations.ts'
import { formatDollars } from '../../accounts/money.ts'
import type { Member } from '../../accounts/spaces.ts'
import type { Problem } from '../forms.ts'
import { limitText } from '../limit-field.ts'
import type { SpaceAsk } from '../page-routes.ts'
import { spacePath } from '../paths.ts'
import type { Page } from '../respond.ts'
import { type Html, html, time } from './html.ts'
import { badge, button, card, confirm, type Forms, field, formsOf, problemSummary, select } from './parts.ts'

export interface MembersModel {
  ask: SpaceAsk
  members: Member[]
  invitations: Invitation[]
  /** Nano-dollars of this month, by person. */
  spent: Map<string, bigint>
  problem?: Problem | undefined
}

const roles = [
  { value: 'member', label: 'Member' },
  { value: 'owner', label: 'Owner' },
]

const hidden = (name: string, value: string) => html`<input type="hidden" name="${name}" value="${value}">`

const spending = (member: Member, spentNano: bigint) =>
  member.spendingLimitNano === null
    ? html`${formatDollars(spentNano, 'spent')} this month`
    : html`${formatDollars(spentNano, 'spent')} of ${formatDollars(member.spendingLimitNano, 'exact')} this month`

function manage({ problem }: MembersModel, member: Member, forms: Forms): Html {
  const id = member.userId
  const isAtFault = problem?.values.user === id
  return html`<details class="more"${isAtFault ? html` open` : ''}><summary>Change<span class="hidden"> ${member.email}</span></summary>
    <div class="manage">
      ${forms('limit', [hidden('user', id), field({ id: `limit-${id}`, name: `limit-${id}`, label: 'Spending limit a month, in dollars', hint: 'Leave it empty for no limit. Zero lets nothing start.', value: limitText(member.spendingLimitNano), inputmode: 'decimal', form: 'limit', problem }), button('Save limit')], 'line')}
      ${forms('role', [hidden('user', id), select({ id: `role-${id}`, name: 'role', label: 'Role', choices: roles, value: member.role }), button('Save role')], 'line')}
      ${confirm({
        label: 'Remove from the space',
        text: `${member.email} loses access, and their keys for this space are deleted. What they spent stays on record.`,
        body: forms('remove', [hidden('user', id), button('Remove', 'danger')]),
      })}
    </div></details>`
}

function memberRow(model: MembersModel, member: Member, forms: Forms): Html {
  const { ask, spent } = model
  const isSelf = member.userId === ask.visitor.session.userId
  const showSpending = ask.role === 'owner' || isSelf
  return html`<li class="row tall">
    <div class="row-main"><p class="row-title">${member.email}${isSelf ? html` <span class="soft">(you)</span>` : ''}</p>
      ${showSpending ? html`<p class="row-facts"><span>${spending(member, spent.get(member.userId) ?? 0n)}</span></p>` : ''}</div>
    ${member.role === 'owner' ? badge('Owner', 'good') : badge('Member')}
    ${ask.role === 'owner' ? manage(model, member, forms) : ''}
  </li>`
}

const invitationRow = (invitation: Invitation, isOwner: boolean, forms: Forms) =>
  html`<li class="row">
    <div class="row-main"><p class="row-title">${invitation.email}</p>
      <p class="row-facts"><span>invited ${time(invitation.createdAt)} as ${invitation.role}</span></p></div>
    ${isOwner ? forms('cancel-invitation', [hidden('email', invitation.email), html`<button type="submit" class="button quiet">Withdraw<span class="hidden"> the invitation of ${invitation.email}</span></button>`], 'bare') : ''}
  </li>`

const inviteCard = ({ problem }: MembersModel, forms: Forms) =>
  card({
    id: 'invite',
    title: 'Invite someone',
    lead: 'They sign in here with this Google address and join on their account page. No email is sent: tell them yourself.',
    body: forms(
      'invite',
      [
        field({
          id: 'invite-email',
          name: 'email',
          label: 'Email address',
          type: 'email',
          required: true,
          maxLength: 254,
          form: 'invite',
          problem,
        }),
        select({
          id: 'invite-role',
          name: 'role',
          label: 'Role',
          choices: roles,
          value: problem?.form === 'invite' ? (problem.values.role ?? 'member') : 'member',
        }),
        button('Invite', 'primary'),
      ],
      'line',
    ),
  })

const leaveCard = (forms: Forms) =>
  card({
    id: 'leave',
    title: 'Leave this space',
    body: confirm({
      label: 'Leave',
      text: 'You lose access, and your keys for this space are deleted. An owner can invite you again.',
      body: forms('leave', button('Leave the space', 'danger')),
    }),
  })

export function membersView(model: MembersModel): Page {
  const { ask, members, invitations } = model
  const forms = formsOf(`${spacePath(ask.space.id)}/members`, ask.visitor.csrf)
  const isOwner = ask.role === 'owner'
  return {
    title: 'Members',
    section: 'members',
    body: html`<h1>Members</h1>${problemSummary(model.problem)}
      ${card({
        id: 'members',
        title: 'In this space',
        lead: 'Owners manage members, limits and models. Members make keys of their own and see their own usage.',
        body: html`<ul class="rows">${members.map(member => memberRow(model, member, forms))}</ul>`,
      })}
      ${invitations.length > 0 ? card({ id: 'invitations', title: 'Invited', body: html`<ul class="rows">${invitations.map(one => invitationRow(one, isOwner, forms))}</ul>` }) : ''}
      ${isOwner ? inviteCard(model, forms) : ''}
      ${members.length > 1 ? leaveCard(forms) : ''}`,
  }
}
