/**
 * The meeting point of one workbook's collaborators: the server's own model and every open page. It orders
 * revisions, hands each accepted message to the journal before anyone sees it, and passes it on. It refuses
 * to know what a message does to a spreadsheet.
 */
import type { CollaborationMessage, TransportService } from '../../dialect/engine.ts'

const REVISION_TYPES = new Set(['REMOTE_REVISION', 'REVISION_UNDONE', 'REVISION_REDONE', 'SNAPSHOT_CREATED'])
const PRESENCE_TYPES = new Set(['CLIENT_JOINED', 'CLIENT_MOVED', 'CLIENT_LEFT'])

export type Send = (message: CollaborationMessage) => void

/** One collaborator's connection, as `join` returns it. */
export interface Seat {
  /** A message from this collaborator. One that is out of date is dropped: its sender rebases and resends. */
  receive(message: CollaborationMessage): void
  leave(): void
}

export interface HubOptions {
  revisionId: string
  /** Called before an accepted revision is passed on; it must have reached the disk when this returns. */
  record(message: CollaborationMessage): void
}

export class Hub {
  revisionId: string
  readonly #record: HubOptions['record']
  readonly #seats = new Set<{ send: Send; clientIds: Set<string> }>()
  #serverSend: Send | undefined

  constructor(options: HubOptions) {
    this.revisionId = options.revisionId
    this.#record = options.record
  }

  /** How many pages are open. The server's own model does not count. */
  get seats(): number {
    return this.#seats.size
  }

  /** The transport of the server's own model. */
  serverTransport(): TransportService {
    return {
      onNewMessage: (_id, callback) => {
        this.#serverSend = callback
      },
      // The server's model has a selection of its own, which is nobody's: pages must not show it.
      sendMessage: async message => {
        if (!PRESENCE_TYPES.has(message.type)) this.accept(message)
      },
      leave: () => {
        this.#serverSend = undefined
      },
    }
  }

  join(send: Send): Seat {
    const seat = { send, clientIds: new Set<string>() }
    this.#seats.add(seat)
    return {
      receive: message => {
        if (message.client !== undefined) seat.clientIds.add(message.client.id)
        this.accept(message)
      },
      leave: () => {
        if (!this.#seats.delete(seat)) return
        for (const clientId of seat.clientIds) this.accept({ type: 'CLIENT_LEFT', version: 1, clientId })
      },
    }
  }

  accept(message: CollaborationMessage): void {
    if (REVISION_TYPES.has(message.type)) {
      if (message.serverRevisionId !== this.revisionId || message.nextRevisionId === undefined) return
      this.#record(message)
      this.revisionId = message.nextRevisionId
    } else if (!PRESENCE_TYPES.has(message.type)) {
      // SNAPSHOT: a page offers its own copy of the data; the server takes its own.
      return
    }
    this.#serverSend?.(message)
    for (const seat of this.#seats) seat.send(message)
  }
}
