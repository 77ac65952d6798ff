/** The colours that styles of tables are made of, as a file's theme; the rest of it is what Excel insists on. */
import type { Workbook } from '../../../sheets/workbook/workbook.ts'
import { element } from './markup.ts'

/** Undefined where no file said which. Black, then the six accents. */
export function themeXml({ getters }: Workbook): string | undefined {
  const accents = getters.getAnnotation('theme:0')?.data as readonly string[] | undefined
  if (accents === undefined) return undefined
  const rgb = (hex = '#000000') => element('a:srgbClr', { val: hex.slice(1) })
  const named: [string, string][] = [
    ['dk1', rgb(accents[0])],
    ['lt1', rgb('#FFFFFF')],
    ['dk2', rgb('#44546A')],
    ['lt2', rgb('#E7E6E6')],
    ...accents.slice(1).map((hex, i): [string, string] => [`accent${i + 1}`, rgb(hex)]),
    ['hlink', rgb('#0563C1')],
    ['folHlink', rgb('#954F72')],
  ]
  const colors = named.map(([name, color]) => element(`a:${name}`, {}, color)).join('')
  const elements =
    element('a:clrScheme', { name: 'Colors' }, colors) +
    element('a:fontScheme', { name: 'Fonts' }, FONTS) +
    element('a:fmtScheme', { name: 'Formats' }, FORMATS)
  return element(
    'a:theme',
    { 'xmlns:a': 'http://schemas.openxmlformats.org/drawingml/2006/main', name: 'Theme' },
    element('a:themeElements', {}, elements),
  )
}

const FONT = '<a:latin typeface="Arial"/><a:ea typeface=""/><a:cs typeface=""/>'
const FONTS = element('a:majorFont', {}, FONT) + element('a:minorFont', {}, FONT)

const FILL = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
const LINE = element('a:ln', { w: 6350 }, FILL)
const EFFECT = '<a:effectStyle><a:effectLst/></a:effectStyle>'
/** Excel wants three of each. */
const FORMATS = [
  ['a:fillStyleLst', FILL],
  ['a:lnStyleLst', LINE],
  ['a:effectStyleLst', EFFECT],
  ['a:bgFillStyleLst', FILL],
]
  .map(([name = '', one = '']) => element(name, {}, one.repeat(3)))
  .join('')
