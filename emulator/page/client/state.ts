/** What the page around the grid shows, as signals. Components read it; controllers write it. */
import { signal } from '@preact/signals'
import type { Menu } from '../protocol.ts'
import type { ConnectionState } from './connection.ts'

export interface Panel {
  instance: string
  title: string
}
export interface DialogPanel extends Panel {
  width: number
  height: number
  modal: boolean
}
/** Something the user must answer: a script's alert or prompt, or the grid's own question. */
export interface OpenQuestion {
  title: string
  text: string
  buttons: string
  asksForText: boolean
  /** A text of several lines, with this in it at first. */
  longText?: string
  answer(button: string, text: string): void
}
export interface Toast {
  id: number
  title: string
  text: string
}

export const connectionState = signal<ConnectionState>('connecting')
export const title = signal('')
export const isSaved = signal(true)
export const sidebar = signal<Panel | null>(null)
export const dialog = signal<DialogPanel | null>(null)
export const questions = signal<OpenQuestion[]>([])
export const toasts = signal<Toast[]>([])
export const addonMenu = signal<Menu | null>(null)
export const topMenus = signal<Menu[]>([])
/** Grows with every change of the grid, so that open menus show the present. */
export const isAboutOpen = signal(false)
/** File ▸ Open. */
export const isOpenDialogOpen = signal(false)

let nextToastId = 1

export function showToast(text: string, toastTitle: string, seconds: number): () => void {
  const id = nextToastId++
  toasts.value = [...toasts.value, { id, title: toastTitle, text }]
  const close = () => {
    toasts.value = toasts.value.filter(toast => toast.id !== id)
  }
  if (seconds > 0) setTimeout(close, seconds * 1000)
  return close
}

export function ask(question: OpenQuestion): void {
  questions.value = [...questions.value, question]
}

/** The oldest question is on the screen; it is the one that is answered. */
export function answerQuestion(button: string, text: string): void {
  const [first, ...rest] = questions.value
  questions.value = rest
  first?.answer(button, text)
}
