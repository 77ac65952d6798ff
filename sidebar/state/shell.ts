/** Which screen stands, what lies over it, and the line above the prompt box. */
import { type Signal, signal } from '@preact/signals'
import type { CopiedTab, RpcError } from '../../contract/rpc.ts'
import { t } from '../words/texts.ts'

export type Screen =
  /** Without a key there is no box to write in. */
  | { name: 'loading'; hasBox: boolean }
  | { name: 'failed'; error: RpcError }
  | { name: 'connect' }
  | { name: 'chat' }
export type PanelName = 'conversations' | 'prompts' | 'models' | 'copyTab' | 'connection' | 'help'

/** What just happened beside the conversation, with a link where there is one. */
export type Notice =
  | { kind: 'good'; text: string; link?: { label: string; url: string } }
  /** `retry` is what "Try again" does about the error. */
  | { kind: 'bad'; error: RpcError; retry?: () => void }

export interface Shell {
  readonly screen: Signal<Screen>
  readonly panel: Signal<PanelName | null>
  readonly notice: Signal<Notice | null>
  /** A backup was asked for without a key: after connecting it's one click away. */
  readonly backupWaits: Signal<boolean>
  beginLoading(): void
  openPanel(name: PanelName): void
  askForKey(): void
  noticeFailure(error: RpcError, retry?: () => void): void
  noticeCopied(tab: CopiedTab): void
}

export function createShell(hasBox = true): Shell {
  const screen = signal<Screen>({ name: 'loading', hasBox })
  const panel = signal<PanelName | null>(null)
  const notice = signal<Notice | null>(null)
  const backupWaits = signal(false)
  return {
    screen,
    panel,
    notice,
    backupWaits,
    beginLoading() {
      screen.value = { name: 'loading', hasBox }
    },
    openPanel(name) {
      panel.value = name
    },
    askForKey() {
      panel.value = null
      screen.value = { name: 'connect' }
    },
    noticeFailure(error, retry) {
      notice.value = { kind: 'bad', error, ...(retry ? { retry } : {}) }
    },
    noticeCopied(tab) {
      const link = { label: t('copy.open'), url: tab.url }
      notice.value = { kind: 'good', text: t('copy.done', { title: tab.title }), link }
    },
  }
}
