/** The documents a browser loads: the page, a panel of the add-on, and the page for an unknown id. */
import { readFileSync } from 'node:fs'
import { isBig, packCells } from '../dialect/packed-cells.ts'
import type { Assets } from './assets.ts'
import type { HtmlPanel, PageBoot, Snapshot } from './protocol.ts'

export interface Document {
  status: 200 | 404
  html: string
  contentSecurityPolicy: string
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, letter => ESCAPES[letter] ?? letter)
/** JSON that cannot end the script element around it. */
const inlineText = (json: string) => json.replaceAll('<', '\\u003c')
const inlineJson = (value: unknown) => inlineText(JSON.stringify(value))

const STYLES = ['bootstrap.css', 'font-awesome.css', 'o_spreadsheet.css', 'page.css']
const SCRIPTS = ['owl.js', 'chart.js', 'o_spreadsheet.js', 'page.js']

/** o-spreadsheet compiles formulas with `new Function`: that is what unsafe-eval is for. */
const PAGE_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A panel is one file with everything inline, and reaches nothing but its page. */
const PANEL_POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data: blob: https:',
  'font-src data:',
  'media-src data: blob:',
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** By a workbook's data: one that nobody changed is packed once. Null where it is small. */
const packed = new WeakMap<object, string | null>()

const templateOf = (texts: readonly string[]) =>
  // In a template they are no part of what the browser lays out.
  `<template id="cells">${texts.map(text => `<script type="application/json">${inlineText(text)}</script>`).join('')}</template>`

/** The cells of a large workbook as elements of their own. */
function cellElements({ data, history }: Snapshot): string | null {
  // Revisions on top of the data need all cells to be there.
  if (history.length > 0) return null
  const known = packed.get(data)
  if (known !== undefined) return known
  const html = isBig(data) ? templateOf(packCells(data)) : null
  packed.set(data, html)
  return html
}

function withoutTheirCells(snapshot: Snapshot): Snapshot {
  const { data } = snapshot
  const sheets = (data.sheets as object[]).map(sheet => ({ ...sheet, cells: {} }))
  return { ...snapshot, data: { ...data, sheets }, isPacked: true }
}

const BEGINNING = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">`

/** `texts`: the cells, where they do not stand in the snapshot. */
export function renderPage(given: PageBoot, assets: Assets, texts?: readonly string[]): Document {
  const { snapshot } = given
  const cells = texts === undefined ? cellElements(snapshot) : templateOf(texts)
  const boot =
    cells === null || texts !== undefined ? given : { ...given, snapshot: withoutTheirCells(snapshot) }
  const html = `${BEGINNING}
<title>${escapeHtml(boot.title)} - Sheets on this machine</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">
<link rel="preload" href="${assets.url('o_spreadsheet.xml')}" as="fetch" crossorigin>
${STYLES.map(name => `<link rel="stylesheet" href="${assets.url(name)}">`).join('\n')}
</head>
<body>
<div id="page" data-templates="${assets.url('o_spreadsheet.xml')}" data-license="${assets.url('o_spreadsheet-license.txt')}"></div>
<script type="application/json" id="boot">${inlineJson(boot)}</script>
${cells ?? ''}
${SCRIPTS.map(name => `<script src="${assets.url(name)}" defer></script>`).join('\n')}
</body>
</html>`
  return { status: 200, html, contentSecurityPolicy: PAGE_POLICY }
}

/** The add-on's own HTML with `google.script` in it before any of its scripts run. */
export function renderPanel(panel: HtmlPanel, functionNames: string[], assets: Assets): Document {
  const script = assets.get(assets.url('panel.js'))?.body.toString('utf8') ?? ''
  const code = script.replaceAll('</script', '<\\/script')
  const setup = `<script>(__scriptFunctions=>{${code}})(${inlineJson(functionNames)})</script>`
  const head = /<head[^>]*>/i.exec(panel.content)
  const at = head
    ? head.index + head[0].length
    : (/^\s*<!doctype[^>]*>/i.exec(panel.content)?.[0].length ?? 0)
  const html = panel.content.slice(0, at) + setup + panel.content.slice(at)
  return { status: 200, html, contentSecurityPolicy: PANEL_POLICY }
}

export function renderNotFound(homeUrl: string | undefined): Document {
  const home = homeUrl
    ? `<p><a href="${escapeHtml(homeUrl)}">Open the sample spreadsheet</a></p>`
    : '<p>Create one through the Sheets API of this emulator first.</p>'
  const html = `${BEGINNING}
<title>Spreadsheet not found</title>
<style>${readFileSync(new URL('./not-found.css', import.meta.url), 'utf8')}</style>
</head>
<body>
<main>
${ICON}
<h1>This spreadsheet isn’t here</h1>
<p>The file you asked for does not exist on this machine. Check the address, or whether it was made in
another data folder.</p>
${home}
</main>
</body>
</html>`
  return {
    status: 404,
    html,
    contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  }
}

/** A sheet of cells, our own drawing. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="40" height="40"><rect x="7" y="3" width="26" height="34" rx="3" fill="#188038"/><path d="M13 13h14v14H13z" fill="#fff"/><path d="M13 17.7h14M13 22.3h14M20 13v14" stroke="#188038" stroke-width="1.6"/></svg>`
