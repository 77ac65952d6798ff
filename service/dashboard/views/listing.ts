/** A table of one page of many rows, and the way to the pages around it. */
import { GOOGLE_ISSUER } from '../../network/google.ts'
import type { PageOf } from '../../store/page.ts'
import { type Html, html } from './html.ts'
import { empty } from './parts.ts'

export interface Column {
  label: string
  kind: '' | 'number'
}

export const column = (label: string, kind: Column['kind'] = ''): Column => ({ label, kind })

/**
 * The first cell of a row names it. Where there is no room for columns, a row becomes a list of its cells,
 * each with its column's name; roles keep it a table for those who hear it.
 */
export const dataTable = (
  label: string,
  columns: readonly Column[],
  rows: readonly (readonly Content[])[],
): Html =>
  html`<div class="table listing" tabindex="0" role="region" aria-label="${label}"><table role="table">
    <thead role="rowgroup"><tr role="row">${columns.map(head)}</tr></thead>
    <tbody role="rowgroup">${rows.map(cells => html`<tr role="row">${cells.map((content, at) => cell(content, columns[at]!, at))}</tr>`)}</tbody></table></div>`

type Content = Html | string

const head = ({ label, kind }: Column) =>
  html`<th scope="col" role="columnheader" class="${kind}">${label}</th>`

function cell(content: Content, { label, kind }: Column, at: number): Html {
  if (at === 0) return html`<th scope="row" role="rowheader" data-label="${label}"><div>${content}</div></th>`
  const classes = content === '' ? 'nothing' : kind
  return html`<td role="cell" class="${classes}" data-label="${label}"><div>${content}</div></td>`
}

/** Empty where all is on one page. */
function pager(path: string, page: { next: string | null }, isFirst: boolean): Html {
  if (isFirst && page.next === null) return ''
  return html`<nav class="actions" aria-label="Pages">
    ${isFirst ? '' : html`<a class="button plain" href="${path}">Newest</a>`}
    ${page.next === null ? '' : html`<a class="button plain" href="${path}?after=${encodeURIComponent(page.next)}">Older</a>`}</nav>`
}

/** A page of a listing, or what shows where there is nothing to list. */
export function listed<T>(
  page: PageOf<T>,
  list: {
    label: string
    columns: readonly Column[]
    row: (item: T) => readonly Content[]
    path: string
    isFirst: boolean
    nothing: [title: string, words: string]
  },
): Html {
  const { label, columns, row, path, isFirst, nothing } = list
  if (page.rows.length === 0) return empty(...nothing)
  return html`${dataTable(
    label,
    columns,
    page.rows.map(item => row(item)),
  )}${pager(path, page, isFirst)}`
}

/** Ids are long; their beginning tells them apart, and the whole is there to copy. */
export const shortId = (id: string) => html`<code title="${id}">${id.slice(0, 8)}</code>`

/** Where people open spreadsheets: at Google, or at the local Google that stands in for it. */
export const spreadsheetsAt = (issuer: string): string =>
  issuer === GOOGLE_ISSUER ? 'https://docs.google.com' : issuer

export const spreadsheetLink = (id: string | null, at: string) =>
  id === null
    ? ''
    : html`<a href="${at}/spreadsheets/d/${id}/edit" rel="noreferrer"><code>${id.slice(0, 8)}</code><span class="hidden"> spreadsheet</span></a>`
