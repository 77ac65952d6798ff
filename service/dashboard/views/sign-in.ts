/** The page for someone who is not signed in. */
import type { Page } from '../respond.ts'
import { type Html, html } from './html.ts'

const googleMark = html`<svg class="google-mark" viewBox="0 0 18 18" aria-hidden="true" focusable="false">
  <path fill="#4285f4" d="M17.6 9.2c0-.6-.1-1.2-.2-1.7H9v3.3h4.8a4.1 4.1 0 0 1-1.8 2.7v2.2h2.9c1.7-1.6 2.7-3.9 2.7-6.5z"></path>
  <path fill="#34a853" d="M9 18c2.4 0 4.5-.8 6-2.2l-2.9-2.2a5.4 5.4 0 0 1-8.1-2.9H1v2.3A9 9 0 0 0 9 18z"></path>
  <path fill="#fbbc05" d="M4 10.700a5.400 5.400 0 0 1 0-3.400V5H1a9 9 0 0 0 0 8z"></path>
  <path fill="#ea4335" d="M9 3.600c1.300 0 2.500.5 3.400 1.300L15 2.300A9 9 0 0 0 1 5l3 2.300A5.400 5.400 0 0 1 9 3.600z"></path></svg>`

const ROWS = 6
const WRITTEN = 4

/** A sheet of which an agent has written most of a column. A picture only: it says nothing. */
function sheetPicture(): Html {
  const bar = (x: number, row: number, width: number, className: string) =>
    html`<rect class="${className}" x="${x}" y="${row * 38 + 54}" width="${width}" height="10" rx="5"></rect>`
  const rows = Array.from({ length: ROWS }, (_, row) => [
    html`<path class="pic-line" d="M0 ${row * 38 + 40}H400"></path>`,
    bar(14, row, 14, 'pic-faint'),
    bar(60, row, 46 + ((row * 31) % 42), 'pic-text'),
    bar(176, row, 28 + ((row * 23) % 30), 'pic-text'),
    row < WRITTEN ? bar(272, row, 60 + ((row * 47) % 48), 'pic-accent') : '',
  ])
  return html`<svg class="door-picture" viewBox="-1 -1 402 270" aria-hidden="true" focusable="false">
    <rect class="pic-sheet" width="400" height="268" rx="14"></rect>
    <path class="pic-head" d="M14 0H386A14 14 0 0 1 400 14V40H0V14A14 14 0 0 1 14 0Z"></path>
    ${bar(60, -1, 52, 'pic-faint')}${bar(176, -1, 40, 'pic-faint')}${bar(272, -1, 64, 'pic-faint')}
    ${rows}<path class="pic-line" d="M44 0V268M160 0V268M256 0V268"></path>
    <rect class="pic-cursor" x="256" y="${WRITTEN * 38 + 40}" width="144" height="38"></rect>
    <rect class="pic-accent pic-typing" x="272" y="${WRITTEN * 38 + 54}" width="34" height="10" rx="5"></rect></svg>`
}

const signInLink = (next: string | null) => {
  const query = next ? `?next=${encodeURIComponent(next)}` : ''
  return html`<a class="button google" href="/dashboard/google/sign-in${query}">${googleMark}<span>Sign in with Google</span></a>
    <p class="hint">Signing in shares your email address, nothing else. Spreadsheets are connected in a step of their own.</p>`
}

const notSetUp = html`<div class="alert warning"><div><strong>Sign-in is not set up yet.</strong>
  Whoever runs this service sets <code>GOOGLE_CLIENT_ID</code> and <code>GOOGLE_CLIENT_SECRET</code> and starts it again.
  Until then, <code>npm run admin</code> does everything this dashboard does.</div></div>`

export const signInPage = ({ isSetUp, next }: { isSetUp: boolean; next: string | null }): Page => ({
  title: 'Sign in',
  body: html`<div class="door"><div class="door-text">
    <h1>An agent for your spreadsheets</h1>
    <p class="lead">Write what you want done, and watch it happen in Google Sheets. Here you make the keys that the sidebar and your programs use, and see what they cost.</p>
    ${isSetUp ? signInLink(next) : notSetUp}
  </div>${sheetPicture()}</div>`,
})
