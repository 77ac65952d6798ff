/** Reads files beside the main thread, a few at a time, each with limits on time and memory. */
import { Worker } from 'node:worker_threads'
import type { ParsedFile } from './parse.ts'

export interface FileToRead {
  name: string
  mediaType: string
  bytes: Uint8Array
}

const MOST_AT_ONCE = 2
const MOST_MILLISECONDS = 30_000
const MOST_MEGABYTES = 600

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
    return await inThread(file)
  } finally {
    const next = waiting.shift()
    // The place passes on; only without anybody waiting is it free.
    if (next) next()
    else reading--
  }
}

async function inThread(file: FileToRead): Promise<ParsedFile> {
  const worker = new Worker(new URL('./parse-thread.ts', import.meta.url), {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
    // What a reader has to say about a file is nobody's log line.
    stdout: true,
    stderr: true,
  })
  const timer = setTimeout(() => void worker.terminate(), MOST_MILLISECONDS)
  try {
    return await new Promise<ParsedFile>(resolve => {
      worker.once('message', resolve)
      worker.once('error', () => resolve(tooMuch))
      worker.once('exit', () => resolve(tooMuch))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
