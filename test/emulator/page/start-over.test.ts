/** A page that has to start over from a large workbook: it gets it in parts, with what changed meanwhile. */
import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { PageSession } from '../../../emulator/page/page-session.ts'
import type { ServerMessage } from '../../../emulator/page/protocol.ts'
import { servePage } from '../../../emulator/page/socket.ts'
import { emptyWorkbookData } from '../../../emulator/sheets/http/create.ts'
import { openSaved, withCells } from '../../../emulator/sheets/workbook/saved.ts'
import type { Workbook } from '../../../emulator/sheets/workbook/workbook.ts'

const [ROWS, COLUMNS] = [6_000, 10]

function manyCells(): Workbook {
  const data = emptyWorkbookData('Many', undefined, undefined, { rows: ROWS, columns: COLUMNS })
  const letters = 'ABCDEFGHIJ'
  const cells = Object.fromEntries(
    Array.from({ length: ROWS * COLUMNS }, (_, i) => [
      `${letters[i % COLUMNS]}${Math.floor(i / COLUMNS) + 1}`,
      String(i),
    ]),
  )
  const sheets = (data.sheets as object[]).map(sheet => ({ ...sheet, cells }))
  const whole = JSON.stringify({
    format: 1,
    id: 'many',
    access: { owner: 'you', shared: {} },
    data: { ...data, sheets, isNotSquishable: true },
  })
  return openSaved({ whole, journal: '' })
}

function connectedTo(workbook: Workbook) {
  const sent: ServerMessage[] = []
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    send: (text: string) => void sent.push(JSON.parse(text)),
    close: () => {},
  })
  const session = new PageSession('page', 'many')
  servePage(socket as unknown as WebSocket, {
    workbook,
    mayWrite: true,
    latencyMs: 0,
    scripts: { open: async () => {} } as never,
    openSession: () => ({ session, isNew: false }),
    closed: () => {},
  })
  const say = (message: object) => socket.emit('message', JSON.stringify(message))
  return { sent, say, session }
}

const hello = {
  type: 'hello',
  pageId: 'page',
  locale: 'en',
  revisionId: 'unknown',
  selection: { sheetId: 0, areas: [] },
}

afterEach(() => vi.restoreAllMocks())

/** Each look at the clock finds that a slice is over, however quick the machine is. */
function makeSlicesShort(): void {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1_000
    return now
  })
}

test('leaves others their turn, hears the page meanwhile, and what it gets is the present state', async () => {
  makeSlicesShort()
  const workbook = manyCells()
  const { sent, say, session } = connectedTo(workbook)
  say(hello)
  say({ type: 'selection', selection: { sheetId: 0, areas: ['B2'] } })
  let turns = 0
  let isChanged = false
  while (!sent.some(({ type }) => type === 'startOver')) {
    await nextTurn()
    turns += 1
    if (isChanged || !sent.some(({ type }) => type === 'cells')) continue
    isChanged = true
    workbook.change(tx => tx.dispatch('UPDATE_CELL', { sheetId: '0', row: 0, col: 0, content: 'changed' }))
  }
  expect(isChanged).toBe(true)
  expect(turns).toBeGreaterThan(3)
  expect(session.selection().areas).toEqual(['B2'])
  const texts = sent.flatMap(message => (message.type === 'cells' ? [message.text] : []))
  const over = sent.find(message => message.type === 'startOver')
  if (over?.type !== 'startOver') throw new Error('It did not start over.')
  const access = { owner: '', shared: {} }
  const { data } = withCells({ format: 2, id: 'many', access, data: over.snapshot.data, texts })
  const [sheet] = data.sheets as { cells: Record<string, string> }[]
  expect([sheet?.cells.A1, sheet?.cells.J6000]).toEqual(['0', '59999'])
  const followed = sent.slice(sent.indexOf(over) + 1).filter(({ type }) => type === 'collaborate')
  expect(followed).toHaveLength(1)
  workbook.change(tx => tx.dispatch('UPDATE_CELL', { sheetId: '0', row: 1, col: 0, content: 'later' }))
  expect(sent.at(-1)?.type).toBe('collaborate')
})

test('a small workbook comes at once', () => {
  const data = emptyWorkbookData('Small')
  const whole = JSON.stringify({ format: 1, id: 'small', access: { owner: 'you', shared: {} }, data })
  const { sent, say } = connectedTo(openSaved({ whole, journal: '' }))
  say(hello)
  expect(sent.map(({ type }) => type)).toContain('startOver')
})
