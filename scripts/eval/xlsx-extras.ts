/** What the reading library leaves in an xlsx file: conditional formats, validation and tables, from its XML. */
import type * as xlsx from 'xlsx'

export interface SheetRule {
  /** A1 ranges. */
  ranges: string[]
  type: string
  operator: string | null
  formulas: string[]
  /** Fill colour, #rrggbb. */
  fill: string | null
}

export interface SheetValidation {
  ranges: string[]
  type: string
  formulas: string[]
}

export interface SheetTable {
  name: string
  /** With its header. */
  range: string
  columns: string[]
}

export interface SheetExtras {
  rules: SheetRule[]
  validations: SheetValidation[]
  tables: SheetTable[]
}

type Files = Record<string, { content?: unknown }>

export function readExtras(book: xlsx.WorkBook): Map<string, SheetExtras> {
  const files = ((book as { files?: Files }).files ?? {}) as Files
  const text = (path: string): string => {
    const content = files[path]?.content
    return content === undefined ? '' : Buffer.from(content as Uint8Array).toString('utf8')
  }
  const targets = relations(text('xl/_rels/workbook.xml.rels'))
  const fills = [...text('xl/styles.xml').matchAll(/<dxf>(.*?)<\/dxf>/gs)].map(([, dxf]) => fillOf(dxf ?? ''))
  const extras = new Map<string, SheetExtras>()
  for (const [tag] of text('xl/workbook.xml').matchAll(/<sheet [^>]*>/g)) {
    const path = `xl/${(targets.get(attribute(tag, 'r:id') ?? '') ?? '').replace(/^\/?xl\//, '')}`
    const xml = text(path)
    const related = relations(text(path.replace(/worksheets\//, 'worksheets/_rels/').concat('.rels')))
    const tables = [...related.values()]
      .filter(target => /tables?\/table/.test(target))
      .map(target => readTable(text(`xl/${target.replace(/^(?:\.\.|\/xl)\//, '')}`)))
    extras.set(plainText(attribute(tag, 'name') ?? ''), {
      rules: readRules(xml, fills),
      validations: readValidations(xml),
      tables,
    })
  }
  return extras
}

const relations = (xml: string): Map<string, string> =>
  new Map(
    [...xml.matchAll(/<Relationship [^>]*>/g)].map(([tag]) => [
      attribute(tag, 'Id') ?? '',
      attribute(tag, 'Target') ?? '',
    ]),
  )

const attribute = (tag: string, name: string): string | null =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(tag)?.[1] ?? null

const plainText = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

const formulasIn = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, text]) => plainText(text ?? ''))

function fillOf(dxf: string): string | null {
  const rgb = /<bgColor rgb="(?:FF)?([0-9A-Fa-f]{6})"/.exec(dxf)?.[1]
  return rgb ? `#${rgb.toLowerCase()}` : null
}

function readRules(xml: string, fills: (string | null)[]): SheetRule[] {
  return [...xml.matchAll(/<conditionalFormatting ([^>]*)>(.*?)<\/conditionalFormatting>/gs)].flatMap(
    ([, head = '', body = '']) =>
      [...body.matchAll(/<cfRule ([^>]*?)(?:\/>|>(.*?)<\/cfRule>)/gs)].map(([, rule = '', inner = '']) => ({
        ranges: (attribute(` ${head}`, 'sqref') ?? '').split(' '),
        type: attribute(` ${rule}`, 'type') ?? '',
        operator: attribute(` ${rule}`, 'operator'),
        formulas: formulasIn(inner, 'formula'),
        fill: fills[Number(attribute(` ${rule}`, 'dxfId') ?? -1)] ?? null,
      })),
  )
}

const readValidations = (xml: string): SheetValidation[] =>
  [...xml.matchAll(/<dataValidation ([^>]*)>(.*?)<\/dataValidation>/gs)].map(([, head = '', body = '']) => ({
    ranges: (attribute(` ${head}`, 'sqref') ?? '').split(' '),
    type: attribute(` ${head}`, 'type') ?? '',
    formulas: [...formulasIn(body, 'formula1'), ...formulasIn(body, 'formula2')],
  }))

function readTable(xml: string): SheetTable {
  const head = /<table [^>]*>/.exec(xml)?.[0] ?? ''
  return {
    name: attribute(head, 'displayName') ?? attribute(head, 'name') ?? '',
    range: attribute(head, 'ref') ?? 'A1',
    columns: [...xml.matchAll(/<tableColumn [^>]*>/g)].map(([tag]) =>
      plainText(attribute(tag, 'name') ?? ''),
    ),
  }
}
