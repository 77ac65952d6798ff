/**
 * The turns of the open conversation as signals. An entry that didn't change keeps its signal untouched, so
 * that an answer without news changes nothing on screen and a long turn redraws only what moved.
 */
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { RpcError } from '../../contract/rpc.ts'
import type { AgentView, Usage } from './agent.ts'
import { isMadeGood, startsOf } from './calls.ts'
import type { Change, ChangesPage, Undo } from './changes.ts'
import type { Entry } from './entries.ts'
import type { TurnFile } from './files.ts'
import { type EntryCell, type Line, linesOf, sameLines } from './lines.ts'
import type { Permission } from './permissions.ts'
import type { Submission } from './starter.ts'

export type TurnState =
  /** Sent and not yet answered. `note` says what is being done about a failure. */
  | { state: 'starting'; note: 'sending' | 'retrying' | 'checking' }
  /** The start didn't succeed. */
  | { state: 'rejected'; error: RpcError; submission: Submission }
  | { state: 'active'; statusWord: string; usage: Usage | null; stopping: boolean }
  | { state: 'done'; usage: Usage | null }
  | { state: 'stopped'; usage: Usage | null }
  | { state: 'failed'; code: string | null; message: string; usage: Usage | null }
  /** Loaded from the past: how it ended is not told by the service. */
  | { state: 'past' }

/** What the turn changed, as far as it was asked for. 'unknown' stays where the service doesn't tell. */
export type TurnChanges =
  | { state: 'unknown' | 'loading' }
  | { state: 'failed'; error: RpcError }
  | ({ state: 'known' } & Pick<ChangesPage, 'summary' | 'changes'>)

/** The list of changes with what cells held before and after, as far as it was opened. */
export interface ChangeList {
  changes: readonly Change[]
  cursor: string | null
  hasMore: boolean
  isLoading: boolean
  error: RpcError | null
}

export type Undoing =
  | { state: 'none' }
  | { state: 'running'; kind: 'undo' | 'redo' }
  | { state: 'over'; undo: Undo }
  | { state: 'failed'; error: RpcError }

export interface Turn {
  /** Stable for drawing; the service's turn id may come later. */
  readonly key: string
  turnId: string | null
  /** A turn that only plans may be carried out by the next one. */
  readonly mode: 'act' | 'plan'
  readonly cells: Signal<readonly EntryCell[]>
  readonly lines: ReadonlySignal<readonly Line[]>
  /** By place within the turn: when the entry's own work began. */
  readonly starts: ReadonlySignal<readonly (number | null)[]>
  /** Places of failed calls that a later one made good. */
  readonly madeGood: ReadonlySignal<ReadonlySet<number>>
  readonly status: Signal<TurnState>
  readonly startedAt: number
  readonly changes: Signal<TurnChanges>
  /** null until it was opened. */
  readonly changeList: Signal<ChangeList | null>
  readonly undoing: Signal<Undoing>
  readonly permissions: Signal<readonly Permission[]>
  /** What came with the prompt; null until somebody tells, for a turn that was not begun here. */
  readonly files: Signal<readonly TurnFile[] | null>
  /** Cells that show an error now, by the call that wrote them. */
  readonly errorCells: Signal<ReadonlyMap<string, number>>
}

export function changesOfCall({ changes }: Turn, callId: string): readonly Change[] {
  const known = changes.value
  return known.state === 'known' ? known.changes.filter(change => change.callId === callId) : []
}

/** Which tab had that name when the turn changed it; null where it changed none of that name. */
export function tabIdIn({ changes }: Turn, name: string): number | null {
  const known = changes.value
  if (known.state !== 'known') return null
  const all = [...known.changes, ...known.summary.tabs]
  return all.find(({ sheetId, sheetName }) => sheetName === name && sheetId !== null)?.sheetId ?? null
}

/** Key of the prompt as it was typed, until the service's own entry takes its place. */
const SENT = 'sent'

/** What Stop leaves as error_message with a null code. */
const STOPPED_MESSAGE = 'Agent cancelled by user.'

export interface Thread {
  readonly turns: Signal<readonly Turn[]>
  begin(prompt: string, mode?: Turn['mode'], files?: readonly TurnFile[]): Turn
  apply(agent: AgentView): Turn
  /** Puts earlier entries, oldest first, before those that are there; entries already there are skipped. */
  prepend(entries: readonly Entry[]): void
  remove(turn: Turn): void
  clear(): void
}

export function createThread(now: () => number): Thread {
  const turns = signal<readonly Turn[]>([])
  let made = 0
  const makeTurn = (
    turnId: string | null,
    status: TurnState,
    startedAt = now(),
    mode: Turn['mode'] = 'act',
  ) => {
    made += 1
    return newTurn({ key: `t${made}`, turnId, status, startedAt, mode })
  }

  return {
    turns,
    begin(prompt, mode, files = []) {
      const turn = makeTurn(null, { state: 'starting', note: 'sending' }, now(), mode)
      turn.files.value = files
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

interface Seed {
  key: string
  turnId: string | null
  status: TurnState
  startedAt: number
  mode: Turn['mode']
}

function newTurn({ status, ...seed }: Seed): Turn {
  const cells = signal<readonly EntryCell[]>([])
  const entries = computed(() => cells.value.map(({ entry }) => entry.value))
  let drawn: readonly Line[] = []
  const turn: Turn = {
    ...seed,
    cells,
    lines: computed(() => {
      const lines = linesOf(cells.value, callId => changesOfCall(turn, callId))
      if (!sameLines(drawn, lines)) drawn = lines
      return drawn
    }),
    starts: computed(() => startsOf(entries.value)),
    madeGood: computed(
      () => new Set(entries.value.flatMap((_, index) => (isMadeGood(entries.value, index) ? [index] : []))),
    ),
    status: signal(status),
    changes: signal<TurnChanges>({ state: 'unknown' }),
    changeList: signal<ChangeList | null>(null),
    undoing: signal<Undoing>({ state: 'none' }),
    permissions: signal<readonly Permission[]>([]),
    files: signal<readonly TurnFile[] | null>(null),
    errorCells: signal<ReadonlyMap<string, number>>(new Map()),
  }
  return turn
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
