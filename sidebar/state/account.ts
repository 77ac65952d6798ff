/** Who is connected. */
import { signal } from '@preact/signals'
import type { Account, RpcError } from '../../contract/rpc.ts'
import type { Host } from '../host/host.ts'
import type { Shell } from './shell.ts'

export interface AccountEvents {
  /** Another account, or none: what belonged to the former one is out of reach. */
  onSwitched(): void
  onConnected(): void
}

export function createAccount(
  host: Pick<Host, 'connect' | 'checkKey' | 'disconnect'>,
  shell: Shell,
  events: AccountEvents,
) {
  const account = signal<Account | null>(null)

  async function connect(apiKey: string): Promise<RpcError | null> {
    const answer = await host.connect(apiKey)
    if (!answer.ok) return answer.error
    if (account.peek()?.keyEnding !== answer.value.keyEnding) events.onSwitched()
    account.value = answer.value
    shell.notice.value = null
    shell.panel.value = shell.backupWaits.peek() ? 'copyTab' : null
    shell.backupWaits.value = false
    shell.screen.value = { name: 'chat' }
    events.onConnected()
    return null
  }

  async function checkKey(): Promise<RpcError | null> {
    const answer = await host.checkKey()
    if (!answer.ok) return answer.error
    account.value = answer.value
    return null
  }

  async function disconnect(): Promise<void> {
    const answer = await host.disconnect()
    if (!answer.ok) {
      shell.noticeFailure(answer.error)
      return
    }
    account.value = null
    events.onSwitched()
    shell.askForKey()
  }

  return { account, connect, checkKey, disconnect }
}
