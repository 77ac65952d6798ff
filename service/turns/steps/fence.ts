/**
 * Stands between a tool call and Google. The claim fences the database, Google knows nothing of it: an
 * execution that froze between reading and writing would repeat, on waking, what another has done since.
 * So the claim and the heartbeat are looked at right before each write, and each batch carries the call's
 * own key, by which Google makes it once.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isRepeatable } from '../../sheets/google/once.ts'
import type { Spreadsheet, WriteGuard } from '../../sheets/spreadsheet.ts'
import type { Db } from '../../store/db.ts'
import { type HeldTurn, stillHeld, TurnOver } from '../record/held-turn.ts'

/** The process that executes a turn, where others may take it over. */
export interface Executor {
  id: string
  /** After this long without a heartbeat of its own it writes nothing: others may take it for dead soon. */
  silentAfterMs: number
}

/** An answer that took longer to arrive tells of a past in which this process may have slept. */
const STALE_AFTER_MS = 500
const ASK_AGAIN_AFTER_MS = 50

/** Resolves where the turn is still held at this moment. Throws TurnOver where it is not. */
export async function holdsTurn(
  db: Db,
  turn: Pick<HeldTurn, 'agentId' | 'turnId' | 'claim'>,
  executor: Executor | null,
  signal: AbortSignal,
  monotonic: () => number = () => performance.now(),
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const asked = monotonic()
    const answer = await stillHeld(db, turn, executor)
    if (answer === 'lost') throw new TurnOver()
    const isRecent = executor === null || monotonic() - asked < STALE_AFTER_MS
    if (answer === 'held' && isRecent) return
    if (answer === 'silent') await sleep(ASK_AGAIN_AFTER_MS, undefined, { signal })
  }
}

/** `spreadsheet` as one tool call gets it: every write of it is guarded. */
export function fenced(
  spreadsheet: Spreadsheet,
  call: { id: string; agentId: string; check: () => Promise<void>; onMark: () => void },
): Spreadsheet {
  const made = new Map<string, number>()
  // The same batch again within one call is another batch; made again after a crash it is the same.
  const guardOf = (requests: Parameters<Spreadsheet['batchUpdate']>[0]): WriteGuard => {
    if (isRepeatable(requests)) return { check: call.check, key: call.id, owner: call.agentId }
    const text = JSON.stringify(requests)
    const occurrence = (made.get(text) ?? 0) + 1
    made.set(text, occurrence)
    call.onMark()
    return { check: call.check, key: `${call.id}:${occurrence}`, owner: call.agentId }
  }
  const guarded: Partial<Spreadsheet> = {
    batchUpdate: (requests, _guard, look) => spreadsheet.batchUpdate(requests, guardOf(requests), look),
    writeValues: (data, input) =>
      spreadsheet.writeValues(data, input, { check: call.check, key: call.id, owner: call.agentId }),
    async copyTabTo(sheetId, destinationSpreadsheetId) {
      await call.check()
      return spreadsheet.copyTabTo(sheetId, destinationSpreadsheetId)
    },
  }
  return new Proxy(spreadsheet, {
    get(target, name) {
      const own = guarded[name as keyof Spreadsheet]
      if (own) return own
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
