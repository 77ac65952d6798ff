/** What the service offers beyond the interface that every service keeps. Nothing is shown before it is known. */
import { signal } from '@preact/signals'
import type { Abilities } from '../../contract/rpc.ts'
import type { Host } from '../host/host.ts'

export function createAbilities(host: Pick<Host, 'readAbilities'>) {
  const abilities = signal<Abilities>({ attachments: false, plans: false })
  async function readAbilities(): Promise<void> {
    const answer = await host.readAbilities()
    if (answer.ok && answer.value) abilities.value = answer.value
  }
  return { abilities, readAbilities }
}
