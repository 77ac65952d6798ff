// Made exceljs-wide.xlsx beside it: node make_exceljs.cjs FOLDER, with ExcelJS 4.4.0.
const X = require('exceljs')
const out = process.argv[2]
void (async () => {
  const wb = new X.Workbook()
  wb.creator = 'x'
  const ws = wb.addWorksheet('Ex', {
    views: [{ state: 'frozen', xSplit: 1, ySplit: 1 }],
    properties: { tabColor: { argb: 'FF00FF00' } },
  })
  ws.columns = [
    { header: 'Id', key: 'id', width: 10 },
    { header: 'When', key: 'w', width: 20, style: { numFmt: 'dd/mm/yyyy' } },
    { header: 'Net', key: 'n', style: { numFmt: '"£"#,##0.00;[Red]\\-"£"#,##0.00' } },
    { header: 'Gross', key: 'g' },
  ]
  for (let i = 1; i <= 12; i++)
    ws.addRow({ id: i, w: new Date(Date.UTC(2025, i - 1, 15)), n: i * 10.5 * (i % 3 ? 1 : -1) })
  ws.getCell('D2').value = { formula: 'C2*1.2', result: 12.6 }
  for (let i = 3; i <= 13; i++) ws.getCell(`D${i}`).value = { sharedFormula: 'D2', result: 1 }
  ws.getCell('F1').value = {
    richText: [{ text: 'red ', font: { color: { argb: 'FFFF0000' }, bold: true } }, { text: 'plain' }],
  }
  ws.getCell('F2').value = { text: 'site', hyperlink: 'https://example.net/' }
  ws.getCell('F3').note = 'a plain note'
  ws.getCell('F3').value = 'n'
  ws.getCell('F4').note = { texts: [{ font: { bold: true }, text: 'Bold: ' }, { text: 'rest' }] }
  ws.getCell('F5').value = { error: '#REF!' }
  ws.getCell('F6').value = { formula: 'SUM(D$2:D2)', result: 12.6 }
  ws.getCell('F7').value = { sharedFormula: 'F6', result: 1 }
  ws.getCell('F8').value = { sharedFormula: 'F6', result: 1 }
  ws.fillFormula('G2:G5', 'A2*$C$2+SUM($A$2:A2)', [1, 2, 3, 4])
  ws.getCell('H1').fill = {
    type: 'gradient',
    gradient: 'angle',
    degree: 0,
    stops: [
      { position: 0, color: { argb: 'FF0000FF' } },
      { position: 1, color: { argb: 'FFFFFFFF' } },
    ],
  }
  ws.getCell('H2').fill = { type: 'pattern', pattern: 'darkVertical', fgColor: { argb: 'FFFF0000' } }
  ws.addConditionalFormatting({
    ref: 'C2:C13',
    rules: [
      {
        type: 'cellIs',
        operator: 'lessThan',
        formulae: [0],
        style: { fill: { type: 'pattern', pattern: 'solid', bgColor: { argb: 'FFFFAAAA' } } },
      },
      {
        type: 'iconSet',
        iconSet: '3Arrows',
        cfvo: [
          { type: 'percent', value: 0 },
          { type: 'percent', value: 33 },
          { type: 'percent', value: 67 },
        ],
      },
      {
        type: 'dataBar',
        minLength: 0,
        maxLength: 100,
        cfvo: [{ type: 'min' }, { type: 'max' }],
        color: { argb: 'FF638EC6' },
      },
    ],
  })
  ws.getCell('I1').dataValidation = { type: 'list', allowBlank: false, formulae: ['"One,Two"'] }
  ws.getCell('I2').dataValidation = { type: 'list', formulae: ['$A$2:$A$13'] }
  ws.mergeCells('K2:L4')
  ws.getCell('K2').value = 'm'
  ws.getRow(9).hidden = true
  ws.getColumn('M').hidden = true
  ws.getRow(11).outlineLevel = 1
  ws.getRow(12).outlineLevel = 2
  ws.autoFilter = 'A1:D13'
  ws.addTable({
    name: 'T1',
    ref: 'O1',
    headerRow: true,
    totalsRow: true,
    style: { theme: 'TableStyleDark3', showRowStripes: true },
    columns: [
      { name: 'K', totalsRowLabel: 'All' },
      { name: 'V', totalsRowFunction: 'sum' },
    ],
    rows: [
      ['a', 1],
      ['b', 2],
    ],
  })
  const w2 = wb.addWorksheet('veryHidden', { state: 'veryHidden' })
  w2.getCell('A1').value = 'v'
  const w3 = wb.addWorksheet('Ünïcode “q” 😀')
  w3.getCell('A1').value = { formula: 'Ex!A2+1', result: 2 }
  w3.getCell('A2').value = { formula: "SUM('Ünïcode “q” 😀'!A1:A1)", result: 2 }
  w3.getCell('A3').value = new Date(Date.UTC(2025, 0, 1, 10, 30))
  w3.getCell('A4').value = true
  w3.getCell('A5').value = '🎉'.repeat(500)
  wb.definedNames.add('Ex!$A$2:$A$13', 'Ids')
  w3.getCell('A6').value = { formula: 'SUM(Ids)', result: 78 }
  await wb.xlsx.writeFile(`${out}/exceljs-wide.xlsx`)
})()
