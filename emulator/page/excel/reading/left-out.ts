/** What an Excel file holds and Google Sheets has no place for: a line of words each, for the person who imports. */
import type { RawCell } from './contents.ts'
import type { ExcelPackage, Tab } from './package.ts'
import type { ExcelTable } from './structured.ts'

/** Functions of Excel that Google Sheets does not have. */
const ONLY_EXCELS =
  /\b(?:_xlfn\.)?(?:_xlws\.)?(TEXTSPLIT|TEXTBEFORE|TEXTAFTER|TAKE|DROP|EXPAND|ARRAYTOTEXT|VALUETOTEXT|GROUPBY|PIVOTBY|AGGREGATE|CUBEVALUE|CUBEMEMBER|WEBSERVICE|FILTERXML|STOCKHISTORY|RTD|CALL|INFO|PHONETIC)\(/gi

interface Read {
  file: ExcelPackage
  cells: readonly (readonly RawCell[])[]
  tables: readonly ExcelTable[]
}

export function leftOutOf(read: Read): string[] {
  const { file } = read
  const styles = file.text(file.workbookPart.related.find(({ type }) => type === 'styles')?.target)
  const sheets = file.tabs.map(tab => file.text(tab.path))
  const drawings = file.tabs.flatMap(tab => drawingOf(file, tab))
  const has = (texts: readonly string[], pattern: RegExp) => texts.some(text => pattern.test(text))
  const found: [boolean, string][] = [
    [has([styles], /<border\b[^>]*diagonal(?:Up|Down)="(?:1|true)"/), 'diagonal lines in cells'],
    [
      has([styles], /<patternFill patternType="(?!none|solid|gray125")/),
      'patterns of fills: cells have one colour',
    ],
    [has([styles], /\bindent="[1-9]/), 'indents'],
    [has([styles, ...sheets], /<vertAlign val="(?:super|sub)script"/), 'letters above or below the line'],
    [has(sheets, /\biconSet="[45]/), 'icons of four or five kinds: three are shown'],
    [
      has(sheets, /<dataValidation\b[^>]*type="list"[^>]*>\s*<formula1>[^"<]*\(/),
      'lists of choices that a formula gives',
    ],
    [has(sheets, /<sheetProtection\b[^>]*(?:password|hashValue)=/), 'passwords of protected tabs'],
    [has(drawings, /<xdr:(?:sp|cxnSp)\b/), 'shapes and text boxes'],
    [has(drawings, /\/chartex"/), 'charts of a kind that only Excel draws'],
    [hasPart(file, 'pivotTable'), 'pivot tables: their values stay'],
    [hasPart(file, 'slicer'), 'slicers'],
    [hasPart(file, 'threadedComment'), 'who wrote which comment, and when'],
    [file.workbookPart.related.some(({ type }) => type === 'vbaProject'), 'macros'],
    [
      file.workbookPart.related.some(({ type }) => type === 'externalLink'),
      'formulas over other files: their values stay',
    ],
    [read.tables.some(({ headers }) => headers === 0), 'tables without a line of names'],
    [hasWideName(file), 'names for several areas at once'],
  ]
  return [...found.flatMap(([isThere, words]) => (isThere ? [words] : [])), ...onlyExcels(read.cells)]
}

function drawingOf(file: ExcelPackage, { related }: Tab): string[] {
  const target = related.find(({ type }) => type === 'drawing')?.target
  return target === undefined ? [] : [file.text(target)]
}

const hasPart = ({ tabs }: ExcelPackage, kind: string) =>
  tabs.some(({ related }) => related.some(({ type }) => type === kind))

const hasWideName = ({ workbook }: ExcelPackage) =>
  workbook
    .querySelectorAll('definedNames > definedName')
    .some(
      it =>
        !it.getAttribute('name')?.startsWith('_xl') &&
        /!\$?[A-Z]+\$?\d+(?::\$?[A-Z]+\$?\d+)?,/.test(it.textContent),
    )

function onlyExcels(cells: Read['cells']): string[] {
  const names = new Set<string>()
  for (const tab of cells)
    for (const { formula } of tab)
      for (const [, name = ''] of formula?.text.matchAll(ONLY_EXCELS) ?? []) names.add(name.toUpperCase())
  return names.size === 0
    ? []
    : [`functions that Google Sheets does not have: ${[...names].sort().join(', ')}`]
}

/** What Google Sheets holds at most. */
const MOST_CELLS = 10_000_000

/** Undefined where it fits; cells between two that are far apart count, too. */
export function tooLarge(cells: Read['cells']): string | undefined {
  const sum = cells.reduce((all, tab) => {
    let [rows, columns] = [0, 0]
    for (const { row, col } of tab) {
      rows = Math.max(rows, row + 1)
      columns = Math.max(columns, col + 1)
    }
    return all + rows * columns
  }, 0)
  return sum > MOST_CELLS ? 'The file has more than 10 million cells. Nothing was created.' : undefined
}
