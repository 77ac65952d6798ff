// A small add-on for the tests of the local Apps Script: plain functions, as the built bundle has them.
var runsInThisContext = 0

function onOpen() {
  SpreadsheetApp.getUi()
    .createAddonMenu()
    .addItem('Open sidebar', 'openSidebar')
    .addSeparator()
    .addSubMenu(SpreadsheetApp.getUi().createMenu('More').addItem('Greet', 'greet'))
    .addToUi()
}

function openSidebar() {
  SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutputFromFile('sidebar').setTitle('Fixture'))
}

function greet() {
  SpreadsheetApp.getUi().alert('Hello', 'From the add-on', SpreadsheetApp.getUi().ButtonSet.OK)
}

function echo(value) {
  return value
}

function countRuns() {
  runsInThisContext += 1
  return runsInThisContext
}

function describeSelection() {
  const file = SpreadsheetApp.getActive()
  const range = file.getActiveRange()
  return {
    id: file.getId(),
    tab: file.getActiveSheet().getName(),
    gid: file.getActiveSheet().getSheetId(),
    range: range && range.getA1Notation(),
    values: range && range.getDisplayValues(),
  }
}

function select(a1) {
  SpreadsheetApp.getActive().setActiveRange(SpreadsheetApp.getActive().getRange(a1))
}

function evaluate(source) {
  return new Function('return ' + source)()
}

function secret_() {
  return 'private'
}
