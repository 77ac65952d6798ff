/** What a script thread is sent: the request and the way back for its calls. Node only. */
import type { MessagePort } from 'node:worker_threads'
import type { RunRequest } from './bridge.ts'

export interface ThreadRequest extends RunRequest {
  /** Of this execution alone: what one leaves behind, the next never sees. */
  port: MessagePort
}
