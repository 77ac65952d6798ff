/** A table of one page of many rows, and the way to the pages around it. */
import { type Html, html } from './html.ts'

export const dataTable = (label: string, columns: Html[], rows: Html[]): Html =>
  html`<div class="table" tabindex="0" role="region" aria-label="${label}"><table>
    <thead><tr>${columns}</tr></thead><tbody>${rows}</tbody></table></div>`

export const column = (label: string, kind: '' | 'number' = '') =>
  kind === 'number' ? html`<th scope="col" class="number">${label}</th>` : html`<th scope="col">${label}</th>`

/** Empty where all is on one page. */
export function pager(path: string, page: { next: string | null }, isFirst: boolean): Html {
  if (isFirst && page.next === null) return ''
  return html`<nav class="actions" aria-label="Pages">
    ${isFirst ? '' : html`<a class="button plain" href="${path}">Newest</a>`}
    ${page.next === null ? '' : html`<a class="button plain" href="${path}?after=${encodeURIComponent(page.next)}">Older</a>`}</nav>`
}

/** Ids are long; their beginning tells them apart, and the whole is there to copy. */
export const shortId = (id: string) => html`<code title="${id}">${id.slice(0, 8)}</code>`

export const spreadsheetLink = (id: string | null) =>
  id === null
    ? ''
    : html`<a href="https://docs.google.com/spreadsheets/d/${id}/edit" rel="noreferrer"><code>${id.slice(0, 8)}</code><span class="hidden"> spreadsheet</span></a>`
