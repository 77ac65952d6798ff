/** Pieces of HTML, escaped by the template they are written in. */
import { html as template } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Html = HtmlEscapedString | ''

/** Like hono's, for pieces that are all at hand: none of ours waits for anything. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  return template(strings, ...values) as HtmlEscapedString
}

/** Made with the first page: languages take long to load. */
let days: Intl.DateTimeFormat | undefined

export function dayText(date: Date): string {
  days ??= new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return days.format(date)
}

export const time = (date: Date) => html`<time datetime="${date.toISOString()}">${dayText(date)}</time>`

let moments: Intl.DateTimeFormat | undefined

/** To the minute, in UTC; the page says so. */
export function moment(date: Date): Html {
  moments ??= new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  })
  return html`<time datetime="${date.toISOString()}">${moments.format(date)}</time>`
}

/** "3 keys", "1 key" */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`

export const spaceLabel = (name: string | null) => name ?? 'Personal space'
