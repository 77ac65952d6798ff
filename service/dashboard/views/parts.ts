/** The parts that pages are made of: cards, forms, fields, notices. They work without JavaScript. */
import type { Problem } from '../forms.ts'
import { type Html, html } from './html.ts'

export interface FormOptions {
  action: string
  csrf: string
  /** Which of the page's forms this is. */
  does: string
  body: Html | Html[]
  className?: string
}

export const form = ({ action, csrf, does, body, className }: FormOptions) =>
  html`<form method="post" action="${action}" class="${className ?? 'stack'}">
    <input type="hidden" name="_csrf" value="${csrf}"><input type="hidden" name="do" value="${does}">${body}</form>`

/** The forms of one page: where they go and their token are the page's, what each does is its own. */
export type Forms = (does: string, body: Html | Html[], className?: string) => Html

export const formsOf =
  (action: string, csrf: string): Forms =>
  (does, body, className) =>
    form({ action, csrf, does, body, ...(className ? { className } : {}) })

export const button = (label: string, kind: 'primary' | 'plain' | 'danger' = 'plain', describedBy?: string) =>
  html`<button type="submit" class="button ${kind}"${describedBy ? html` aria-describedby="${describedBy}"` : ''}>${label}</button>`

export interface FieldOptions {
  /** Unique on the page. */
  id: string
  name: string
  label: string
  hint?: string
  value?: string
  type?: 'text' | 'email'
  inputmode?: 'decimal'
  autocomplete?: string
  maxLength?: number
  required?: boolean
  /** The page's problem, and the form that this field is in: shown here if it is this field's. */
  problem?: Problem | undefined
  form: string
}

const isAtFault = (problem: Problem | undefined, form: string, name: string) =>
  problem?.form === form && problem.field === name

export function field(options: FieldOptions): Html {
  const { id, name, problem, form } = options
  const atFault = isAtFault(problem, form, name)
  const value = problem?.form === form ? (problem.values[name] ?? '') : (options.value ?? '')
  const described = [options.hint ? `${id}-hint` : '', atFault ? `${id}-error` : ''].filter(Boolean).join(' ')
  return html`<div class="field">
    <label for="${id}">${options.label}</label>
    ${options.hint ? html`<p class="hint" id="${id}-hint">${options.hint}</p>` : ''}
    ${atFault ? html`<p class="error" id="${id}-error">${problem!.message}</p>` : ''}
    <input id="${id}" name="${name}" type="${options.type ?? 'text'}" value="${value}"
      autocomplete="${options.autocomplete ?? 'off'}" maxlength="${options.maxLength ?? 200}"
      ${options.inputmode ? html` inputmode="${options.inputmode}"` : ''}
      ${options.required ? html` required` : ''}
      ${described ? html` aria-describedby="${described}"` : ''}${atFault ? html` aria-invalid="true"` : ''}>
  </div>`
}

export interface Choice {
  value: string
  label: string
}

export const select = (options: {
  id: string
  name: string
  label: string
  hint?: string
  choices: Choice[]
  value: string
}) =>
  html`<div class="field">
    <label for="${options.id}">${options.label}</label>
    ${options.hint ? html`<p class="hint" id="${options.id}-hint">${options.hint}</p>` : ''}
    <select id="${options.id}" name="${options.name}"${options.hint ? html` aria-describedby="${options.id}-hint"` : ''}>
      ${options.choices.map(
        choice =>
          html`<option value="${choice.value}"${choice.value === options.value ? html` selected` : ''}>${choice.label}</option>`,
      )}
    </select>
  </div>`

/** A secret to take away: text that can be selected, and a button where scripts run. */
export const secret = (options: { id: string; label: string; value: string }) =>
  html`<div class="field">
    <label for="${options.id}">${options.label}</label>
    <div class="secret">
      <input id="${options.id}" class="mono" readonly spellcheck="false" autocomplete="off" value="${options.value}">
      <button type="button" class="button plain" hidden data-copy="${options.id}">Copy</button>
    </div>
  </div>`

/** Something that can't be taken back: asked once more, in place. */
export const confirm = (options: { label: string; text: string; body: Html }) =>
  html`<details class="confirm"><summary class="button quiet">${options.label}</summary>
    <div class="ask"><p>${options.text}</p>${options.body}</div></details>`

export const alertBox = (kind: 'good' | 'warning' | 'bad', body: Html | string) =>
  html`<div class="alert ${kind}" role="${kind === 'bad' ? 'alert' : 'status'}"><div>${body}</div></div>`

/** Above a page whose form was not taken; gets the focus, so that it is read first. */
export const problemSummary = (problem: Problem | undefined) =>
  problem
    ? html`<div class="alert bad" role="alert" tabindex="-1" autofocus>
        <div><strong>Nothing was changed.</strong> ${problem.message}</div></div>`
    : ''

export const card = (options: { id: string; title: string; lead?: Html | string; body: Html | Html[] }) =>
  html`<section class="card" aria-labelledby="${options.id}">
    <h2 id="${options.id}">${options.title}</h2>
    ${options.lead ? html`<p class="lead">${options.lead}</p>` : ''}
    ${options.body}
  </section>`

export const empty = (title: string, text: Html | string) =>
  html`<div class="empty"><p class="empty-title">${title}</p><p>${text}</p></div>`

export const badge = (label: string, kind: 'plain' | 'good' | 'warning' = 'plain') =>
  html`<span class="badge ${kind}">${label}</span>`
