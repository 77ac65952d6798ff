/**
 * The turns of the open conversation as signals. An entry that didn't change keeps its signal untouched, so
 * that an answer without news changes nothing on screen and a long turn redraws only what moved.
 */
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { RpcError } from '../../contract/rpc.ts'
import type { AgentView, Usage } from './agent.ts'
import type { Entry } from './entries.ts'

export interface EntryCell {
  readonly key: string
  readonly entry: Signal<Entry>
  /** Place within the turn. */
  readonly index: number
}

export type TurnState =
  /** Sent and not yet answered. `note` says what is being done about a failure. */
  | { state: 'starting'; note: 'sending' | 'retrying' | 'checking' }
  /** The start didn't succeed. */
  | { state: 'rejected'; error: RpcError; prompt: string }
  | { state: 'active'; statusWord: string; usage: Usage | null; stopping: boolean }
  | { state: 'done'; usage: Usage | null }
  | { state: 'stopped'; usage: Usage | null }
  | { state: 'failed'; code: string | null; message: string; usage: Usage | null }
  /** Loaded from the past: how it ended is not told by the service. */
  | { state: 'past' }

export interface Turn {
  /** Stable for drawing; the service's turn id may come later. */
  readonly key: string
  turnId: string | null
  readonly cells: Signal<readonly EntryCell[]>
  readonly status: Signal<TurnState>
  /** Index of the last tool call that succeeded: failures before it were overcome. */
  readonly lastSuccess: ReadonlySignal<number>
  readonly startedAt: number
}

/** Key of the prompt as it was typed, until the service's own entry takes its place. */
const SENT = 'sent'

/** What Stop leaves as error_message with a null code. */
const STOPPED_MESSAGE = 'Agent cancelled by user.'

export interface Thread {
  readonly turns: Signal<readonly Turn[]>
  begin(prompt: string): Turn
  apply(agent: AgentView): Turn
  /** Puts earlier entries, oldest first, before those that are there; entries already there are skipped. */
  prepend(entries: readonly Entry[]): void
  remove(turn: Turn): void
  clear(): void
}

export function createThread(now: () => number): Thread {
  const turns = signal<readonly Turn[]>([])
  let made = 0
  const makeTurn = (turnId: string | null, status: TurnState, startedAt = now()): Turn => {
    made += 1
    return newTurn(`t${made}`, turnId, status, startedAt)
  }

  return {
    turns,
    begin(prompt) {
      const turn = makeTurn(null, { state: 'starting', note: 'sending' })
      const entry: Entry = { type: 'user', key: SENT, turnId: '', createdAt: now(), text: prompt }
      turn.cells.value = [newCell(entry, 0)]
      turns.value = [...turns.value, turn]
      return turn
    },
    apply(agent) {
      return batch(() => {
        const turnId = agent.entries.at(-1)?.turnId ?? null
        const known = findTurn(turns.peek(), turnId)
        const turn = known ?? makeTurn(turnId, { state: 'past' }, agent.entries[0]?.createdAt ?? now())
        if (!known) turns.value = [...turns.peek(), turn]
        turn.turnId = turnId
        syncEntries(turn.cells, agent.entries)
        setIfChanged(turn.status, stateOf(agent, turn.status.peek()))
        return turn
      })
    },
    prepend(entries) {
      batch(() => {
        const present = new Set(turns.peek().map(turn => turn.turnId))
        const older: Turn[] = []
        for (const entry of entries) {
          if (present.has(entry.turnId)) continue
          let turn = older.at(-1)
          if (turn?.turnId !== entry.turnId) {
            turn = makeTurn(entry.turnId, { state: 'past' }, entry.createdAt ?? 0)
            older.push(turn)
          }
          turn.cells.value = [...turn.cells.peek(), newCell(entry, turn.cells.peek().length)]
        }
        if (older.length > 0) turns.value = [...older, ...turns.peek()]
      })
    },
    remove(turn) {
      turns.value = turns.peek().filter(other => other !== turn)
    },
    clear() {
      turns.value = []
    },
  }
}

function newTurn(key: string, turnId: string | null, status: TurnState, startedAt: number): Turn {
  const cells = signal<readonly EntryCell[]>([])
  const lastSuccess = computed(() =>
    cells.value.findLastIndex(
      ({ entry }) => entry.value.type === 'tool' && entry.value.state === 'succeeded',
    ),
  )
  return { key, turnId, cells, status: signal(status), lastSuccess, startedAt }
}

const newCell = (entry: Entry, index: number): EntryCell => ({ key: entry.key, entry: signal(entry), index })

/** The turn with that id, or the one that was sent and has no id yet. */
function findTurn(turns: readonly Turn[], turnId: string | null): Turn | undefined {
  const last = turns.at(-1)
  if (turnId === null) return last
  const known = turns.findLast(turn => turn.turnId === turnId)
  if (known) return known
  return last?.turnId === null && last.status.peek().state !== 'rejected' ? last : undefined
}

function syncEntries(cells: Signal<readonly EntryCell[]>, entries: readonly Entry[]): void {
  const before = cells.peek()
  // A service may leave the prompt out of its answer; the person's own copy stays then.
  const sent = before[0]?.key === SENT ? before[0].entry.peek() : undefined
  const all = sent && !entries.some(entry => entry.type === 'user') ? [sent, ...entries] : entries
  const byKey = new Map(before.map(cell => [cell.key, cell]))
  const after = all.map((entry, index) => {
    const known = byKey.get(entry.key)
    if (known?.index !== index) return newCell(entry, index)
    setIfChanged(known.entry, entry)
    return known
  })
  const same = after.length === before.length && after.every((cell, index) => cell === before[index])
  if (!same && entries.length > 0) cells.value = after
}

function setIfChanged<T>(target: Signal<T>, value: T): void {
  if (JSON.stringify(target.peek()) !== JSON.stringify(value)) target.value = value
}

function stateOf(agent: AgentView, before: TurnState): TurnState {
  const { usage } = agent
  if (agent.isActive) {
    const stopping = before.state === 'active' && before.stopping
    return { state: 'active', statusWord: agent.statusWord, usage, stopping }
  }
  if (agent.error === null) return { state: 'done', usage }
  if (agent.error.code === null && agent.error.message === STOPPED_MESSAGE) return { state: 'stopped', usage }
  return { state: 'failed', ...agent.error, usage }
}
