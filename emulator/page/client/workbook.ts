/**
 * The open workbook: keeps the grid and the server in step, over a line that may break, and starts the grid
 * over when the server no longer has the revisions the page missed. The user's edits survive both.
 */
import type { PageBoot, PageMessage, ServerMessage, Snapshot } from '../protocol.ts'
import { type Connection, connect } from './connection.ts'
import { hideRows } from './filters.ts'
import { type Grid, type GridOptions, openGrid, pendingCommands } from './grid.ts'
import { nextFrames } from './slices.ts'
import { connectionState, isSaved, title } from './state.ts'
import { createTransport, type PageTransport } from './transport.ts'

export interface WorkbookOptions {
  boot: PageBoot
  target: HTMLElement
  templates: string
  pageId: string
  socketUrl: string
  grid: Pick<GridOptions, 'notify' | 'confirm' | 'dark'>
  /** Everything that is not about cells. */
  receive(message: ServerMessage): void
  lineBroke(): void
  gridReplaced(grid: Grid): void
}

export interface OpenWorkbook {
  grid(): Grid
  connection: Connection
}

const TITLE_ANNOTATION = 'spreadsheet:0'

const REFUSED = 'That change is too large to be saved and was taken back. Try it on fewer cells.'

export async function openWorkbook(options: WorkbookOptions): Promise<OpenWorkbook> {
  const { boot, pageId } = options
  let transport = newTransport()
  /** Of a large workbook that the page is about to start over from. */
  let cells: string[] = []
  let grid = await newGrid(boot.snapshot, transport)
  let shownSelection = ''
  /** The server does not take what waits to be sent: it goes, so that the page can go on. */
  let isRefused = false

  function newTransport(): PageTransport {
    return createTransport(message => connection.send({ type: 'collaborate', message }))
  }

  function newGrid(snapshot: Snapshot, over: PageTransport, texts?: string[]): Promise<Grid> {
    const given: GridOptions = {
      ...options.grid,
      target: options.target,
      templates: options.templates,
      readOnly: boot.readOnly,
      client: { id: pageId, name: boot.userName },
      updated: () => queueMicrotask(noteUpdate),
      redrawn: () => options.gridReplaced(grid),
      derailed: () => connection.send({ ...hello(), revisionId: '' }),
    }
    return openGrid(snapshot, over, given, texts)
  }

  /** After every change of the model: cheap, and only what changed goes on. */
  function noteUpdate(): void {
    const { getters } = grid.model
    isSaved.value = getters.isFullySynchronized()
    title.value = readTitle(grid)
    const selection = grid.selection()
    const text = JSON.stringify(selection)
    if (text === shownSelection) return
    shownSelection = text
    connection.send({ type: 'selection', selection })
    showTabInAddress(selection.sheetId)
  }

  async function startOver(snapshot: Snapshot, texts: string[]): Promise<void> {
    grid.finishEditing()
    const wasRefused = isRefused
    isRefused = false
    const edits = wasRefused ? [] : pendingCommands(grid.model)
    const view = grid.view()
    grid.close()
    transport = newTransport()
    grid = await newGrid(snapshot, transport, texts)
    // It learns its size from the browser; without one it has no place to scroll to.
    await nextFrames(2)
    transport.catchUp([])
    for (const command of edits) grid.model.dispatch(command.type, command)
    grid.show(view)
    options.gridReplaced(grid)
    noteUpdate()
    // Only now: whoever reads it can go on at once.
    if (wasRefused) options.grid.notify(REFUSED)
  }

  function receive(message: ServerMessage): void {
    switch (message.type) {
      case 'caughtUp':
        transport.catchUp(message.messages)
        return
      case 'cells':
        if (message.isFirst) cells = []
        cells.push(message.text)
        return
      case 'startOver':
        void startOver(message.snapshot, cells)
        cells = []
        return
      case 'collaborate':
        transport.deliver(message.message)
        return
      case 'hiddenRows':
        hideRows(grid.model, message.rows)
        return
      case 'select':
        grid.select(message.selection)
        return
      default:
        options.receive(message)
    }
  }

  function hello(): Extract<PageMessage, { type: 'hello' }> {
    const revisionId = isRefused ? '' : grid.model.session.getRevisionId()
    return { type: 'hello', pageId, locale: navigator.language, revisionId, selection: grid.selection() }
  }

  const connection: Connection = connect({
    url: options.socketUrl,
    hello,
    receive,
    refused() {
      isRefused = true
    },
    changed(state) {
      connectionState.value = state
      if (state !== 'lost') return
      transport.hold()
      options.lineBroke()
    },
  })
  selectTabOfAddress(grid)
  addEventListener('hashchange', () => selectTabOfAddress(grid))
  noteUpdate()

  return {
    grid: () => grid,
    connection,
  }
}

function readTitle({ model }: Grid): string {
  const data = model.getters.getAnnotation(TITLE_ANNOTATION)?.data as { title?: string } | undefined
  return data?.title ?? 'Untitled spreadsheet'
}

/** `#gid=…` as Google writes it, so that the address can be copied, and `?gid=…` as people write it. */
function selectTabOfAddress(grid: Grid): void {
  const gid = /[#&]gid=(\d+)/.exec(location.hash)?.[1] ?? new URLSearchParams(location.search).get('gid')
  if (gid !== null && gid !== undefined) grid.select({ sheetId: Number(gid), areas: [] })
}

function showTabInAddress(gid: number): void {
  if (location.hash !== `#gid=${gid}`) history.replaceState(null, '', `#gid=${gid}`)
}
