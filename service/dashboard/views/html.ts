/** Pieces of HTML, escaped by the template they are written in. */
import { html as template } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Html = HtmlEscapedString | ''

/** Like hono's, for pieces that are all at hand: none of ours waits for anything. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  return template(strings, ...values) as HtmlEscapedString
}

/** In UTC. Made with the first page: languages take long to load. */
function dateFormat(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let format: Intl.DateTimeFormat | undefined
  return date => {
    format ??= new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
    return format.format(date)
  }
}

export const dayText = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' })
const momentText = dateFormat({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

export const time = (date: Date) => html`<time datetime="${date.toISOString()}">${dayText(date)}</time>`

/** To the minute, in UTC; the page says so. */
export const moment = (date: Date): Html =>
  html`<time datetime="${date.toISOString()}">${momentText(date)}</time>`

/** "3 keys", "1 key" */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`

export const spaceLabel = (name: string | null) => name ?? 'Personal space'
