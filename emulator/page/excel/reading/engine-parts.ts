/**
 * An Excel file as the engine's own reader takes it: parts where it looks for them, cells with their looks
 * only, rules in words it knows, pictures but no charts. What it would read wrongly is read here instead.
 */
import { toEngineTitle } from '../../../sheets/workbook/titles.ts'
import { escapeXml } from '../xml-text.ts'
import type { RawCell } from './contents.ts'
import type { FormulaWorld } from './formulas.ts'
import { plainLines } from './lines.ts'
import type { ExcelPackage, Tab } from './package.ts'
import { plainRules } from './rules.ts'

export type EngineParts = Record<string, string | { imageSrc: string }>

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const TYPE = 'application/vnd.openxmlformats-officedocument'
const SHEET_TYPE = `${TYPE}.spreadsheetml`

/** Colours of a file that brings none, as every program ships them. */
const THEME = `<a:theme><a:themeElements><a:clrScheme>${[
  ...['000000', 'FFFFFF', '44546A', 'E7E6E6', '4472C4', 'ED7D31'],
  ...['A5A5A5', 'FFC000', '5B9BD5', '70AD47', '0563C1', '954F72'],
]
  .map((color, i) => `<a:c${i}><a:srgbClr val="${color}"/></a:c${i}>`)
  .join('')}</a:clrScheme></a:themeElements></a:theme>`

const PICTURES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  webp: 'image/webp',
}

interface Listed {
  path: string
  type: string
}

export function enginePartsOf(
  file: ExcelPackage,
  cells: readonly RawCell[][],
  world: FormulaWorld,
): EngineParts {
  const parts: EngineParts = {}
  const listed: Listed[] = []
  const put = (path: string, type: string, text: string) => {
    parts[path] = text
    listed.push({ path, type })
  }
  const related = (type: string) => file.text(file.workbookPart.related.find(it => it.type === type)?.target)
  put(
    'xl/styles.xml',
    `${SHEET_TYPE}.styles+xml`,
    plainFills(plainLines(opaque(related('styles')))) || '<styleSheet/>',
  )
  put('xl/theme/theme1.xml', `${TYPE}.theme+xml`, related('theme') || THEME)
  for (const [i, tab] of file.tabs.entries()) putTab(file, tab, i + 1, cells[i] ?? [], world, put, parts)
  put('xl/workbook.xml', `${SHEET_TYPE}.sheet.main+xml`, workbookXml(file.tabs))
  parts['xl/_rels/workbook.xml.rels'] = relsXml(
    file.tabs.map((_, i) => ({
      id: `rId${i + 1}`,
      type: 'worksheet',
      target: `worksheets/sheet${i + 1}.xml`,
    })),
  )
  parts['[Content_Types].xml'] = `<Types xmlns="${PACKAGE}/content-types">${listed
    .map(({ path, type }) => `<Override PartName="/${path}" ContentType="${type}"/>`)
    .join('')}</Types>`
  return parts
}

/** What stands for how much of a colour is seen means nothing in these files. */
const opaque = (xml: string) => xml.replace(/\brgb="[\da-f]{2}([\da-f]{6})"/gi, 'rgb="FF$1"')

/**
 * Of a run of colours the first, and none where no pattern is said. In the look of a rule, what fills it is the
 * colour behind, whatever kind of pattern is said.
 */
const plainFills = (styles: string) =>
  styles
    .replace(
      /<gradientFill\b[^>]*>[\s\S]*?<color\b([^>]*?)\/?>[\s\S]*?<\/gradientFill>/g,
      '<patternFill patternType="solid"><fgColor$1/></patternFill>',
    )
    .replace(/<fills\b[\s\S]*?<\/fills>/, fills =>
      fills.replace(
        /<patternFill\b[^>]*patternType="none"[^/>]*>[\s\S]*?<\/patternFill>/g,
        '<patternFill patternType="none"/>',
      ),
    )
    .replace(/<dxfs\b[\s\S]*<\/dxfs>/, rules =>
      rules.replace(
        /<patternFill\b[^>]*>(?:(?!<\/patternFill>)[\s\S])*<bgColor\b([^>]*)>[\s\S]*?<\/patternFill>/g,
        (_, color) => `<patternFill><bgColor${color}></patternFill>`,
      ),
    )

type Put = (path: string, type: string, text: string) => void

function putTab(
  file: ExcelPackage,
  tab: Tab,
  number: number,
  cells: readonly RawCell[],
  world: FormulaWorld,
  put: Put,
  parts: EngineParts,
): void {
  const relations: Relation[] = []
  const drawing = tab.related.find(({ type }) => type === 'drawing')
  if (drawing !== undefined && putDrawing(file, drawing.target, number, put, parts))
    relations.push({ id: drawing.id, type: 'drawing', target: `../drawings/drawing${number}.xml` })
  const text = tab.isChart ? emptySheet(file.text(tab.path)) : file.text(tab.path)
  const sheet = plainRules(withoutContents(text, cells), world, tab.name)
    // Links and the lock of a tab are read as Google has them.
    .replace(
      /<hyperlinks\b[\s\S]*?<\/hyperlinks>|<sheetProtection\b[^>]*?(?:\/>|>[\s\S]*?<\/sheetProtection>)/g,
      '',
    )
  put(`xl/worksheets/sheet${number}.xml`, `${SHEET_TYPE}.worksheet+xml`, opaque(sheet))
  parts[`xl/worksheets/_rels/sheet${number}.xml.rels`] = relsXml(relations)
}

/** Of a tab that is one chart: the colour of the tab. */
const emptySheet = (chartSheet: string) =>
  `<worksheet ${MAIN}>${/<sheetPr\b[\s\S]*?<\/sheetPr>/.exec(chartSheet)?.[0] ?? ''}<sheetData/></worksheet>`

/** Pictures, and the charts that Google's interface has no word for: the others come as Google's. */
function putDrawing(file: ExcelPackage, path: string, number: number, put: Put, parts: EngineParts): boolean {
  const text = file.text(path)
  const { related } = file.part(path)
  const own = new Set(
    related
      .filter(({ type, target }) => type === 'chart' && isEngines(file.text(target)))
      .map(({ id }) => id),
  )
  const anchors = [...text.matchAll(/<xdr:(oneCellAnchor|twoCellAnchor)\b[\s\S]*?<\/xdr:\1>/g)]
    .map(([anchor]) => anchor)
    .filter(
      anchor =>
        anchor.includes('<xdr:pic') || own.has(/<c:chart\b[^>]*\br:id="([^"]*)"/.exec(anchor)?.[1] ?? ''),
    )
  if (anchors.length === 0) return false
  const relations: Relation[] = []
  for (const [i, { id, type, target }] of related.entries()) {
    if (own.has(id)) {
      put(`xl/charts/chart${number}-${i + 1}.xml`, `${TYPE}.drawingml.chart+xml`, file.text(target))
      relations.push({ id, type: 'chart', target: `../charts/chart${number}-${i + 1}.xml` })
    }
    const extension = /\.(\w+)$/.exec(target)?.[1]?.toLowerCase() ?? ''
    const bytes = type === 'image' ? file.bytes(target) : undefined
    const kind = PICTURES[extension]
    if (bytes === undefined || kind === undefined) continue
    const name = `image${number}-${i + 1}.${extension}`
    const imageSrc = `data:${kind};base64,${Buffer.from(bytes).toString('base64')}`
    parts[`xl/media/${name}`] = { imageSrc }
    relations.push({ id, type: 'image', target: `../media/${name}` })
  }
  put(`xl/drawings/drawing${number}.xml`, `${TYPE}.drawing+xml`, `<xdr:wsDr>${anchors.join('')}</xdr:wsDr>`)
  parts[`xl/drawings/_rels/drawing${number}.xml.rels`] = relsXml(relations)
  return relations.length > 0
}

const isEngines = (chart: string) => chart.includes('<c:radarChart>')

interface Relation {
  id: string
  type: string
  target: string
}

const relsXml = (relations: readonly Relation[]) =>
  `<Relationships xmlns="${PACKAGE}/relationships">${relations
    .map(
      ({ id, type, target }) =>
        `<Relationship Id="${escapeXml(id)}" Type="${RELATIONSHIPS}/${type}" Target="${escapeXml(target)}"/>`,
    )
    .join('')}</Relationships>`

const workbookXml = (tabs: readonly Tab[]) =>
  `<workbook ${MAIN} xmlns:r="${RELATIONSHIPS}"><sheets>${tabs
    .map(
      ({ name, state }, i) =>
        `<sheet name="${escapeXml(toEngineTitle(name))}" sheetId="${i + 1}" state="${state}" r:id="rId${i + 1}"/>`,
    )
    .join('')}</sheets></workbook>`

/** Rows as they are, their cells with nothing in them; of those without a look, the last says how wide it is. */
function withoutContents(sheet: string, cells: readonly RawCell[]): string {
  const start = sheet.search(/<sheetData[\s/>]/)
  if (start < 0) return sheet
  const close = sheet.indexOf('</sheetData>', start)
  if (close < 0) return sheet
  const byRow = new Map<number, string[]>()
  for (const [i, { name, row, style }] of cells.entries()) {
    const isLast = cells[i + 1]?.row !== row
    if (style === 0 && !isLast) continue
    const before = byRow.get(row)
    const element = `<c r="${name}"${style === 0 ? '' : ` s="${style}"`}/>`
    if (before === undefined) byRow.set(row, [element])
    else before.push(element)
  }
  let last = 0
  const rows = [...sheet.slice(start, close).matchAll(/<row\b([^>]*?)\/?>/g)].map(([, attributes = '']) => {
    const own = /\sr="(\d+)"/.exec(attributes)?.[1]
    last = own === undefined ? last + 1 : Number(own)
    const number = own === undefined ? ` r="${last}"` : ''
    return `<row${attributes}${number}>${byRow.get(last - 1)?.join('') ?? ''}</row>`
  })
  return `${sheet.slice(0, start)}<sheetData>${rows.join('')}${sheet.slice(close)}`
}
