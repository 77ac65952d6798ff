/** The page on which a user of the emulator picks an account and allows or denies. Plain HTML, no script. */
import type { EmulatorUser } from '../parts.ts'

const SCOPE_WORDS: Record<string, string> = {
  openid: 'Know who you are',
  email: 'See your e-mail address',
  profile: 'See your name',
  'https://www.googleapis.com/auth/userinfo.email': 'See your e-mail address',
  'https://www.googleapis.com/auth/userinfo.profile': 'See your name',
  'https://www.googleapis.com/auth/spreadsheets':
    'See, edit, create and delete all your Google Sheets spreadsheets',
  'https://www.googleapis.com/auth/spreadsheets.readonly': 'See all your Google Sheets spreadsheets',
  'https://www.googleapis.com/auth/drive.file':
    'See, edit, create and delete the files you use with this app',
}

export function consentPage(params: URLSearchParams, users: readonly EmulatorUser[]): string {
  const hint = params.get('login_hint')
  const chosen = users.find(user => user.email === hint) ?? users[0]
  const accounts = users
    .map(
      user => `<label class="account"><input type="radio" name="account" value="${escapeHtml(user.email)}"${user === chosen ? ' checked' : ''}>
        <span><strong>${escapeHtml(user.name)}</strong><br>${escapeHtml(user.email)}</span></label>`,
    )
    .join('\n')
  const scopes = [
    ...new Set((params.get('scope') ?? '').split(' ').map(scope => SCOPE_WORDS[scope] ?? scope)),
  ]
    .map(words => `<li>${escapeHtml(words)}</li>`)
    .join('')
  const hidden = [...params]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('')
  return page(
    'Sign in – local Google',
    `<h1>Sign in with the local Google</h1>
     <p>This is Rowhand's emulator of a Google account. Nothing leaves this computer.</p>
     <form method="post" action="/o/oauth2/v2/auth">
       ${hidden}
       <fieldset><legend>Choose an account</legend>${accounts}</fieldset>
       <p>The application wants to:</p><ul>${scopes}</ul>
       <p class="buttons">
         <button type="submit" name="decision" value="deny">Deny</button>
         <button type="submit" name="decision" value="allow" class="primary">Allow</button>
       </p>
     </form>`,
  )
}

export function errorPage(code: string, message: string): string {
  return page(
    'Access blocked',
    `<h1>Access blocked: the request is invalid</h1><p>${escapeHtml(message)}</p><p>Error 400: ${escapeHtml(code)}</p>`,
  )
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 30rem; margin: 3rem auto; padding: 0 1rem; color: #1f1f1f; background: #fff }
  fieldset { border: 1px solid #747775; border-radius: 8px; padding: .5rem 1rem }
  .account { display: flex; gap: .75rem; align-items: center; padding: .5rem 0 }
  .buttons { display: flex; justify-content: flex-end; gap: .75rem }
  button { font: inherit; padding: .5rem 1.25rem; border-radius: 999px; border: 1px solid #747775; background: #fff; color: #0b57d0; cursor: pointer }
  .primary { background: #0b57d0; border-color: #0b57d0; color: #fff }
  :focus-visible { outline: 3px solid #0b57d0; outline-offset: 2px }
</style></head><body><main>${body}</main></body></html>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`)
}
