/** A small add-on for the tests of the local Apps Script: plain functions, as the built bundle has them. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ADDON = `
var runsInThisContext = 0

function onOpen() {
  const ui = SpreadsheetApp.getUi()
  ui.createAddonMenu()
    .addItem('Open sidebar', 'openSidebar')
    .addSeparator()
    .addSubMenu(ui.createMenu('More').addItem('Greet', 'greet').addItem('Break', 'breakDown'))
    .addToUi()
}
function openSidebar() {
  SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutputFromFile('sidebar').setTitle('Fixture'))
}
function openDialog() {
  const box = HtmlService.createHtmlOutputFromFile('sidebar').setWidth(420).setHeight(240)
  SpreadsheetApp.getUi().showModalDialog(box, 'A dialog')
}
function greet() {
  const ui = SpreadsheetApp.getUi()
  const answer = ui.prompt('Your name', 'What are you called?', ui.ButtonSet.OK_CANCEL)
  SpreadsheetApp.getActive().toast(answer.getSelectedButton() + ' ' + answer.getResponseText(), 'Hello')
}
function breakDown() { throw new Error('It broke.') }
function echo(value) { return value }
function countRuns() { return ++runsInThisContext }
function describeSelection() {
  const file = SpreadsheetApp.getActive()
  const range = file.getActiveRange()
  const tab = file.getActiveSheet()
  return { tab: tab.getName(), gid: tab.getSheetId(), range: range.getA1Notation(), shown: range.getDisplayValues() }
}
function select(a1) {
  SpreadsheetApp.getActive().setActiveRange(SpreadsheetApp.getActive().getRange(a1))
}
function sleepAndReturn(ms, value) { Utilities.sleep(ms); return value }
function evaluate(source) { return new Function('return (' + source + ')')() }
function secret_() { return 'private' }
`

const SIDEBAR = `<!DOCTYPE html>
<html lang="en">
<head><base target="_top"><meta charset="utf-8"><title>Fixture</title></head>
<body><h1>Fixture sidebar</h1><script>window.startedWith = typeof google.script.run.echo</script></body>
</html>`

const SCOPES = ['spreadsheets.currentonly', 'script.container.ui', 'script.external_request']

export interface FixtureOptions {
  /** The last part of each scope's address. */
  scopes?: string[]
  addon?: string
}

/** Writes the add-on into a folder as the build would, and returns the folder. */
export function writeFixtureAddon(
  folder: string,
  { scopes = SCOPES, addon = ADDON }: FixtureOptions = {},
): string {
  mkdirSync(folder, { recursive: true })
  const oauthScopes = scopes.map(scope => `https://www.googleapis.com/auth/${scope}`)
  writeFileSync(join(folder, 'addon.js'), addon)
  writeFileSync(join(folder, 'sidebar.html'), SIDEBAR)
  writeFileSync(join(folder, 'appsscript.json'), JSON.stringify({ timeZone: 'Etc/UTC', oauthScopes }))
  return folder
}
