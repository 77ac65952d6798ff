/**
 * o-spreadsheet's collaborative transport over a line that may break. While it is broken, the one revision
 * that waits for its acknowledgement is kept; once the page has caught up it is sent again, unless it
 * turned out to have arrived before. Later edits wait inside the model and follow by themselves.
 */
import type { CollaborationMessage, TransportService } from '../../dialect/engine.ts'

export interface PageTransport extends TransportService {
  /** What other collaborators, or the server, did. */
  deliver(message: CollaborationMessage): void
  /** The page was away and missed these. */
  catchUp(missed: CollaborationMessage[]): void
  /** The line broke: hold messages back until the page has caught up. */
  hold(): void
}

export function createTransport(send: (message: CollaborationMessage) => boolean): PageTransport {
  const listeners = new Map<string, (message: CollaborationMessage) => void>()
  let held = true
  /** What came before the page had caught up: a large workbook takes its time. */
  let early: CollaborationMessage[] = []
  let unacknowledged: CollaborationMessage | undefined

  const deliver = (message: CollaborationMessage) => {
    if (unacknowledged !== undefined && message.nextRevisionId === unacknowledged.nextRevisionId) {
      unacknowledged = undefined
    }
    for (const listener of listeners.values()) listener(message)
  }

  return {
    onNewMessage: (id, callback) => void listeners.set(id, callback),
    leave: id => void listeners.delete(id),
    async sendMessage(message) {
      if (message.nextRevisionId !== undefined) unacknowledged = message
      if (!held) send(message)
    },
    deliver: message => void (held ? early.push(message) : deliver(message)),
    catchUp(missed) {
      for (const message of [...missed, ...early]) deliver(message)
      early = []
      held = false
      // Built on what was missed if anything was: the model rebased it and handed it over anew.
      if (unacknowledged) send(unacknowledged)
    },
    hold() {
      held = true
      early = []
    },
  }
}
