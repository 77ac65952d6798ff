/** Pieces of HTML, escaped by the template they are written in. */
import { html as template } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Html = HtmlEscapedString | ''

/** Like hono's, for pieces that are all at hand: none of ours waits for anything. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  return template(strings, ...values) as HtmlEscapedString
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

export const dayText = (date: Date) => DAY.format(date)

export const time = (date: Date) => html`<time datetime="${date.toISOString()}">${dayText(date)}</time>`

const MOMENT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** To the minute, in UTC; the page says so. */
export const moment = (date: Date) =>
  html`<time datetime="${date.toISOString()}">${MOMENT.format(date)}</time>`

/** "3 keys", "1 key" */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`

export const spaceLabel = (name: string | null) => name ?? 'Personal space'
