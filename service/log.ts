/** Structured logs: one JSON line an event, facts only. Never a key, a prompt or the contents of a cell. */

export type Facts = Record<string, string | number | boolean | null | undefined>

export interface Log {
  info(event: string, facts?: Facts): void
  warn(event: string, facts?: Facts): void
  error(event: string, facts?: Facts): void
}

/** What may be said of an unexpected error: its kind and place, not its message, which can quote contents. */
export function errorFacts(error: unknown): Facts {
  if (!(error instanceof Error)) return { error: typeof error }
  const code = (error as NodeJS.ErrnoException).code
  const at = error.stack?.split('\n').find(line => line.trimStart().startsWith('at '))
  return {
    error: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    ...(at ? { at: at.trim() } : {}),
  }
}

export function jsonLog(write: (line: string) => void, now: () => Date): Log {
  const line = (level: string) => (event: string, facts?: Facts) =>
    write(JSON.stringify({ time: now().toISOString(), level, event, ...facts }))
  return { info: line('info'), warn: line('warn'), error: line('error') }
}

export const silentLog: Log = { info() {}, warn() {}, error() {} }
