/** What an .xlsx file says its cells look like and its charts draw, read from its XML and nothing else. */
import { strFromU8, unzipSync } from 'fflate'

export interface Look {
  format: string
  bold: boolean
  italic: boolean
  size: string
  color: string
  fill: string
  borders: string
  align: string
  wraps: boolean
}

export interface Drawn {
  kind: string
  title: string
  series: string[]
}

type Files = Record<string, Uint8Array>

/** Cells that look like something, by tab number and name: `1!B2`. */
export function looksOf(file: Uint8Array): Record<string, Look> {
  const files = unzipSync(file)
  const styles = readStyles(text(files, 'xl/styles.xml'))
  const looks: Record<string, Look> = {}
  // Programs begin to count at 0 or at 1.
  const numberOf = (path: string) => Number(/^xl\/worksheets\/sheet(\d+)\.xml$/.exec(path)?.[1] ?? Number.NaN)
  const tabs = Object.keys(files).filter(path => numberOf(path) >= 0)
  tabs.sort((a, b) => numberOf(a) - numberOf(b))
  for (const [i, path] of tabs.entries())
    for (const [, attributes = ''] of text(files, path).matchAll(/<c ([^>]*)>/g)) {
      const look = styles[Number(attribute(attributes, 's') ?? 0)]
      if (look !== undefined) looks[`${i + 1}!${attribute(attributes, 'r')}`] = look
    }
  return looks
}

export function chartsOf(file: Uint8Array): Drawn[] {
  const files = unzipSync(file)
  return Object.keys(files)
    .filter(path => /^xl\/charts\/chart\d+\.xml$/.test(path))
    .map(path => {
      const xml = text(files, path)
      const title = /<c:title>.*?<\/c:title>/s.exec(xml)?.[0] ?? ''
      return {
        kind: /<c:(\w+)Chart>/.exec(xml)?.[1] ?? '',
        title: [...title.matchAll(/<a:t>(.*?)<\/a:t>/gs)].map(([, part]) => part).join(''),
        series: [...xml.matchAll(/<c:f>(.*?)<\/c:f>/g)].map(([, range = '']) => range.replace(/[$']/g, '')),
      }
    })
}

const text = (files: Files, path: string) => strFromU8(files[path] ?? new Uint8Array())

function attribute(attributes: string, name: string): string | undefined {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]
}

/** The elements `name` right within the list `list`, each with what is in it. */
function listed(xml: string, list: string, name: string): string[] {
  const inside = new RegExp(`<${list}[ >].*?</${list}>`, 's').exec(xml)?.[0] ?? ''
  return [...inside.matchAll(new RegExp(`<${name}(?=[ />])[^>]*?(?:/>|>.*?</${name}>)`, 'gs'))].map(
    ([it]) => it,
  )
}

const BUILT_IN: Record<string, string> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'm/d/yyyy',
}

function readStyles(xml: string): Look[] {
  const formats = new Map<string, string>(Object.entries(BUILT_IN))
  for (const it of listed(xml, 'numFmts', 'numFmt'))
    formats.set(attribute(it, 'numFmtId') ?? '', plainFormat(attribute(it, 'formatCode') ?? ''))
  const fonts = listed(xml, 'fonts', 'font')
  const fills = listed(xml, 'fills', 'fill')
  const borders = listed(xml, 'borders', 'border')
  return listed(xml, 'cellXfs', 'xf').map(xf => {
    const font = fonts[Number(attribute(xf, 'fontId'))] ?? ''
    const border = borders[Number(attribute(xf, 'borderId'))] ?? ''
    const alignment = /<alignment[^>]*>/.exec(xf)?.[0] ?? ''
    const horizontal = attribute(alignment, 'horizontal') ?? 'general'
    return {
      format: formats.get(attribute(xf, 'numFmtId') ?? '0') ?? '',
      bold: isOn(font, 'b'),
      italic: isOn(font, 'i'),
      size: /<sz val="([\d.]+)"/.exec(font)?.[1] ?? '',
      color: colorOf(/<color[^>]*>/.exec(font)?.[0]),
      fill: colorOf(
        /patternType="solid".*?(<fgColor[^>]*>)/s.exec(fills[Number(attribute(xf, 'fillId'))] ?? '')?.[1],
      ),
      borders: ['left', 'right', 'top', 'bottom']
        .filter(side => new RegExp(`<${side} style="(?!none)`).test(border))
        .sort()
        .join(' '),
      align: horizontal === 'general' ? '' : horizontal,
      wraps: /wrapText="(?:1|true)"/.test(alignment),
    }
  })
}

/** Escapes and locales that change nothing of what is shown. */
const plainFormat = (code: string) =>
  code
    .replaceAll('&quot;', '"')
    .replace(/\[\$([^-\]]*)-?[^\]]*\]/g, '$1')
    .replace(/[\\"]/g, '')

const isOn = (font: string, name: string) => new RegExp(`<${name}(?:\\s*/>|\\s+val="(?:1|true)")`).test(font)

const colorOf = (element: string | undefined) => {
  const rgb = /rgb="(?:FF)?([0-9A-F]{6})"/i.exec(element ?? '')?.[1]?.toUpperCase() ?? ''
  return rgb === '000000' ? '' : rgb
}
