/**
 * One open page, as the server keeps it: what the user has selected, which panels are open, which
 * questions wait for an answer. It is what a script sees of its user. It outlives a lost connection for a
 * while, so that a reload of the network does not close the sidebar or forget a question.
 */
import { randomUUID } from 'node:crypto'
import type { UserPage } from '../apps-script/services/types.ts'
import type { HtmlPanel, Question, Selection, ServerMessage } from './protocol.ts'

type Answer = { button: string; text: string }

export class PageSession implements UserPage {
  readonly pageId: string
  readonly spreadsheetId: string
  readonly temporaryKey = randomUUID()
  locale = 'en'
  /** What this page asked for on top of the real time of a call, each way together. */
  latencyMs = 0
  readonly panels = new Map<string, HtmlPanel>()
  #selection: Selection = { sheetId: 0, areas: [] }
  #send: ((message: ServerMessage) => void) | undefined
  readonly #questions = new Map<number, { question: Question; resolve(answer: Answer): void }>()
  #nextQuestionId = 1
  #sidebar: string | undefined

  constructor(pageId: string, spreadsheetId: string) {
    this.pageId = pageId
    this.spreadsheetId = spreadsheetId
  }

  get connected(): boolean {
    return this.#send !== undefined
  }

  connect(send: (message: ServerMessage) => void): void {
    this.#send = send
    for (const { question } of this.#questions.values()) send({ type: 'question', question })
  }

  /** Only the connection that is current may end it: a page may be back before its old one is gone. */
  disconnect(send: (message: ServerMessage) => void): void {
    if (this.#send === send) this.#send = undefined
  }

  /** The page will not come back: whoever waits for its user gets what closing a dialog answers. */
  end(): void {
    for (const { resolve } of this.#questions.values()) resolve({ button: 'CLOSE', text: '' })
    this.#questions.clear()
    this.panels.clear()
  }

  send(message: ServerMessage): void {
    this.#send?.(message)
  }

  selection(): Selection {
    return this.#selection
  }

  /** The user moved; the page told. */
  noteSelection(selection: Selection): void {
    this.#selection = selection
  }

  select(selection: Selection): void {
    this.#selection = selection
    this.send({ type: 'select', selection })
  }

  setMenu(menu: Parameters<UserPage['setMenu']>[0], place: 'addon' | 'top'): void {
    this.send({ type: place === 'addon' ? 'addonMenu' : 'topMenu', menu })
  }

  /** There is one sidebar: a new one takes the place of the old. */
  showSidebar(panel: HtmlPanel): void {
    const instance = randomUUID()
    if (this.#sidebar !== undefined) this.panels.delete(this.#sidebar)
    this.#sidebar = instance
    this.panels.set(instance, panel)
    this.send({ type: 'sidebar', instance, title: panel.title })
  }

  showDialog(panel: HtmlPanel, modal: boolean): void {
    const instance = randomUUID()
    this.panels.set(instance, panel)
    const { title, width = 500, height = 400 } = panel
    this.send({ type: 'dialog', instance, title, width, height, modal })
  }

  async alert(title: string, text: string, buttons: string): Promise<string> {
    return (await this.#ask({ kind: 'alert', title, text, buttons })).button
  }

  prompt(title: string, text: string, buttons: string): Promise<Answer> {
    return this.#ask({ kind: 'prompt', title, text, buttons })
  }

  toast(text: string, title: string, seconds: number): void {
    this.send({ type: 'toast', text, title, seconds })
  }

  answer(questionId: number, answer: Answer): void {
    this.#questions.get(questionId)?.resolve(answer)
    this.#questions.delete(questionId)
  }

  #ask(words: Omit<Question, 'questionId'>): Promise<Answer> {
    const question = { ...words, questionId: this.#nextQuestionId++ }
    this.send({ type: 'question', question })
    return new Promise(resolve => this.#questions.set(question.questionId, { question, resolve }))
  }
}
