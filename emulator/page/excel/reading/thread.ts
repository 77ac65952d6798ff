/**
 * Reads one Excel file and ends. Cells, names, notes, links, texts and charts are read here; looks, sizes and
 * rules by the engine's reader, which wants the browser's XML documents, and looks for the rows of a sheet one
 * by one from the first on: both are given to it here, where nothing else runs.
 */
import { parentPort } from 'node:worker_threads'
import type { Model, WorkbookData } from '../../../dialect/engine.ts'
import { packCells } from '../../../dialect/packed-cells.ts'
import { objectSheetAnnotation } from '../../../sheets/objects/object-sheets.ts'
import { engine } from '../../../sheets/workbook/engine.ts'
import { toEngineTitle } from '../../../sheets/workbook/titles.ts'
import type { ReadWorkbook, Refused } from '../index.ts'
import { parseXml, type XmlElement } from '../xml.ts'
import { type ContentWorld, contentsOf, type RawCell, readCells, readStrings, spillsOf } from './contents.ts'
import { dateStyles, daysToAdd } from './dates.ts'
import { chartRequests, type Grid } from './drawings.ts'
import { enginePartsOf } from './engine-parts.ts'
import {
  filterRequests,
  linkRequests,
  namesOf,
  notesOf,
  protectionRequests,
  type Request,
  richTextRequests,
  tableRequests,
} from './extras.ts'
import { googleFormula } from './formulas.ts'
import { leaveHeights, tallStyles } from './heights.ts'
import { type HintedSheet, layHints } from './hints.ts'
import { leftOutOf, tooLarge } from './left-out.ts'
import { doubleLines, doubleSides } from './lines.ts'
import { type LookedData, type LookedSheet, layLooks, readLooks } from './looks.ts'
import { type ExcelPackage, openPackage } from './package.ts'
import { tablesOf } from './structured.ts'
import { accentsOf } from './table-styles.ts'

Object.assign(globalThis, {
  DOMParser: class {
    parseFromString = parseXml
  },
})

/** Each row is asked for after the one before it. */
function findRowsInOrder(): void {
  const { find } = Array.prototype
  const places = new WeakMap<unknown[], number>()
  const isRow = (it: unknown) => typeof it === 'object' && it !== null && 'cells' in it && 'index' in it
  Array.prototype.find = function (
    this: unknown[],
    matches: (it: unknown, at: number) => unknown,
    self?: unknown,
  ) {
    if (!isRow(this[0])) return find.call(this, matches as never, self)
    const start = places.get(this) ?? 0
    for (let step = 0; step < this.length; step++) {
      const at = (start + step) % this.length
      if (!matches(this[at], at)) continue
      places.set(this, at)
      return this[at]
    }
    return undefined
  } as typeof find
}

interface ReadTab {
  /** Without the cells, of which there may be millions. */
  sheet: XmlElement
  cells: RawCell[]
}

function readTabs(file: ExcelPackage): ReadTab[] {
  const strings = readStrings(parseXml(file.text(related(file, 'sharedStrings'))))
  return file.tabs.map(({ path }) => {
    const text = file.text(path)
    const cells = readCells(parseXml(text), strings)
    return { sheet: parseXml(text.replace(/<sheetData\b[\s\S]*<\/sheetData>/, '')), cells }
  })
}

interface World extends ContentWorld {
  looks: ReturnType<typeof readLooks>
  double: ReturnType<typeof doubleSides>
  isTall(style: number): boolean
}

const related = ({ workbookPart }: ExcelPackage, type: string): string | undefined =>
  workbookPart.related.find(it => it.type === type)?.target

function worldOf(file: ExcelPackage, tabs: readonly ReadTab[], names: ReturnType<typeof namesOf>): World {
  const styles = parseXml(file.text(related(file, 'styles')))
  const world = {
    tables: file.tabs.flatMap(tab => tablesOf(file, tab)),
    constants: new Map<string, string>(),
    names: new Map([...names.ranges].map(([name, cells]) => [name.toLowerCase(), cells])),
    spills: new Map(tabs.flatMap(({ cells }, i) => spillsOf(cells, file.tabs[i]?.name ?? ''))),
    daysToAdd: daysToAdd(file.workbook),
    isDate: dateStyles(styles),
    isTall: tallStyles(styles),
    looks: readLooks(styles),
    double: doubleSides(styles),
  }
  // A name may stand for a formula with names in it: those that come first are known to the later ones.
  for (const [name, text] of names.constants) {
    const formula = googleFormula(text, world, { tab: '', row: 0, col: 0 })
    if (formula !== undefined) world.constants.set(name, formula)
  }
  return world
}

type Sheet = Grid & LookedSheet & HintedSheet & { cells: Record<string, string> }

function read(bytes: Uint8Array): ReadWorkbook | Refused {
  const file = openPackage(bytes)
  if (file.tabs.length === 0) throw new Error('There is no worksheet in it.')
  const tabs = readTabs(file)
  const allCells = tabs.map(({ cells }) => cells)
  const refused = tooLarge(allCells)
  if (refused !== undefined) return { refused }
  const names = namesOf(file.workbook)
  const world = worldOf(file, tabs, names)
  const parts = enginePartsOf(file, allCells, world)
  const model: Model = new engine.Model(parts)
  for (const [i, sheetId] of model.getters.getSheetIds().entries())
    doubleLines(model, sheetId, tabs[i]?.cells ?? [], world.double)
  const data = model._exportData(false) as WorkbookData & LookedData & { sheets: Sheet[] }
  const accents = accentsOf(parseXml(file.text(related(file, 'theme'))))
  const annotations: unknown[] = []
  if (world.tables.length > 0)
    annotations.push({ id: 'theme:0', kind: 'theme', lasts: 'always', ranges: [], data: accents })
  const requests: Request[] = []
  for (const [i, tab] of file.tabs.entries()) {
    const sheet = data.sheets.find(({ name }) => name === toEngineTitle(tab.name))
    const { cells = [], sheet: xml } = tabs[i] ?? {}
    if (sheet === undefined || xml === undefined) continue
    sheet.cells = contentsOf(cells, tab.name, world)
    layLooks(data, sheet, cells, world.looks)
    layHints(sheet, String(parts[`xl/worksheets/sheet${i + 1}.xml`]))
    leaveHeights(sheet, cells, world.isTall, file.text(tab.path))
    annotations.push(...notesOf(file, tab))
    if (tab.isChart) annotations.push(objectSheetAnnotation(toEngineTitle(tab.name)))
    requests.push(...richTextRequests(cells, tab.name), ...linkRequests(xml, tab, file.tabs))
    requests.push(...chartRequests(file, tab, sheet), ...protectionRequests(xml, tab.name))
    requests.push(...filterRequests(xml, tab.name), ...tableRequests(world.tables, tab.name, accents))
  }
  const texts = packCells(data)
  for (const sheet of data.sheets) sheet.cells = {}
  return {
    data: { ...data, annotations, namedRanges: Object.fromEntries(names.ranges), isNotSquishable: true },
    texts,
    requests,
    leftOut: leftOutOf({ file, cells: allCells, tables: world.tables }),
  }
}

findRowsInOrder()
parentPort?.on('message', (file: Uint8Array) => parentPort?.postMessage(read(file)))
