/** Who belongs to a space: roles, invitations, what each may spend. Owners change it; anyone may leave. */
import { z } from 'zod'
import { monthOf, setUserLimit } from '../../accounts/billing.ts'
import { cancelInvitation, invite, listInvitations } from '../../accounts/invitations.ts'
import { changeRole, listMembers, type MemberChange, type Role, removeMember } from '../../accounts/spaces.ts'
import { spentInMonth } from '../../accounts/usage.ts'
import type { DashboardDeps } from '../deps.ts'
import { type Form, problem } from '../forms.ts'
import { readLimit } from '../limit-field.ts'
import { type Action, done, type PageRoute, type SpaceAsk, wrong } from '../page-routes.ts'
import { HOME, isUuid } from '../paths.ts'
import type { Outcome } from '../respond.ts'
import { membersView } from '../views/members.ts'

const emailSchema = z.email().max(254)
const roleOfForm = (form: Form): Role => (form.text('role') === 'owner' ? 'owner' : 'member')

const LAST_OWNER = 'A space needs an owner, and this is the only one. Make someone else an owner first.'

function changed(form: Form, change: MemberChange, whenDone: Outcome) {
  if (change === 'done') return whenDone
  if (change === 'last_owner') return wrong(problem(form, `role-${form.text('user')}`, LAST_OWNER))
  return { state: 'not_found' } as const
}

export function membersPage(deps: DashboardDeps): PageRoute<SpaceAsk> {
  const { db, now } = deps

  const asOwner =
    (work: (ask: SpaceAsk, form: Form, userId: string) => ReturnType<Action<SpaceAsk>>): Action<SpaceAsk> =>
    async (ask, form) => {
      const userId = form.text('user')
      return isUuid(userId) ? work(ask, form, userId) : { state: 'not_found' }
    }

  return {
    path: '/members',
    ownersOnly: ['invite', 'cancel-invitation', 'role', 'remove', 'limit'],
    async show(ask, problem) {
      return membersView({
        ask,
        members: await listMembers(db, ask.space.id),
        invitations: await listInvitations(db, ask.space.id),
        spent: await spentInMonth(db, ask.space.id, monthOf(now())),
        problem,
      })
    },
    actions: {
      async invite(ask, form) {
        const email = emailSchema.safeParse(form.text('email'))
        if (!email.success) {
          return wrong(problem(form, 'email', 'Write one whole email address, like sam@example.com.'))
        }
        const invitation = { spaceId: ask.space.id, email: email.data, role: roleOfForm(form) }
        const result = await invite(db, { ...invitation, invitedBy: ask.visitor.session.userId })
        if (result === 'invited') return done('invited')
        return wrong(problem(form, 'email', `${email.data} is a member already.`))
      },
      async 'cancel-invitation'(ask, form) {
        const known = await cancelInvitation(db, ask.space.id, form.text('email'))
        return known ? done('invitation-cancelled') : { state: 'not_found' }
      },
      role: asOwner(async (ask, form, userId) => {
        const role = roleOfForm(form)
        const change = await db.transaction(tx => changeRole(tx, ask.space.id, userId, role))
        return changed(form, change, done('role-changed'))
      }),
      remove: asOwner(async (ask, form, userId) => {
        const change = await db.transaction(tx => removeMember(tx, deps, ask.space.id, userId))
        return changed(form, change, done('member-removed'))
      }),
      limit: asOwner(async (ask, form, userId) => {
        const limit = readLimit(form, `limit-${userId}`)
        if (limit.state === 'problem') return limit
        const known = await setUserLimit(db, ask.space.id, userId, limit.nano)
        return known ? done(limit.nano === null ? 'limit-removed' : 'limit-saved') : { state: 'not_found' }
      }),
      async leave(ask, form) {
        const { userId } = ask.visitor.session
        const change = await db.transaction(tx => removeMember(tx, deps, ask.space.id, userId))
        if (change === 'last_owner') return wrong(problem(form, 'leave', LAST_OWNER))
        // The session ends with the membership where this was the space last looked at.
        return { state: 'done', notice: 'space-left', to: HOME }
      },
    },
  }
}
