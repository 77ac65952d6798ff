/** What a turn changed and taking it back, over HTTP. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Agent, ChangesPage, Undo } from '../../contract/index.ts'
import { until } from '../support/until.ts'
import { newBook, rangeOf } from './support/books.ts'
import { errorOf } from './support/client.ts'
import { sharedWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await sharedWorld()
}, 180_000)

/** A turn that writes to J1:K1 and copies that to J2:K2, in a workbook of its own. */
async function tour(): Promise<{
  agent: Agent
  turnId: string
  params: Record<string, string>
  bookId: string
}> {
  const { client } = world
  const bookId = newBook(world)
  const agent = await client.run({ prompt: 'tour', spreadsheet_id: bookId, sheet_name: 'Orders' })
  const turnId = agent.messages[0]!.turn_id
  return { agent, turnId, bookId, params: { id: agent.id, turn_id: turnId } }
}

const page = async (params: Record<string, string>, query: Record<string, string> = {}) =>
  (await world.client.call<ChangesPage>('getTurnChanges', { params, query })).body

/** The page when the end of the turn has been looked at. */
async function complete(params: Record<string, string>): Promise<ChangesPage> {
  return until(
    async () => {
      const found = await page(params)
      return found.summary.state === 'complete' ? found : undefined
    },
    { within: 50_000 },
  )
}

async function undoOf(params: Record<string, string>, body: unknown): Promise<Undo> {
  const begun = await world.client.call<Undo>('undoTurn', { params, body })
  expect(begun.status).toBe(202)
  const wanted = { params: { id: params.id!, undo_id: begun.body.id }, headers: { prefer: 'wait=20' } }
  return until(
    async () => {
      const { body: undo } = await world.client.call<Undo>('getUndo', wanted)
      return undo.status === 'running' ? undefined : undo
    },
    { within: 50_000 },
  )
}

const cells = (bookId: string) => rangeOf(world, bookId, 'Orders!J1:K2')

describe('what a turn changed', () => {
  it('comes in pages, with cells where they are asked for', async () => {
    const { params } = await tour()
    const all = await complete(params)
    expect(all.summary).toMatchObject({
      cells: 4,
      undoable: true,
      undone: 'no',
      tabs: [{ sheet_name: 'Orders' }],
    })
    expect(all).toMatchObject({ total: 2, has_next_page: false })
    const first = await page(params, { limit: '1', cells: 'true' })
    expect(first).toMatchObject({ total: 2, has_next_page: true })
    expect(first.changes[0]!.samples).toEqual([
      { cell: 'J1', before: { formula: null, shown: null }, after: { formula: null, shown: 'one' } },
      { cell: 'K1', before: { formula: null, shown: null }, after: { formula: null, shown: 'two' } },
    ])
    const second = await page(params, { limit: '1', cells: 'true', after: first.end_cursor! })
    expect(second).toMatchObject({
      has_next_page: false,
      changes: [{ range: 'J2:K2', samples_truncated: false }],
    })
    expect([...first.changes, ...second.changes].map(({ change_id }) => change_id)).toEqual(
      all.changes.map(({ change_id }) => change_id),
    )
    const bad = await world.client.call('getTurnChanges', { params, query: { after: 'nothing' } })
    expect(errorOf(bad)).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
  })
})

describe('an undo', () => {
  it('takes back one call and leaves the others', async () => {
    const { params, bookId } = await tour()
    const { changes } = await complete(params)
    const undone = await undoOf(params, { tool_call_ids: [changes[0]!.tool_call_id] })
    expect(undone).toMatchObject({ status: 'succeeded', restored: { cells: 2, changes: 1 }, kept: [] })
    expect(await cells(bookId)).toEqual([[], ['one', 'two']])
    const after = await complete(params)
    expect(after.summary).toMatchObject({ undone: 'partly', undo_id: undone.id })
    expect(after.changes.map(({ undo_state }) => undo_state)).toEqual(['undone', 'none'])
  })

  it('takes back chosen ranges, and then the rest', async () => {
    const { params, bookId } = await tour()
    await complete(params)
    const some = await undoOf(params, { ranges: ["'Orders'!K1:K2"] })
    expect(some).toMatchObject({ status: 'succeeded', restored: { cells: 2 } })
    expect(await cells(bookId)).toEqual([['one'], ['one']])
    expect(await undoOf(params, {})).toMatchObject({ status: 'succeeded', restored: { cells: 2 } })
    expect(await cells(bookId)).toEqual([])
    const again = await world.client.call('undoTurn', { params, body: {} })
    expect(errorOf(again)).toMatchObject({ status: 409, code: 'NOTHING_TO_UNDO' })
  })

  it('is made again once, and only the latest', async () => {
    const { params, bookId } = await tour()
    await complete(params)
    const undone = await undoOf(params, {})
    expect(undone).toMatchObject({ redoable: true })
    const ask = { params: { id: params.id!, undo_id: undone.id } }
    const redo = await world.client.call<Undo>('redoUndo', ask)
    expect(redo).toMatchObject({ status: 202, body: { kind: 'redo' } })
    await until(async () => (await cells(bookId)).length === 2, { within: 50_000 })
    const again = await until(
      async () => {
        const answer = await world.client.call('redoUndo', ask)
        // While the first is under way, a second one is told of it.
        return answer.status === 202 ? undefined : answer
      },
      { within: 50_000 },
    )
    expect(errorOf(again).code).toBe('NOTHING_TO_UNDO')
  })

  it('waits for no turn: while one runs it is refused', async () => {
    const { agent, params, bookId } = await tour()
    await complete(params)
    await world.client.start({ prompt: 'hang', agent_id: agent.id })
    const refused = await world.client.call('undoTurn', { params, body: {} })
    expect(errorOf(refused)).toMatchObject({ status: 409, code: 'AGENT_BUSY' })
    await world.client.stop(agent.id)
    expect(await cells(bookId)).toHaveLength(2)
  })

  it('is not seen by others', async () => {
    const { params } = await tour()
    const key = world.people.ben.apiKey
    for (const [operation, body] of [
      ['getTurnChanges', undefined],
      ['undoTurn', {}],
    ] as const) {
      const answer = await world.client.call(operation, { key, params, ...(body ? { body } : {}) })
      expect(errorOf(answer)).toMatchObject({ status: 404, code: 'AGENT_NOT_FOUND' })
    }
  })
})
