/** SpreadsheetApp and Spreadsheet: the open file, its tabs and what the user has selected. */
import { parseA1 } from '../a1.ts'
import type { Area, CallHost, SheetInfo } from '../bridge.ts'
import { createRange } from './range.ts'
import { guarded, type Realm } from './realm.ts'
import { createSheet } from './sheet.ts'
import type { ScriptSurroundings } from './surroundings.ts'
import { createUi } from './ui.ts'
import type { SheetFace, Workbench } from './workbench.ts'

export function createSpreadsheetApp(surroundings: ScriptSurroundings): object {
  const { callHost, realm } = surroundings
  const spreadsheet = createSpreadsheet(createWorkbench(callHost, realm))
  const notHere = (): never => {
    throw realm.exception('Only the open spreadsheet is in the local host.')
  }
  return guarded(
    'SpreadsheetApp',
    {
      getUi: () => createUi(surroundings),
      getActive: () => spreadsheet,
      getActiveSpreadsheet: () => spreadsheet,
      getActiveSheet: spreadsheet.getActiveSheet,
      setActiveSheet: spreadsheet.setActiveSheet,
      getActiveRange: spreadsheet.getActiveRange,
      setActiveRange: spreadsheet.setActiveRange,
      getActiveRangeList: spreadsheet.getActiveRangeList,
      getCurrentCell: spreadsheet.getCurrentCell,
      getSelection: spreadsheet.getSelection,
      flush: () => callHost('sheet.flush'),
      open: notHere,
      openById: notHere,
      openByUrl: notHere,
    },
    realm,
  )
}

function createWorkbench(callHost: CallHost, realm: Realm): Workbench {
  const boxes = new WeakMap<object, { sheetId: number; area: Area }>()
  const bench: Workbench = {
    callHost,
    realm,
    sheet: info => createSheet(info, bench),
    sheetInfo(sheetId) {
      const info = callHost('spreadsheet.info').sheets.find(sheet => sheet.sheetId === sheetId)
      if (!info) throw realm.exception(`Sheet ${sheetId} not found`)
      return info
    },
    range(sheetId, area) {
      const range = createRange(sheetId, area, bench)
      boxes.set(range, { sheetId, area })
      return range
    },
    unwrap(range) {
      const box = typeof range === 'object' && range !== null ? boxes.get(range) : undefined
      if (!box) throw realm.exception('The parameters do not match the method signature: a Range is needed.')
      return box
    },
  }
  return bench
}

function createSpreadsheet(bench: Workbench) {
  const { callHost, realm } = bench
  const info = () => callHost('spreadsheet.info')
  const find = (matches: (sheet: SheetInfo) => boolean) => {
    const sheet = info().sheets.find(matches)
    return sheet ? bench.sheet(sheet) : null
  }
  const getRange = (a1: string) => {
    const parsed = parseA1(String(a1))
    const sheet = parsed?.sheetName
      ? find(candidate => candidate.name === parsed.sheetName)
      : find(candidate => candidate.sheetId === callHost('selection.get').sheetId)
    if (!parsed || !sheet) throw realm.exception('Range not found')
    return sheet.getRange(String(a1))
  }
  return guarded(
    'Spreadsheet',
    {
      getId: () => info().id,
      getName: () => info().name,
      getUrl: () => info().url,
      getSpreadsheetLocale: () => info().locale,
      getSpreadsheetTimeZone: () => info().timeZone,
      getNumSheets: () => info().sheets.length,
      getSheets: () => realm.list(info().sheets.map(sheet => bench.sheet(sheet))),
      getSheetByName: (name: string) => find(sheet => sheet.name === name),
      getSheetById: (sheetId: number) => find(sheet => sheet.sheetId === sheetId),
      getRange,
      toast: (text: string, title = '', seconds = 5) =>
        callHost('ui.toast', String(text), String(title), seconds),
      ...createActiveMembers(bench, find, getRange),
    },
    realm,
  )
}

/** The members that follow, and move, the user's own tab and selection. */
function createActiveMembers(
  bench: Workbench,
  find: (matches: (sheet: SheetInfo) => boolean) => SheetFace | null,
  getRange: (a1: string) => object,
) {
  const { callHost, realm } = bench
  const selected = () => {
    const { sheetId, areas } = callHost('selection.get')
    return areas.map(area => bench.range(sheetId, area))
  }
  const active = {
    getActiveSheet: () => find(sheet => sheet.sheetId === callHost('selection.get').sheetId),
    getActiveRange: () => selected().at(-1) ?? null,
    getActiveRangeList: () => guarded('RangeList', { getRanges: () => realm.list(selected()) }, realm),
    getCurrentCell() {
      const { sheetId, areas } = callHost('selection.get')
      const area = areas.at(-1)
      return area ? bench.range(sheetId, { ...area, rows: 1, columns: 1 }) : null
    },
  }
  const setActiveRange = (range: unknown) => {
    const { sheetId, area } = bench.unwrap(range)
    callHost('selection.set', { sheetId, areas: [area] })
    return range
  }
  return {
    ...active,
    getSelection: () => guarded('Selection', active, realm),
    setActiveSheet(sheet: unknown) {
      ;(sheet as SheetFace).activate()
      return sheet
    },
    setActiveRange,
    setActiveSelection: (range: unknown) =>
      setActiveRange(typeof range === 'string' ? getRange(range) : range),
  }
}
