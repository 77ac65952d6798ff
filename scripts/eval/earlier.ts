/** Results that a run keeps in a file, a line each, so that the next with the same file does what is missing. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** A run that was ended while it wrote leaves half a line: that exercise is done again. */
export function readEarlier<Result extends { id: string }>(file: string | undefined): Result[] {
  if (!file || !existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap(line => {
      try {
        return line.trim() === '' ? [] : [JSON.parse(line) as Result]
      } catch {
        return []
      }
    })
}

export function keepResult(file: string, result: { id: string }): void {
  const isHalf = existsSync(file) && !/(?:^|\n)$/.test(readFileSync(file, 'utf8'))
  appendFileSync(file, `${isHalf ? '\n' : ''}${JSON.stringify(result)}\n`)
}
