/** What the services that answer a script are made of. */
import type { AuthMode, HostCalls, HtmlPanel, Menu, Selection } from '../bridge.ts'

/** The open page a script works for, as far as a script can see or move it. */
export interface UserPage {
  spreadsheetId: string
  /** A language tag, such as `de`. */
  locale: string
  /** Stands for the user without naming them; new after 30 days on Google, per page here. */
  temporaryKey: string
  selection(): Selection
  select(selection: Selection): void
  setMenu(menu: Menu, place: 'addon' | 'top'): void
  showSidebar(panel: HtmlPanel): void
  showDialog(panel: HtmlPanel, modal: boolean): void
  alert(title: string, text: string, buttons: string): Promise<string>
  prompt(title: string, text: string, buttons: string): Promise<{ button: string; text: string }>
  toast(text: string, title: string, seconds: number): void
}

export interface RunningScript {
  executionId: number
  authMode: AuthMode
  email: string
  page: UserPage
}

/** One function for each thing a script may ask; a thrown Error reaches the script as Google's Exception. */
export type HostServices = {
  [K in keyof HostCalls]: (
    script: RunningScript,
    ...args: Parameters<HostCalls[K]>
  ) => ReturnType<HostCalls[K]> | Promise<ReturnType<HostCalls[K]>>
}
