import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CollaborationMessage, Model } from '../../../emulator/dialect/engine.ts'
import { emptyWorkbookData } from '../../../emulator/sheets/http/create.ts'
import { runBatch } from '../../../emulator/sheets/requests/index.ts'
import { engine } from '../../../emulator/sheets/workbook/engine.ts'
import { Library } from '../../../emulator/sheets/workbook/library.ts'
import type { Workbook } from '../../../emulator/sheets/workbook/workbook.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowhand-library-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const A1 = { sheetId: '0', row: 0, col: 0 }
const create = (library = new Library({ folder })) =>
  library.create({ id: 'book', owner: 'owner', data: emptyWorkbookData('Book') })
const shownIn = (source: { getters: Model['getters'] }) => source.getters.getEvaluatedCell(A1).value
const set = (workbook: Workbook, content: string) =>
  workbook.change(tx => tx.dispatch('UPDATE_CELL', { ...A1, content }))
const reopened = () => new Library({ folder }).get('book')

/** A page: a model of its own over the hub. */
function openPage(workbook: Workbook): Model & { heard: CollaborationMessage[]; leave(): void } {
  const heard: CollaborationMessage[] = []
  let deliver: ((message: CollaborationMessage) => void) | undefined
  const { data, history } = workbook.snapshot()
  const seat = workbook.join(message => {
    heard.push(message)
    deliver?.(JSON.parse(JSON.stringify(message)) as CollaborationMessage)
  })
  const transportService = {
    onNewMessage: (_id: string, callback: (message: CollaborationMessage) => void) => {
      deliver = callback
    },
    sendMessage: async (message: CollaborationMessage) => seat.receive(message),
    leave: () => {},
  }
  const client = { id: crypto.randomUUID(), name: 'You' }
  const model = new engine.Model(
    JSON.parse(JSON.stringify(data)) as object,
    { transportService, client },
    history,
  )
  return Object.assign(model, { heard, leave: () => seat.leave() })
}

describe('the library', () => {
  it('has a change on the disk before it is answered', () => {
    const workbook = create()
    set(workbook, 'kept')
    const again = reopened()
    expect(again && shownIn(again)).toBe('kept')
    expect(again?.title).toBe('Book')
  })

  it('survives a journal that was cut off in the middle of a line', () => {
    const workbook = create()
    set(workbook, 'first')
    appendFileSync(join(folder, 'book.journal'), '{"type":"REMOTE_REVISION","serverRevi')
    const again = reopened()
    expect(again && shownIn(again)).toBe('first')
  })

  it('skips revisions that the whole file has already', () => {
    const library = new Library({ folder })
    set(create(library), 'before')
    const journal = readFileSync(join(folder, 'book.journal'), 'utf8')
    library.share('book', 'reader', 'reader')
    expect(statSync(join(folder, 'book.journal')).size).toBe(0)
    appendFileSync(join(folder, 'book.journal'), journal)
    const again = reopened()
    expect(again && shownIn(again)).toBe('before')
  })

  it('writes the whole file on closing and starts an empty journal', () => {
    const library = new Library({ folder })
    const workbook = create(library)
    for (let i = 0; i <= 3; i++) set(workbook, `value ${i}`)
    library.close()
    const again = reopened()
    expect(again && shownIn(again)).toBe('value 3')
    expect(statSync(join(folder, 'book.journal')).size).toBe(0)
    expect(readdirSync(folder).sort()).toEqual(['book.about', 'book.journal', 'book.json'])
    expect(statSync(join(folder, 'book.json')).mode & 0o777).toBe(0o600)
  })

  it('keeps who may use a workbook, and refuses ids that are no file names', () => {
    const library = new Library({ folder })
    create(library)
    library.share('book', 'reader', 'reader')
    const again = new Library({ folder })
    expect(again.roleOf('book', 'owner')).toBe('owner')
    expect(again.roleOf('book', 'reader')).toBe('reader')
    expect(again.roleOf('book', 'other')).toBeUndefined()
    expect(again.get('../book')).toBeUndefined()
    expect(again.list()).toEqual(['book'])
    expect(() => again.create({ id: 'a/b', owner: 'o', data: {} })).toThrow(/cannot be called/)
  })
})

describe('a change', () => {
  it('is one revision, and none of it stays when a part fails', () => {
    const workbook = create()
    set(workbook, 'old')
    const before = workbook.historyLength
    const fail = () =>
      workbook.change(tx => {
        tx.dispatch('UPDATE_CELL', { ...A1, content: 'new' })
        tx.setAnnotation({
          id: 'note:1',
          kind: 'note',
          sheetId: '0',
          ranges: [{ _sheetId: '0', _zone: { left: 0, right: 0, top: 0, bottom: 0 } }],
          data: 'n',
        })
        throw new Error('stop')
      })
    expect(fail).toThrow('stop')
    expect(shownIn(workbook)).toBe('old')
    expect(workbook.getters.getAnnotations('note')).toEqual([])
    workbook.dispatchBatch([
      { type: 'UPDATE_CELL', payload: { ...A1, content: 'a' } },
      { type: 'UPDATE_CELL', payload: { ...A1, row: 1, content: 'b' } },
    ])
    // The failed change and its undoing are two revisions, the batch is one.
    expect(workbook.historyLength).toBe(before + 3)
  })
})

describe('a change of many kinds', () => {
  it('is the same for a page and after opening again', () => {
    const workbook = create()
    const page = openPage(workbook)
    const actor = { user: 'owner', role: 'owner', owner: 'owner' } as const
    const write = (rowIndex: number, texts: string[]) => ({
      updateCells: {
        start: { sheetId: 0, rowIndex },
        rows: texts.map(text => ({
          values: [
            { userEnteredValue: text.startsWith('=') ? { formulaValue: text } : { stringValue: text } },
          ],
        })),
        fields: 'userEnteredValue',
      },
    })
    const rows = { sheetId: 0, dimension: 'ROWS', startIndex: 1, endIndex: 3 }
    runBatch(
      workbook,
      [
        { addSheet: { properties: { sheetId: 7, title: 'New' } } },
        write(0, ['1', '=A1*2', '=A2*2', '=A3*2', '=New!A1']),
        { insertDimension: { range: rows } },
        write(1, ['=A1+1', '=A2+1']),
        { deleteDimension: { range: { ...rows, startIndex: 0, endIndex: 1 } } },
        write(5, ['=SUM(A1:A4)', "'quoted", '=New!B2&"x"']),
      ],
      actor,
    )
    const { revisionId: _id, ...live } = workbook.export()
    const again = reopened()
    const { revisionId: _again, ...replayed } = again?.export() ?? {}
    expect(replayed).toEqual(live)
    const { revisionId: _page, ...seen } = page._exportData(false)
    expect({ ...seen, isNotSquishable: true }).toEqual(live)
  })
})

describe('pages', () => {
  it('see the server’s changes and the server theirs, and both are kept', () => {
    const workbook = create()
    set(workbook, 'server')
    const page = openPage(workbook)
    expect(shownIn(page)).toBe('server')
    page.dispatch('UPDATE_CELL', { ...A1, content: 'page' })
    expect(shownIn(workbook)).toBe('page')
    set(workbook, '=1+1')
    expect(shownIn(page)).toBe(2)
    const again = reopened()
    expect(again && shownIn(again)).toBe(2)
  })

  it('see one another until they leave', () => {
    const workbook = create()
    const [first, second] = [openPage(workbook), openPage(workbook)]
    first.dispatch('UPDATE_CELL', { ...A1, content: 'hello' })
    expect(shownIn(second)).toBe('hello')
    expect(workbook.openPages).toBe(2)
    second.leave()
    expect(workbook.openPages).toBe(1)
  })

  it('stay in step when the history is folded into a new base', () => {
    const workbook = create()
    set(workbook, 'one')
    const page = openPage(workbook)
    workbook.rebase()
    expect(workbook.historyLength).toBe(0)
    page.dispatch('UPDATE_CELL', { ...A1, content: 'two' })
    set(workbook, `${shownIn(workbook)} three`)
    expect(shownIn(page)).toBe('two three')
    expect(shownIn(openPage(workbook))).toBe('two three')
  })

  it('can undo their own edit after the server’s', () => {
    const workbook = create()
    const page = openPage(workbook)
    page.dispatch('UPDATE_CELL', { ...A1, content: 'mine' })
    workbook.change(tx => tx.dispatch('UPDATE_CELL', { ...A1, row: 5, content: 'theirs' }))
    page.dispatch('REQUEST_UNDO')
    expect(shownIn(workbook)).toBe(null)
    expect(workbook.getters.getEvaluatedCell({ ...A1, row: 5 }).value).toBe('theirs')
  })

  it('cannot make the server take a message that is no revision', () => {
    const workbook = create()
    const seat = workbook.join(() => {})
    const before = workbook.revisionId
    seat.receive({ type: 'SNAPSHOT', version: 1, serverRevisionId: before, nextRevisionId: 'x' })
    seat.receive({ type: 'REMOTE_REVISION', version: 1, serverRevisionId: 'stale', nextRevisionId: 'x' })
    expect(workbook.revisionId).toBe(before)
  })
})

describe('a running total that a page fills', () => {
  const FORMULAS = ['=SUM($A$2:A3)', '=SUM($A$2:A4)', '=SUM($A$2:A5)', '=SUM($A$2:A6)']
  const at = (row: number) => ({ sheetId: '0', row: row + 1, col: 1 })
  const formulasIn = ({ getters }: { getters: Model['getters'] }) =>
    FORMULAS.map((_, row) => {
      const cell = getters.getCell(at(row))
      return cell?.isFormula ? cell.compiledFormula.toFormulaString(getters) : undefined
    })

  it('is the same on the server, in the other pages and in one that opens later', () => {
    const workbook = create()
    const [writer, reader] = [openPage(workbook), openPage(workbook)]
    // As a fill does: all cells in one revision.
    writer.dispatch('RUN_BATCH', {
      work: (dispatch: Model['dispatch']) => {
        FORMULAS.forEach((content, row) => {
          dispatch('UPDATE_CELL', { ...at(row), content })
        })
      },
    })
    expect(formulasIn(workbook)).toEqual(FORMULAS)
    expect(formulasIn(reader)).toEqual(FORMULAS)
    expect(formulasIn(openPage(workbook))).toEqual(FORMULAS)
  })

  it('is the same for pages where the workbook came compressed', () => {
    const source = create()
    source.change(tx =>
      FORMULAS.forEach((content, row) => {
        tx.dispatch('UPDATE_CELL', { ...at(row), content })
      }),
    )
    const data = source.model._exportData(true)
    const library = new Library({ folder })
    const copy = library.create({ id: 'copy', owner: 'owner', data })
    expect(formulasIn(copy)).toEqual(FORMULAS)
    expect(formulasIn(openPage(copy))).toEqual(FORMULAS)
  })
})
