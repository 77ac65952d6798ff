// Made exceljs-hard1904.xlsx: node make_hard_exceljs.cjs, with ExcelJS 4.4.0.
const E = require('exceljs')
void (async () => {
  const wb = new E.Workbook()
  wb.properties.date1904 = true
  const ws = wb.addWorksheet('Äx 1', {
    properties: { tabColor: { argb: 'FFC0FFEE' }, defaultRowHeight: 22 },
    views: [{ state: 'frozen', xSplit: 1, ySplit: 2, showGridLines: false }],
    pageSetup: { orientation: 'landscape' },
  })
  ws.getCell('A1').value = {
    richText: [
      { text: 'One ' },
      { font: { bold: true, color: { argb: 'FF00FF00' }, size: 18, name: 'Courier New' }, text: 'two' },
      { font: { strike: true, underline: true }, text: ' three' },
    ],
  }
  ws.getCell('A2').value = { text: 'ht', hyperlink: 'https://example.org/ü?q=a b' }
  ws.getCell('A3').value = new Date(Date.UTC(2024, 1, 29, 12))
  ws.getCell('A3').numFmt = 'dd/mm/yyyy hh:mm'
  ws.getCell('A4').value = { formula: 'A3+1', result: 1 }
  ws.getCell('A5').value = { error: '#N/A' }
  ws.getCell('A6').value = true
  ws.getCell('A7').value = { formula: 'SUM(B1:B5)', result: 15 }
  for (let i = 1; i <= 5; i++) {
    ws.getCell(`B${i}`).value = i
    ws.getCell(`C${i}`).value = {
      formula: `B${i}*2`,
      shareType: i === 1 ? 'shared' : undefined,
      ref: 'C1:C5',
    }
  }
  ws.getCell('D1').fill = {
    type: 'gradient',
    gradient: 'angle',
    degree: 45,
    stops: [
      { position: 0, color: { argb: 'FFFF8800' } },
      { position: 1, color: { argb: 'FF0088FF' } },
    ],
  }
  ws.getCell('D1').value = 'g'
  ws.getCell('D2').fill = {
    type: 'pattern',
    pattern: 'darkTrellis',
    fgColor: { argb: 'FFFFFF00' },
    bgColor: { argb: 'FF0000FF' },
  }
  ws.getCell('D2').value = 'p'
  ws.getCell('D3').border = {
    top: { style: 'double', color: { argb: 'FF00FF00' } },
    bottom: { style: 'slantDashDot' },
    left: { style: 'hair' },
    right: { style: 'mediumDashDotDot' },
    diagonal: { up: true, style: 'thick', color: { argb: 'FFFF0000' } },
  }
  ws.mergeCells('E1:G2')
  ws.getCell('E1').value = 'mm'
  ws.getCell('E1').note = { texts: [{ text: 'rich ', font: { bold: true } }, { text: 'note' }] }
  ws.addConditionalFormatting({
    ref: 'B1:B5',
    rules: [
      {
        type: 'iconSet',
        iconSet: '5Quarters',
        cfvo: [
          { type: 'percent', value: 0 },
          { type: 'percent', value: 20 },
          { type: 'percent', value: 40 },
          { type: 'percent', value: 60 },
          { type: 'percent', value: 80 },
        ],
        priority: 1,
      },
    ],
  })
  ws.addConditionalFormatting({
    ref: 'C1:C5',
    rules: [
      {
        type: 'dataBar',
        minLength: 0,
        maxLength: 100,
        gradient: false,
        cfvo: [
          { type: 'num', value: 0 },
          { type: 'num', value: 10 },
        ],
        color: { argb: 'FF00FF00' },
        priority: 2,
      },
    ],
  })
  ws.addConditionalFormatting({
    ref: 'B1:C5',
    rules: [
      {
        type: 'aboveAverage',
        aboveAverage: false,
        style: {
          fill: { type: 'pattern', pattern: 'solid', bgColor: { argb: 'FFFF00FF' } },
          font: { italic: true },
        },
        priority: 3,
      },
      {
        type: 'containsText',
        operator: 'containsText',
        text: '5',
        style: { font: { color: { argb: 'FFFF0000' } } },
        priority: 4,
      },
    ],
  })
  ws.addTable({
    name: 'Tbl2',
    ref: 'J1',
    headerRow: true,
    totalsRow: true,
    style: { theme: 'TableStyleLight15', showRowStripes: true },
    columns: [
      { name: 'D', filterButton: true, totalsRowLabel: 'Sum' },
      { name: 'V', totalsRowFunction: 'sum' },
    ],
    rows: [
      ['a', 1],
      ['b', 2],
    ],
  })
  ws.addImage(
    wb.addImage({
      base64:
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      extension: 'png',
    }),
    { tl: { col: 11.5, row: 10.5 }, ext: { width: 100, height: 80 } },
  )
  ws.getRow(8).height = 44
  ws.getColumn('K').width = 33
  ws.getColumn(12).outlineLevel = 1
  ws.getRow(9).outlineLevel = 1
  ws.getRow(10).hidden = true
  await ws.protect('pw', { selectLockedCells: true })
  ws.getCell('A12').dataValidation = { type: 'list', allowBlank: true, formulae: ['"Über,zwei,3"'] }
  ws.getCell('A13').dataValidation = {
    type: 'whole',
    operator: 'between',
    formulae: [1, 5],
    showErrorMessage: true,
    error: 'no',
    errorStyle: 'stop',
  }
  const w2 = wb.addWorksheet('wide', { state: 'veryHidden' })
  for (let r = 1; r <= 20; r++) {
    const row = []
    for (let c = 0; c < 30; c++) row.push(c % 3 ? r * c : `t${c}`)
    w2.addRow(row)
  }
  wb.definedNames.add('wide!$A$1:$B$2', 'Box')
  await wb.xlsx.writeFile('exceljs-hard1904.xlsx')
})()
