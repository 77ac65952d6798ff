/** What the evaluation brings of an xlsx file into the spreadsheet: read back as Google tells it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { download, downloadFills, upload } from '../../scripts/eval/sheets-client.ts'
import { readWorkbook } from '../../scripts/eval/workbook.ts'
import { OWNER, useGoogle } from '../emulator/sheets/fixture.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const FILES = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET}.styles+xml"/><Override PartName="/xl/tables/table1.xml" ContentType="${SHEET}.table+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Day &amp; Night" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/table" Target="../tables/table1.xml"/></Relationships>`,
  'xl/tables/table1.xml': `<table xmlns="${MAIN}" id="1" name="Shifts" displayName="Shifts" ref="A1:D3"><autoFilter ref="A1:D3"/><tableColumns count="4"><tableColumn id="1" name="Name"/><tableColumn id="2" name="From"/><tableColumn id="3" name="Hours"/><tableColumn id="4" name="Pay"/></tableColumns></table>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="hh:mm"/><numFmt numFmtId="165" formatCode="[h]:mm"/></numFmts><fonts count="1"><font><sz val="11"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFFCC00"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fillId="2" applyFill="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs><dxfs count="1"><dxf><fill><patternFill><bgColor rgb="FFFF0000"/></patternFill></fill></dxf></dxfs></styleSheet>`,
  'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheetData><row r="1"><c r="A1" s="1" t="str"><v>Name</v></c><c r="B1" t="str"><v>From</v></c><c r="C1" t="str"><v>Hours</v></c><c r="D1" t="str"><v>Pay</v></c></row><row r="2"><c r="A2" t="str"><v>Ann</v></c><c r="B2" s="2"><v>0.375</v></c><c r="C2" s="3"><v>1.25</v></c><c r="D2"><f>Shifts[[#This Row],[Hours]]*2</f><v>2.5</v></c></row><row r="3"><c r="A3" t="str"><v>Bo</v></c><c r="B3" s="2"><v>0.5</v></c><c r="C3" s="3"><v>2</v></c><c r="D3"><f>Shifts[[#This Row],[Hours]]*2</f><v>4</v></c></row><row r="5"><c r="A5"><f t="array" ref="A5">SUM(LEN(A2:A3)*C2:C3)</f><v>7.75</v></c></row></sheetData><conditionalFormatting sqref="C2:C3"><cfRule type="cellIs" dxfId="0" priority="1" operator="greaterThan"><formula>1.5</formula></cfRule></conditionalFormatting><dataValidations count="1"><dataValidation type="list" sqref="A2:A3"><formula1>"Ann,Bo"</formula1></dataValidation></dataValidations><tableParts count="1"><tablePart r:id="r1"/></tableParts></worksheet>`,
}

const google = useGoogle()
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowhand-eval-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function brought() {
  const file = join(folder, 'shifts.xlsx')
  writeFileSync(
    file,
    zipSync(Object.fromEntries(Object.entries(FILES).map(([path, xml]) => [path, strToU8(xml)]))),
  )
  const client = google.as(OWNER)
  const spreadsheetId = await upload(client, 'Shifts', readWorkbook(file))
  return { client, spreadsheetId }
}

test('times, fills, rules, allowed values, references to tables and array formulas come along', async () => {
  const { client, spreadsheetId } = await brought()
  const { data } = await client.spreadsheets.get({
    spreadsheetId,
    includeGridData: true,
    fields:
      'sheets(properties(title),conditionalFormats,data(rowData(values(formattedValue,userEnteredValue,dataValidation,userEnteredFormat(numberFormat)))))',
  })
  const sheet = data.sheets?.[0]
  const at = (row: number, column: number) => sheet?.data?.[0]?.rowData?.[row]?.values?.[column]
  expect(sheet?.properties?.title).toBe('Day & Night')
  expect([at(1, 1)?.formattedValue, at(1, 2)?.formattedValue]).toEqual(['09:00', '30:00'])
  expect(at(1, 1)?.userEnteredFormat?.numberFormat?.type).toBe('TIME')
  expect(at(2, 3)?.userEnteredValue?.formulaValue).not.toContain('Shifts')
  expect(at(4, 0)).toMatchObject({
    userEnteredValue: { formulaValue: '=ARRAYFORMULA(SUM(LEN(A2:A3)*C2:C3))' },
  })
  expect(at(1, 0)?.dataValidation?.condition).toMatchObject({
    type: 'ONE_OF_LIST',
    values: [{ userEnteredValue: 'Ann' }, { userEnteredValue: 'Bo' }],
  })
  expect(sheet?.conditionalFormats?.[0]?.booleanRule?.condition).toMatchObject({
    type: 'NUMBER_GREATER',
    values: [{ userEnteredValue: '1.5' }],
  })
})

test('colours are read as cells show them, those of rules too', async () => {
  const { client, spreadsheetId } = await brought()
  const fillAt = await downloadFills(client, spreadsheetId)
  const tab = 'Day & Night'
  expect([fillAt(tab, 0, 0), fillAt(tab, 1, 2), fillAt(tab, 2, 2)]).toEqual(['#ffcc00', null, '#ff0000'])
})

test('values come back as the file has them', async () => {
  const { client, spreadsheetId } = await brought()
  const [tab] = await download(client, spreadsheetId, 'UNFORMATTED_VALUE')
  expect([tab?.at(1, 1), tab?.at(2, 2), tab?.at(2, 3), tab?.at(4, 0)]).toEqual([0.375, 2, 4, 7.75])
})
