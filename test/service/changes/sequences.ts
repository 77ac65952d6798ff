/**
 * Random sequences of tool calls and of what people do in between, from a seed. Every row has an id that
 * nobody changes, and every cell is known by that id and its column: so what must come back, and what must
 * stay, can be told whatever was inserted, deleted, moved or sorted.
 */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type Cell, openBench, type Workbench } from '../tools/open-bench.ts'
import {
  HEADERS,
  personDoes,
  ROWS,
  random,
  read,
  type Sequence,
  type State,
  someCall,
} from './sequence-steps.ts'
import { printsNow, undoCalls } from './undo-bench.ts'

const cities = ['Oslo city', 'Rome city', 'Bonn city', 'Lund city']

async function newSequence(workbench: Workbench, seed: number): Promise<Sequence> {
  const next = random(seed)
  const below = (count: number) => Math.floor(next() * count)
  const pick = <T>(items: readonly T[]): T => items[below(items.length)]!
  const rows: Cell[][] = Array.from({ length: ROWS }, (_, index) => [
    `id${index + 1}`,
    `name ${below(1_000_000)}`,
    pick(cities),
    below(100),
    `note ${below(1_000_000)}`,
  ])
  const bench = await openBench(workbench, {
    tabs: [{ title: 'T', rows: [HEADERS, ...rows], size: [30, 8] }],
  })
  return { bench, next, below, pick, typed: 0 }
}

/** The same agent's next turn. */
async function nextTurn({ bench }: Sequence): Promise<void> {
  const { db, turn } = bench.context
  const id = randomUUID()
  await db.query(`update turns set status = 'succeeded' where id = $1`, [turn.id])
  await db.query(
    `insert into turns (id, agent_id, key_id, user_id, space_id, number, status, prompt, sheet_id, sheet_name,
       agent_model, bulk_model, bulk_search_model)
     select $2, agent_id, key_id, user_id, space_id, number + 1, 'active', prompt, sheet_id, sheet_name,
       agent_model, bulk_model, bulk_search_model from turns where id = $1`,
    [turn.id, id],
  )
  bench.context.turn = { ...turn, id }
}

/** Calls of one turn. */
async function turnDoes(sequence: Sequence, story: string[]): Promise<void> {
  for (let call = 0; call <= sequence.below(3); call += 1) {
    const { grid } = await read(sequence.bench)
    const { name, tool, args } = someCall(sequence, grid)
    const outcome = await sequence.bench.run(tool, args)
    story.push(`${name} ${JSON.stringify(args)}: ${outcome.state}`)
  }
}

/** A later turn is to the earlier one what a person is: what it changed stays, what it deleted stays away. */
async function laterTurn(sequence: Sequence, others: Others, story: string[]): Promise<void> {
  const before = await read(sequence.bench)
  await nextTurn(sequence)
  story.push('a later turn:')
  await turnDoes(sequence, story)
  const after = await read(sequence.bench)
  const ids = new Set([...after.state.keys()].map(place => place.split('/')[0]!))
  for (const [place, value] of before.state) {
    const id = place.split('/')[0]!
    if (!ids.has(id)) others.deleted.add(id)
    else if (after.state.get(place) !== value) others.touched.add(place)
  }
}

interface Others {
  touched: Set<string>
  deleted: Set<string>
}

/** Runs one sequence and says what went wrong; null where all is as promised. */
export async function runSequence(workbench: Workbench, seed: number): Promise<string | null> {
  const sequence = await newSequence(workbench, seed)
  const { bench, below } = sequence
  const story: string[] = []
  const before = await read(bench)
  await turnDoes(sequence, story)
  const after = await read(bench)
  const prints = await printsNow(bench)
  const { turn } = bench.context
  const touched = new Set<string>()
  const deleted = new Set<string>()
  for (let act = 0; act < 1 + below(4); act += 1) story.push(await personDoes(sequence, touched, deleted))
  if (below(4) === 0) {
    await laterTurn(sequence, { touched, deleted }, story)
    story.push(await personDoes(sequence, touched, deleted))
  }
  bench.context.turn = turn
  const present = await read(bench)
  const undone = await undoCalls(bench, prints)
  const now = await read(bench)
  const problem = judge({
    before: before.state,
    after: after.state,
    present: present.state,
    now: now.state,
    touched,
    deleted,
    kept: undone.keptTotal,
  })
  return problem && `seed ${seed}: ${problem}\n  ${story.join('\n  ')}\n  ${JSON.stringify(undone)}`
}

interface Judged {
  before: State
  after: State
  present: State
  now: State
  touched: Set<string>
  deleted: Set<string>
  kept: number
}

function judge({ before, after, present, now, touched, deleted, kept }: Judged): string | null {
  const left = new Set([...after.keys()].map(place => place.split('/')[1]))
  const goneByTurn = new Set(
    [...before.keys()].map(place => place.split('/')[1]!).filter(header => !left.has(header)),
  )
  for (const place of touched) {
    if (deleted.has(place.split('/')[0]!)) continue
    if (now.get(place) !== present.get(place))
      return `${place} is ${present.get(place)} by others and is ${now.get(place)} now`
  }
  // A row that comes back has no cell in a column that went since.
  const headers = new Set([...present.keys()].map(place => place.split('/')[1]))
  for (const [place, value] of before) {
    const [id, header] = place.split('/') as [string, string]
    if (touched.has(place) || deleted.has(id)) continue
    if (!headers.has(header) && !goneByTurn.has(header)) continue
    if (now.get(place) !== value) {
      // What is not found is told, never guessed: it may stay as the turn left it.
      if (kept > 0 && (now.get(place) ?? '') === (after.get(place) ?? '')) continue
      return `${place} was ${value} before and is ${now.get(place)} now`
    }
  }
  for (const id of deleted)
    if ([...now.keys()].some(place => place.startsWith(`${id}/`)))
      return `${id} was deleted by a person and is back`
  return null
}

export function expectNoProblem(problem: string | null): void {
  expect(problem).toBeNull()
}
