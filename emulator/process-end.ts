/** Ends the process once its emulator is closed, when one of these events tells it to. */
import type { Emulator } from './start.ts'

export function endOn(events: readonly string[], emulator: Emulator): void {
  let isEnding = false
  const end = () => {
    if (isEnding) return
    isEnding = true
    void emulator.close().finally(() => process.exit(0))
  }
  for (const event of events) process.on(event, end)
}
