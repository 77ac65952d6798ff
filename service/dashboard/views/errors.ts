/** Pages for what went wrong: what happened, whether anything was changed, what to do next. */
import type { Page } from '../respond.ts'
import { type Html, html } from './html.ts'

const message = (title: string, status: NonNullable<Page['status']>, body: Html): Page => ({
  title,
  status,
  body: html`<div class="message"><h1>${title}</h1>${body}</div>`,
})

const back = html`<p><a class="button plain" href="/dashboard">Go to the dashboard</a></p>`

export const notFoundPage = (): Page =>
  message(
    'Nothing here',
    404,
    html`<p>There is no such page, or it belongs to a space that you are not a member of. Nothing was changed.</p>${back}`,
  )

export const ownersOnly = (): Page =>
  message(
    'For owners only',
    403,
    html`<p>Only an owner of this space can do that. Nothing was changed. The members page shows whom to ask.</p>${back}`,
  )

export const forgedForm = (): Page =>
  message(
    'That form is out of date',
    403,
    html`<p>It came from an earlier sign-in or from another site, so nothing was changed. Go back, reload the page and send the form again.</p>${back}`,
  )

export const tooLarge = (): Page =>
  message('That form is too large', 413, html`<p>Nothing was changed. Go back and send less text.</p>${back}`)

export const unexpected = (requestId: string): Page =>
  message(
    'Something went wrong here',
    500,
    html`<p>This is our fault. What you asked for was probably not done: look before you try again.</p>
      <p>If it happens again, give whoever runs this service this number: <code>${requestId}</code></p>${back}`,
  )

const googleTexts = {
  denied: [
    'You did not allow it',
    'Google was told not to share anything, so nothing was changed. You can try again whenever you like.',
  ],
  unverified_email: [
    'Your address is not verified',
    'Google has not checked the email address of this account yet. Verify it at Google, then sign in again. Nothing was changed.',
  ],
  unusable: [
    'That did not work',
    'What came back from Google could not be used; it may be too old, or was opened twice. Nothing was changed. Please try again.',
  ],
  unreachable: [
    'Google cannot be reached',
    'Nothing was changed. Wait a moment and try again. If it goes on, tell whoever runs this service.',
  ],
  not_invited: [
    'This address is not let in here',
    'Whoever runs this service has named who may sign in, and this address is not among them. Nothing was changed. Sign in with another address, or ask them to add yours.',
  ],
  other_account: [
    'This address is taken',
    'Another Google account signed in here with the same address before. Nothing was changed. Ask whoever runs this service to release the address ("npm run admin -- users release").',
  ],
  no_spreadsheets: [
    'Access to spreadsheets was not allowed',
    'On Google’s page, leave the box for spreadsheets ticked. Nothing was changed.',
  ],
  no_refresh_token: [
    'Google gave no lasting access',
    'Nothing was changed. Remove Rowhand from the apps of your Google account (myaccount.google.com/permissions), then connect again.',
  ],
  not_set_up: [
    'Sign-in is not set up',
    'This service does not know its Google client yet. Whoever runs it sets GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET and starts it again; docs/dashboard.md says how.',
  ],
} as const

export type GoogleTrouble = keyof typeof googleTexts

export function googleTrouble(why: GoogleTrouble, again: string | null): Page {
  const [title, text] = googleTexts[why]
  const link = again ? html`<p><a class="button primary" href="${again}">Try again</a></p>` : back
  return message(title, why === 'unreachable' ? 502 : 403, html`<p>${text}</p>${link}`)
}
