/**
 * Writes a running call's progress now and then, however often it is reported: at once when the last
 * write is long enough ago, else when it is, always the latest.
 */
import type { ToolCallFields } from '../../../contract/index.ts'

export interface Progress {
  report(fields: ToolCallFields): void
  /** No write after this; answers everything reported, for the final write. */
  close(): Promise<ToolCallFields>
}

export function throttledProgress(options: {
  everyMs: number
  write: (fields: ToolCallFields) => Promise<void>
  onFailure: (error: unknown) => void
}): Progress {
  let fields: ToolCallFields = {}
  let unwritten = false
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let lastWriteAt = -Infinity

  function schedule(): void {
    if (closed || timer || writing || !unwritten) return
    const wait = lastWriteAt + options.everyMs - performance.now()
    if (wait > 0) timer = setTimeout(write, wait)
    else write()
  }

  function write(): void {
    timer = undefined
    unwritten = false
    lastWriteAt = performance.now()
    writing = options
      .write(fields)
      .catch(options.onFailure)
      .finally(() => {
        writing = undefined
        schedule()
      })
  }

  return {
    report(reported) {
      fields = { ...fields, ...reported }
      unwritten = true
      schedule()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await writing
      return fields
    },
  }
}
