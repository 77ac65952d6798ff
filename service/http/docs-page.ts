/** The readable page at /docs: the OpenAPI document as plain HTML, made once, without scripts. */
import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { schemaRows } from './docs-schema.ts'
import { docsStyle } from './docs-style.ts'
import { pageHeaders } from './headers.ts'
import type { OpenApiDocument } from './openapi.ts'

type Json = Record<string, unknown>
interface Operation extends Json {
  operationId: string
  summary: string
  description: string
  security: unknown[]
  parameters?: Json[]
  requestBody?: { content: { 'application/json': { schema: { $ref: string }; examples: Json } } }
  responses: Record<string, { description: string; content?: { 'application/json': { example?: unknown } } }>
}

const code = (value: unknown) => html`<pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>`
/** Text of the document, with what stands between backticks as code. */
const prose = (text: unknown) =>
  String(text ?? '')
    .split('`')
    .map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))
const nameOf = (reference: string) => reference.split('/').at(-1)!

function parametersTable(document: OpenApiDocument, parameters: Json[]) {
  const resolved = parameters.map(parameter =>
    typeof parameter.$ref === 'string'
      ? (document.components.parameters[nameOf(parameter.$ref)] as Json)
      : parameter,
  )
  return html`<table>
    <thead><tr><th scope="col">Parameter</th><th scope="col">Where</th><th scope="col">Meaning</th></tr></thead>
    <tbody>${resolved.map(
      ({ name, in: place, description }) =>
        html`<tr><th scope="row"><code>${name}</code></th><td>${place}</td><td>${prose(description)}</td></tr>`,
    )}</tbody>
  </table>`
}

function schemaTable(document: OpenApiDocument, name: string) {
  const rows = schemaRows(document.components.schemas[name] ?? {})
  return html`<table>
    <thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
    <tbody>${rows.map(
      row =>
        html`<tr><th scope="row"><code>${row.name}</code>${row.required ? '' : html` <small>optional</small>`}</th>
          <td>${row.types.map(type => (type.link ? html`<a href="#${type.text}">${type.text}</a> ` : `${type.text} `))}</td>
          <td>${prose(row.description)}</td></tr>`,
    )}</tbody>
  </table>`
}

function operationSection(document: OpenApiDocument, method: string, path: string, operation: Operation) {
  const body = operation.requestBody?.content['application/json']
  const [okStatus, ok] = Object.entries(operation.responses)[0]!
  const example = ok.content?.['application/json'].example
  return html`<section aria-labelledby="${operation.operationId}">
    <h3 id="${operation.operationId}">${operation.summary}</h3>
    <p class="endpoint"><b>${method.toUpperCase()}</b> <code>${path}</code></p>
    <p>${prose(operation.description)}</p>
    ${operation.security.length === 0 ? html`<p>Needs no key.</p>` : ''}
    ${operation.parameters ? parametersTable(document, operation.parameters) : ''}
    ${
      body
        ? html`<p>Body: <a href="#${nameOf(body.schema.$ref)}">${nameOf(body.schema.$ref)}</a></p>
          ${Object.values(body.examples).map(given => code((given as { value: unknown }).value))}`
        : ''
    }
    <h4>Answers</h4>
    <dl>${Object.entries(operation.responses).map(
      ([status, response]) => html`<dt>${status}</dt><dd>${response.description}</dd>`,
    )}</dl>
    ${example === undefined ? '' : html`<details><summary>Example of ${okStatus}</summary>${code(example)}</details>`}
  </section>`
}

export function docsPage(document: OpenApiDocument, options: { https: boolean }) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation: operation as Operation,
    })),
  )
  const page = html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Rowhand API</title>
  <style>${raw(docsStyle)}</style>
</head>
<body>
  <header><h1>Rowhand API</h1>
    <p>${(document.info.description as string).split('\n')[0]} The same for machines: <a href="/openapi.json">openapi.json</a>.</p></header>
  <nav aria-label="Contents"><ul>
    ${operations.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`)}
    <li><a href="#schemas">Schemas</a></li>
  </ul></nav>
  <main>
    <section aria-labelledby="key"><h2 id="key">The key</h2>
      <p>Send it with every request in the header <code>X-API-Key</code>. Keys are made in the <a href="/dashboard">dashboard</a>.</p></section>
    <h2>Endpoints</h2>
    ${operations.map(({ path, method, operation }) => operationSection(document, method, path, operation))}
    <h2 id="schemas">Schemas</h2>
    ${Object.entries(document.components.schemas).map(
      ([name, schema]) => html`<section aria-labelledby="${name}"><h3 id="${name}">${name}</h3>
        <p>${prose(schema.description)}</p>${schemaTable(document, name)}</section>`,
    )}
  </main>
</body>
</html>`
  const styleHash = createHash('sha256').update(docsStyle).digest('base64')
  const headers = pageHeaders(options)
  headers['content-security-policy'] = headers['content-security-policy']!.replace(
    "style-src 'self'",
    `style-src 'sha256-${styleHash}'`,
  )
  return { html: String(page), headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } }
}
