/** The add-on's menu and what its items do. `onOpen` may run before any authorisation: it only adds the menu. */
import type { Intent } from '../contract/rpc.ts'
import { openingPage } from './page.ts'
import { copyTab } from './rpc/tabs.ts'
import { startTurn } from './rpc/turns.ts'
import { readSheetContext, spreadsheetId, withTab } from './sheet.ts'
import { readKey } from './state/key.ts'
import { readDefaultModels } from './state/preferences.ts'
import { leaveIntent } from './state/spreadsheets.ts'
import { menuText, menuTextIfAny } from './texts.ts'

const TITLE = 'Rowhand'

export function onOpen(): void {
  const ui = SpreadsheetApp.getUi()
  const selection = ui
    .createMenu(menuText('selection'))
    .addItem(menuText('cleanUp'), 'quickCleanUp')
    .addItem(menuText('fillFormula'), 'quickFillFormula')
    .addItem(menuText('translate'), 'quickTranslate')
    .addItem(menuText('score'), 'quickScore')
    .addItem(menuText('classify'), 'quickClassify')
    .addSeparator()
    .addItem(menuText('summarise'), 'quickSummarise')
    .addItem(menuText('explainFormula'), 'quickExplainFormula')
    .addItem(menuText('fixErrors'), 'quickFixErrors')
  ui.createAddonMenu()
    .addItem(menuText('open'), 'openSidebar')
    .addItem(menuText('ask'), 'askAboutSelection')
    .addSubMenu(selection)
    .addSeparator()
    .addItem(menuText('backUp'), 'backUpThisTab')
    .addItem(menuText('check'), 'checkConnection')
    .addItem(menuText('help'), 'showHelp')
    .addToUi()
}

export function onInstall(): void {
  onOpen()
}

export function openSidebar(): void {
  SpreadsheetApp.getUi().showSidebar(openingPage().setTitle(TITLE))
}

function openWith(intent: Intent): void {
  leaveIntent(spreadsheetId(), intent)
  openSidebar()
}

interface Place {
  words: string
  isWholeTab: boolean
}

/**
 * The selection in words that a person and a model both read. One cell stands for the whole tab, because that
 * is where the cursor happens to be; where one cell can be meant (`exact`), it is taken at its word.
 */
function selectedPlace(exact = false): Place {
  const context = readSheetContext()
  if (!context.ok) return { words: '', isWholeTab: true }
  const { tab, selection, selectedCells } = context.value
  return selection !== null && (exact || selectedCells > 1)
    ? { words: withTab(tab.name, selection), isWholeTab: false }
    : { words: menuText('wholeTab', { tab: tab.name }), isWholeTab: true }
}

/** Some prompts read better without naming the tab, which the turn works on anyway. */
function promptFor(action: string, { words, isWholeTab }: Place, wish = ''): string {
  const values = { place: words, wish }
  return (
    (isWholeTab ? menuTextIfAny(`prompt.${action}.tab`, values) : null) ??
    menuText(`prompt.${action}`, values)
  )
}

export function askAboutSelection(): void {
  openWith({ kind: 'draft', prompt: promptFor('ask', selectedPlace(true)) })
}

/** Starts the turn, then opens the sidebar on it; what hinders the start is shown there, the prompt kept. */
function run(prompt: string): void {
  if (readKey() === null) {
    openWith({ kind: 'draft', prompt })
    return
  }
  const started = startTurn({
    startId: Utilities.getUuid(),
    prompt,
    agentId: null,
    models: readDefaultModels(),
  })
  if (started.ok) openSidebar()
  else openWith({ kind: 'draft', prompt, error: started.error })
}

/** Asks for the missing word, for example the language; nothing happens when the person cancels. */
function runWithWish(action: string): void {
  const place = selectedPlace()
  const ui = SpreadsheetApp.getUi()
  const answer = ui.prompt(TITLE, menuText(`wish.${action}`, { place: place.words }), ui.ButtonSet.OK_CANCEL)
  const wish = answer.getResponseText().trim()
  if (answer.getSelectedButton() !== ui.Button.OK || wish === '') return
  run(promptFor(action, place, wish))
}

const runOnPlace = (action: string, exact = false) => run(promptFor(action, selectedPlace(exact)))

export const quickCleanUp = () => runOnPlace('cleanUp')
export const quickFillFormula = () => runWithWish('fillFormula')
export const quickTranslate = () => runWithWish('translate')
export const quickScore = () => runWithWish('score')
export const quickClassify = () => runWithWish('classify')
export const quickSummarise = () => runOnPlace('summarise')
export const quickExplainFormula = () => runOnPlace('explainFormula', true)
export const quickFixErrors = () => runOnPlace('fixErrors')

export function backUpThisTab(): void {
  const copied = copyTab(null)
  openWith(
    copied.ok
      ? { kind: 'copied', tab: copied.value }
      : { kind: 'failed', action: 'backup', error: copied.error },
  )
}

export function checkConnection(): void {
  openWith({ kind: 'panel', panel: 'connection' })
}

export function showHelp(): void {
  openWith({ kind: 'panel', panel: 'help' })
}
