/** Reads one file in a thread of its own and ends: what a file holds must not hold up anybody else. */
import { parentPort, workerData } from 'node:worker_threads'
import { parseFile } from './parse.ts'
import type { FileToRead } from './read-apart.ts'

const { name, mediaType, bytes } = workerData as FileToRead
parentPort!.postMessage(await parseFile(name, mediaType, bytes))
