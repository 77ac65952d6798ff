/** npm run dev: tells which part changed, once things are quiet for a moment. */
import { watch } from 'node:fs'
import { join } from 'node:path'

const QUIET_MILLISECONDS = 150

export interface Parts {
  service(): void
  emulator(): void
  addon(): void
}

const affected: Record<string, (keyof Parts)[]> = {
  contract: ['service', 'addon'],
  service: ['service'],
  emulator: ['emulator'],
  src: ['addon'],
  sidebar: ['addon'],
}

export function watchSources(root: string, parts: Parts): void {
  const timers = new Map<keyof Parts, NodeJS.Timeout>()
  for (const [folder, names] of Object.entries(affected)) {
    watch(join(root, folder), { recursive: true }, () => {
      for (const name of names) {
        clearTimeout(timers.get(name))
        timers.set(name, setTimeout(parts[name], QUIET_MILLISECONDS))
      }
    })
  }
}
