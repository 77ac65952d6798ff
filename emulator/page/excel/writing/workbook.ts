/** A whole workbook as an Excel file. */
import { namedRangesOf } from '../../../sheets/objects/named-ranges.ts'
import type { Workbook } from '../../../sheets/workbook/workbook.ts'
import { escapeXml } from '../xml-text.ts'
import { a1Of } from './a1.ts'
import { element, MAIN, RELATIONSHIPS } from './markup.ts'
import { Parts } from './parts.ts'
import { SharedTexts } from './shared-texts.ts'
import { putSheet } from './sheet.ts'
import { StyleBook } from './style-book.ts'
import { themeXml } from './theme.ts'

const THEME = 'xl/theme/theme1.xml'
const PATH = 'xl/workbook.xml'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const METADATA = `<metadata xmlns="${MAIN}" xmlns:xda="http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray"><metadataTypes count="1"><metadataType name="XLDAPR" minSupportedVersion="120000" copy="1" pasteAll="1" pasteValues="1" merge="1" splitFirst="1" rowColShift="1" clearFormats="1" clearComments="1" assign="1" coerce="1" cellMeta="1"/></metadataTypes><futureMetadata name="XLDAPR" count="1"><bk><extLst><ext uri="{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}"><xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext></extLst></bk></futureMetadata><cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>`

export function excelFileOf(workbook: Workbook): Uint8Array<ArrayBuffer> {
  const parts = new Parts()
  const named = namedRangesOf(workbook)
  const books = {
    styles: new StyleBook(),
    texts: new SharedTexts(),
    names: new Set(named.map(({ name }) => (name ?? '').toLowerCase())),
  }
  parts.relate('', 'officeDocument', PATH)
  const numbers = { drawing: 0, chart: 0, picture: 0, table: 0 }
  const sheets = workbook.getters.getSheetIds().map((sheetId, i) => {
    const path = putSheet(workbook, sheetId, i + 1, books, numbers, parts)
    return element('sheet', {
      name: workbook.titleOf(sheetId),
      sheetId: i + 1,
      state: workbook.getters.isSheetVisible(sheetId) ? undefined : 'hidden',
      'r:id': parts.relate(PATH, path.includes('/chartsheets/') ? 'chartsheet' : 'worksheet', path),
    })
  })
  put(parts, 'styles', books.styles.toXml())
  put(parts, 'sharedStrings', books.texts.toXml())
  put(parts, 'metadata', METADATA, 'sheetMetadata')
  const theme = themeXml(workbook)
  if (theme !== undefined) {
    parts.put(THEME, 'application/vnd.openxmlformats-officedocument.theme+xml', theme)
    parts.relate(PATH, 'theme', THEME)
  }
  const names = namesXml(workbook)
  parts.put(
    PATH,
    `${TYPE}.sheet.main+xml`,
    element(
      'workbook',
      { xmlns: MAIN, 'xmlns:r': RELATIONSHIPS },
      element('bookViews', {}, element('workbookView', { activeTab: firstVisible(workbook) })) +
        element('sheets', {}, sheets.join('')) +
        names +
        element('calcPr', { fullCalcOnLoad: true }),
    ),
  )
  return parts.zip()
}

function put(parts: Parts, name: string, xml: string, type = name): void {
  parts.put(`xl/${name}.xml`, `${TYPE}.${type}+xml`, xml)
  parts.relate(PATH, type, `xl/${name}.xml`)
}

function firstVisible({ getters }: Workbook): number {
  return Math.max(
    0,
    getters.getSheetIds().findIndex(sheetId => getters.isSheetVisible(sheetId)),
  )
}

function namesXml(workbook: Workbook): string {
  const names = namedRangesOf(workbook).flatMap(({ name, range }) => {
    const sheetId = workbook.sheetIdOf(range?.sheetId ?? 0)
    if (!range || !name || sheetId === undefined) return []
    const cells = a1Of(range).replace(/([A-Z]+)(\d+)/g, '$$$1$$$2')
    const title = workbook.titleOf(sheetId).replaceAll("'", "''")
    return [element('definedName', { name }, escapeXml(`'${title}'!${cells}`))]
  })
  return names.length === 0 ? '' : element('definedNames', {}, names.join(''))
}
