/** The page: puts the header, the grid and the add-on's panels together. */
import { render } from 'preact'
import type { Engine } from '../../dialect/engine.ts'
import { installDialect } from '../../dialect/index.ts'
import type { PageBoot, ServerMessage } from '../protocol.ts'
import { installCharts } from './charts.ts'
import { download } from './download.ts'
import { installCellDrawings } from './drawing/cell-drawings.ts'
import { installDoubleLines } from './drawing/double-lines.ts'
import {
  copyFile,
  createFile,
  fileAddress,
  importFile,
  type NewFile,
  noteLeftOut,
  takeLeftOut,
} from './files.ts'
import { installFilters } from './filters.ts'
import { installFormulaBar } from './formula-bar.ts'
import { engine } from './globals.ts'
import { Header, TITLE_FIELD_ID } from './header.tsx'
import { readIcons } from './icons.ts'
import { listenForKeys } from './keys.ts'
import { buildMenus } from './menus.ts'
import { installNotes } from './notes.ts'
import { OpenDialog } from './open-dialog.tsx'
import { About, Dialog, Question, Sidebar, Toasts } from './overlays.tsx'
import { createPanels, type Panels } from './panels.ts'
import { nameParts } from './part-names.ts'
import { nextTurn } from './slices.ts'
import {
  addonMenu,
  ask,
  dialog,
  isAboutOpen,
  isOpenDialogOpen,
  showToast,
  sidebar,
  title,
  topMenus,
} from './state.ts'
import { type OpenWorkbook, openWorkbook } from './workbook.ts'

const root = document.getElementById('page') as HTMLElement
const boot = JSON.parse(document.getElementById('boot')?.textContent ?? '') as PageBoot
const darkTheme = matchMedia('(prefers-color-scheme: dark)')

void start()

async function start(): Promise<void> {
  title.value = boot.title
  installDialect(engine() as unknown as Engine)
  installNotes()
  installCharts()
  installFormulaBar()
  installFilters()
  installCellDrawings()
  installDoubleLines()
  const templates = await (await fetch(root.dataset.templates ?? '')).text()
  const iconOf = readIcons(templates)
  await nextTurn()
  let workbook: OpenWorkbook | undefined

  const panels = createPanels({
    send: call => workbook?.connection.send(call) ?? false,
    close: closePanel,
    focusGrid: () => workbook?.grid().focus(),
    resize: (instance, size) => {
      if (dialog.value?.instance === instance) dialog.value = { ...dialog.value, ...size }
    },
  })

  function closePanel(instance: string): void {
    if (sidebar.value?.instance === instance) sidebar.value = null
    if (dialog.value?.instance === instance) dialog.value = null
    workbook?.connection.send({ type: 'panelClosed', instance })
    workbook?.grid().focus()
  }

  const shown = () => (
    <Page iconOf={iconOf} panels={panels} workbook={() => workbook} closePanel={closePanel} />
  )
  render(shown(), root)
  workbook = await openWorkbook({
    boot,
    templates,
    target: gridElement(),
    pageId: crypto.randomUUID(),
    socketUrl: socketUrl(),
    grid: { dark: darkTheme.matches, notify: text => void showToast(text, '', 6), confirm },
    receive: message => receive(message, panels, answer => workbook?.connection.send(answer)),
    lineBroke: () => panels.failAll(),
    gridReplaced: () => render(shown(), root),
  })
  render(shown(), root)
  nameParts(gridElement())
  // The toolbar folds what has no room when the window changes; the sidebar changes its room, too.
  new ResizeObserver(() => dispatchEvent(new Event('resize'))).observe(gridElement())
  workbook.grid().focus()
  document.documentElement.dataset.ready = 'true'
  const leftOut = takeLeftOut(boot.spreadsheetId)
  if (leftOut !== undefined) showToast(leftOut, 'Google Sheets has no place for this, it was left out:', 60)
}

const gridElement = () => document.getElementById('grid') as HTMLElement

interface PageProps {
  iconOf(name: string): string | undefined
  panels: Panels
  workbook(): OpenWorkbook | undefined
  closePanel(instance: string): void
}

function Page({ iconOf, panels, workbook, closePanel }: PageProps) {
  const open = workbook()
  const menus = buildMenus({
    env: open?.grid().env(),
    iconOf,
    addonName: boot.addonName,
    hasAddon: boot.hasAddon,
    addonMenu: addonMenu.value,
    topMenus: topMenus.value,
    runScript: functionName => open?.connection.send({ type: 'menu', functionName }),
    newFile: () => void goToNew(() => createFile({ title: 'Untitled spreadsheet' })),
    openFile,
    importFile: chooseFile,
    copyFile: () => void goToNew(() => copyFile(boot.spreadsheetId, `Copy of ${title.value}`.slice(0, 200))),
    rename: () => document.getElementById(TITLE_FIELD_ID)?.focus(),
    download: format =>
      open &&
      void download(format, { spreadsheetId: boot.spreadsheetId, name: title.value, grid: open.grid() }),
    about: () => {
      isAboutOpen.value = true
    },
  })
  const closeOpen = (panel: { instance: string } | null) => panel && closePanel(panel.instance)
  return (
    <div class="page">
      <Header
        menus={menus}
        userName={boot.userName}
        userEmail={boot.userEmail}
        readOnly={boot.readOnly}
        rename={name => open?.connection.send({ type: 'rename', title: name }) ?? false}
        leave={() => open?.grid().focus()}
      />
      <main class="work">
        <div id="grid" class="grid" />
        <Sidebar panels={panels} close={() => closeOpen(sidebar.value)} />
      </main>
      <Dialog panels={panels} close={() => closeOpen(dialog.value)} />
      <Question />
      <OpenDialog current={boot.spreadsheetId} />
      <About licenseUrl={root.dataset.license ?? ''} />
      <Toasts />
    </div>
  )
}

function openFile(): void {
  isOpenDialogOpen.value = true
}

listenForKeys({
  openFile,
  focusSidebar: () => document.querySelector<HTMLElement>('.sidebar iframe')?.focus(),
  leaveGrid: () => document.getElementById(TITLE_FIELD_ID)?.focus(),
})

function chooseFile(): void {
  const field = document.createElement('input')
  field.type = 'file'
  field.accept = '.xlsx,.csv,.tsv,.txt'
  field.onchange = () => {
    const [file] = field.files ?? []
    if (file) void goToNew(() => importFile(file))
  }
  field.click()
}

/** In a window of its own, as Google does. Where the browser prevents that, here. */
async function goToNew(make: () => Promise<NewFile>): Promise<void> {
  const done = showToast('Working…', '', 0)
  try {
    const made = await make()
    const address = fileAddress(made.id)
    const forget = noteLeftOut(made)
    if (window.open(address, '_blank')) forget()
    else location.href = address
  } catch (error) {
    showToast(error instanceof Error ? error.message : String(error), 'Nothing was created', 10)
  } finally {
    done()
  }
}

let closeRunningNotice: (() => void) | undefined

function receive(
  message: ServerMessage,
  panels: Panels,
  send: (answer: { type: 'answer'; questionId: number; button: string; text: string }) => void,
): void {
  switch (message.type) {
    case 'addonMenu':
      addonMenu.value = message.menu
      return
    case 'topMenu':
      topMenus.value = [...topMenus.value.filter(menu => menu.caption !== message.menu.caption), message.menu]
      return
    case 'sidebar':
      sidebar.value = message
      return
    case 'dialog':
      dialog.value = message
      return
    case 'question': {
      const { questionId, kind, ...words } = message.question
      ask({
        ...words,
        asksForText: kind === 'prompt',
        answer: (button, text) => send({ type: 'answer', questionId, button, text }),
      })
      return
    }
    case 'toast':
      showToast(message.text, message.title, message.seconds)
      return
    case 'result':
      panels.finish(message.callId, message.outcome)
      return
    case 'menuRun':
      noteMenuRun(message.state)
      return
    case 'menuFailed':
      showToast(`${message.failure.name}: ${message.failure.message}`, 'The add-on’s script failed', 10)
      return
  }
}

/** Google shows a running script only when it takes a moment. */
const SLOW_SCRIPT_MS = 1000

function noteMenuRun(state: 'running' | 'done'): void {
  closeRunningNotice?.()
  closeRunningNotice = undefined
  if (state === 'done') return
  let closeToast: (() => void) | undefined
  const timer = setTimeout(() => {
    closeToast = showToast('Working…', '', 0)
  }, SLOW_SCRIPT_MS)
  closeRunningNotice = () => {
    clearTimeout(timer)
    closeToast?.()
  }
}

function confirm(text: string, onYes: () => void, onNo?: () => void): void {
  ask({
    title: '',
    text,
    // Where a no does something, too, it is not a way out.
    buttons: onNo ? 'YES_NO_CANCEL' : 'OK_CANCEL',
    asksForText: false,
    answer(button) {
      if (button === 'OK' || button === 'YES') onYes()
      else if (button === 'NO') onNo?.()
    },
  })
}

function socketUrl(): string {
  const url = new URL(`/page/ws/${boot.spreadsheetId}${location.search}`, location.href)
  url.protocol = 'ws:'
  url.hash = ''
  return url.href
}
