/** What lies beside or over the grid: the sidebar, dialogs, questions, short notices. */
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Panels } from './panels.ts'
import {
  answerQuestion,
  dialog,
  isAboutOpen,
  type OpenQuestion,
  type Panel,
  questions,
  sidebar,
  toasts,
} from './state.ts'

/** As Google's, but for allow-same-origin: a panel has no origin here, so it cannot reach into the page. */
const SANDBOX = [
  'allow-downloads',
  'allow-forms',
  'allow-modals',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-scripts',
  'allow-top-navigation-by-user-activation',
].join(' ')

interface PanelProps {
  panel: Panel
  panels: Panels
}

function PanelFrame({ panel, panels }: PanelProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  // Not after the next paint: the frame may be loaded and calling before that, and nobody would hear it.
  useLayoutEffect(() => {
    if (frame.current) panels.add(panel.instance, frame.current)
    return () => panels.remove(panel.instance)
  }, [panel.instance, panels])
  return (
    <iframe
      class="panel-frame"
      ref={frame}
      title={panel.title || 'Add-on'}
      src={`/page/sidebar/${panel.instance}`}
      sandbox={SANDBOX}
      allow="clipboard-write *; clipboard-read *"
      // A panel that opens has the keyboard, so that its own code can put it into a field.
      onLoad={event => event.currentTarget.focus()}
    />
  )
}

export function Sidebar({ panels, close }: { panels: Panels; close(): void }) {
  const panel = sidebar.value
  if (!panel) return null
  return (
    <aside class="sidebar" aria-label={panel.title || 'Add-on'}>
      <div class="sidebar-header">
        <h2 class="sidebar-title">{panel.title}</h2>
        <CloseButton label="Close sidebar" onClick={close} />
      </div>
      <PanelFrame key={panel.instance} panel={panel} panels={panels} />
    </aside>
  )
}

export function CloseButton({ label, onClick }: { label: string; onClick(): void }) {
  return (
    <button type="button" class="close-button" aria-label={label} title="Close" onClick={onClick}>
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path
          fill="currentColor"
          d="M19 6.4 17.6 5 12 10.6 6.4 5 5 6.4l5.6 5.6L5 17.6 6.4 19l5.6-5.6 5.6 5.6 1.4-1.4-5.6-5.6z"
        />
      </svg>
    </button>
  )
}

interface ModalProps {
  label: string
  className?: string
  modal?: boolean
  onCancel(): void
  children: ComponentChildren
}

export function Modal({ label, className = '', modal = true, onCancel, children }: ModalProps) {
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (modal) element.current?.showModal()
    else element.current?.show()
  }, [modal])
  return (
    <dialog
      class={`dialog ${className}`}
      ref={element}
      aria-label={label}
      onKeyDown={event => event.stopPropagation()}
      onCancel={event => {
        event.preventDefault()
        onCancel()
      }}
    >
      {children}
    </dialog>
  )
}

export function Dialog({ panels, close }: { panels: Panels; close(): void }) {
  const panel = dialog.value
  if (!panel) return null
  return (
    <Modal
      label={panel.title}
      className="dialog-panel"
      modal={panel.modal}
      onCancel={close}
      key={panel.instance}
    >
      <div class="dialog-header">
        <h2>{panel.title}</h2>
        <CloseButton label="Close" onClick={close} />
      </div>
      <div
        style={{
          width: `${panel.width}px`,
          height: `${panel.height}px`,
          maxWidth: '90vw',
          maxHeight: '75vh',
        }}
      >
        <PanelFrame panel={panel} panels={panels} />
      </div>
    </Modal>
  )
}

const BUTTONS: Record<string, { value: string; label: string }[]> = {
  OK: [{ value: 'OK', label: 'OK' }],
  OK_CANCEL: [
    { value: 'CANCEL', label: 'Cancel' },
    { value: 'OK', label: 'OK' },
  ],
  YES_NO: [
    { value: 'NO', label: 'No' },
    { value: 'YES', label: 'Yes' },
  ],
  YES_NO_CANCEL: [
    { value: 'CANCEL', label: 'Cancel' },
    { value: 'NO', label: 'No' },
    { value: 'YES', label: 'Yes' },
  ],
}

export function Question() {
  const question = questions.value[0]
  return question ? <QuestionBox question={question} key={questions.value.length} /> : null
}

function QuestionBox({ question }: { question: OpenQuestion }) {
  const [text, setText] = useState(question.longText ?? '')
  const form = useRef<HTMLFormElement>(null)
  const buttons = BUTTONS[question.buttons] ?? BUTTONS.OK ?? []
  const main = buttons.at(-1)?.value ?? 'OK'
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea, .button-main')?.focus(), [])
  return (
    <Modal
      label={question.title || question.text}
      className="question"
      onCancel={() => answerQuestion('CLOSE', text)}
    >
      <form
        ref={form}
        onSubmit={event => {
          event.preventDefault()
          answerQuestion(main, text)
        }}
      >
        {question.title && <h2>{question.title}</h2>}
        <p>{question.text}</p>
        {question.longText !== undefined && (
          <textarea
            class="question-field"
            rows={4}
            aria-label={question.text}
            value={text}
            onInput={event => setText(event.currentTarget.value)}
          />
        )}
        {question.asksForText && (
          <input
            class="question-field"
            aria-label={question.text}
            value={text}
            onInput={event => setText(event.currentTarget.value)}
          />
        )}
        <div class="question-buttons">
          {buttons.map(({ value, label }) =>
            value === main ? (
              <button type="submit" class="button button-main" key={value}>
                {label}
              </button>
            ) : (
              <button type="button" class="button" key={value} onClick={() => answerQuestion(value, text)}>
                {label}
              </button>
            ),
          )}
        </div>
      </form>
    </Modal>
  )
}

export function About({ licenseUrl }: { licenseUrl: string }) {
  if (!isAboutOpen.value) return null
  const close = () => {
    isAboutOpen.value = false
  }
  return (
    <Modal label="About this page" className="question" onCancel={close}>
      <h2>About this page</h2>
      <p>
        A spreadsheet on your own machine, made to try the Rowhand add-on without a Google account. It isn’t
        made by Google, and nothing you type here leaves your computer unless the add-on’s service sends it
        on.
      </p>
      <p>
        The grid is{' '}
        <a href="https://github.com/odoo/o-spreadsheet" target="_blank" rel="noreferrer">
          o-spreadsheet
        </a>{' '}
        by Odoo, unmodified, under the{' '}
        <a href={licenseUrl} target="_blank" rel="noreferrer">
          GNU Lesser General Public License, version 3
        </a>
        .
      </p>
      <div class="question-buttons">
        <button type="button" class="button button-main" onClick={close}>
          Close
        </button>
      </div>
    </Modal>
  )
}

export function Toasts() {
  return (
    <div class="notices" role="status">
      {toasts.value.map(toast => (
        <div class="notice" key={toast.id}>
          {toast.title && <strong>{toast.title}</strong>}
          <span>{toast.text}</span>
        </div>
      ))}
    </div>
  )
}
