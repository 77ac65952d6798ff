/** Reads files beside the main thread, a few at a time, each with limits on time and memory. */
import { runApart } from '../support/apart.ts'
import type { ParsedFile } from './parse.ts'

export interface FileToRead {
  name: string
  mediaType: string
  bytes: Uint8Array
}

const MOST_AT_ONCE = 2
const LIMITS = { milliseconds: 60_000, megabytes: 600 }

const tooMuch: ParsedFile = {
  state: 'broken',
  message: 'The file takes too long or too much memory to read. Send a smaller part of it.',
}

let reading = 0
const waiting: (() => void)[] = []

export async function readApart(file: FileToRead): Promise<ParsedFile> {
  if (reading >= MOST_AT_ONCE) await new Promise<void>(go => waiting.push(go))
  else reading++
  try {
    return (
      (await runApart<ParsedFile>(new URL('./parse-thread.ts', import.meta.url), file, LIMITS)) ?? tooMuch
    )
  } finally {
    const next = waiting.shift()
    // The place passes on; only without anybody waiting is it free.
    if (next) next()
    else reading--
  }
}
