/** What belongs to the person, in whatever space: the Google grant, spaces, invitations, sessions. */
import { connectionOf, disconnectGoogle, grantOwner } from '../../accounts/connections.ts'
import { acceptInvitation, cancelInvitation, invitationsFor } from '../../accounts/invitations.ts'
import { endAllSessions } from '../../accounts/sessions.ts'
import { createSpace } from '../../accounts/spaces.ts'
import { eraseUser } from '../../keeping/erase.ts'
import type { DashboardDeps } from '../deps.ts'
import { problem } from '../forms.ts'
import type { Google } from '../google.ts'
import { type Ask, done, type PageRoute, wrong } from '../page-routes.ts'
import { ACCOUNT, HOME, isUuid, spacePath } from '../paths.ts'
import { accountView } from '../views/account.ts'
import { nameProblem } from './keys.ts'

export function accountPage(deps: DashboardDeps, google: Google | null): PageRoute<Ask> {
  const { db, sealing, newId } = deps
  return {
    path: '/account',
    async show(ask, wrongly) {
      const { userId, email } = ask.visitor.session
      return accountView({
        ask,
        connection: await connectionOf(db, userId),
        invitations: await invitationsFor(db, email),
        problem: wrongly,
      })
    },
    actions: {
      async disconnect(ask) {
        const refreshToken = await disconnectGoogle(db, sealing, ask.visitor.session.userId)
        if (refreshToken !== null) await google?.revoke(refreshToken)
        return done('disconnected')
      },
      async 'new-space'(ask, form) {
        const bad = nameProblem(form, 'space')
        if (bad) return wrong(bad)
        const id = newId()
        const space = { id, name: form.text('name'), ownerId: ask.visitor.session.userId }
        await db.transaction(tx => createSpace(tx, space))
        return done('space-created', spacePath(id))
      },
      async join(ask, form) {
        const spaceId = form.text('space')
        if (!isUuid(spaceId)) return { state: 'not_found' }
        const { userId, email } = ask.visitor.session
        const joined = await db.transaction(tx => acceptInvitation(tx, { userId, email, spaceId }))
        return joined ? done('space-joined', spacePath(spaceId)) : { state: 'not_found' }
      },
      async decline(ask, form) {
        const spaceId = form.text('space')
        const known = isUuid(spaceId) && (await cancelInvitation(db, spaceId, ask.visitor.session.email))
        return known ? done('invitation-declined', ACCOUNT) : { state: 'not_found' }
      },
      async 'delete-account'(ask, form) {
        const { userId, email } = ask.visitor.session
        if (form.text('confirm').toLowerCase() !== email) {
          return wrong(problem(form, 'confirm', `Write your address, ${email}, to delete your account.`))
        }
        const erased = await eraseUser(db, userId)
        if (erased.state === 'last_owner') {
          const names = erased.spaces.map(name => name || 'a space without a name').join(', ')
          const message = `You are the last owner of ${names}, which others use. Make somebody else an owner first, or delete the space.`
          return wrong(problem(form, 'confirm', message))
        }
        await deps.afterErasure(erased.account.turnIds)
        for (const sealed of erased.account.sealedGrants) {
          await google?.revoke(sealing.open(sealed, grantOwner(userId)))
        }
        return { state: 'gone', notice: 'account-deleted' }
      },
      async 'sign-out-everywhere'(ask) {
        await endAllSessions(db, ask.visitor.session.userId)
        return done('signed-out-everywhere', HOME)
      },
    },
  }
}
