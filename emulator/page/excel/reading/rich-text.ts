/** Pieces of a cell's text with looks of their own: Excel's `<r>` and Google's runs. */
import type { sheets_v4 } from '@googleapis/sheets'
import { fromHex } from '../../../sheets/google/colors.ts'
import type { XmlElement } from '../xml.ts'
import { readEscapes } from './contents.ts'

type Run = sheets_v4.Schema$TextFormatRun

/** Undefined where no piece looks like anything. */
export function runsOf(pieces: readonly XmlElement[]): Run[] | undefined {
  const runs: Run[] = []
  let startIndex = 0
  for (const piece of pieces) {
    const text = readEscapes(piece.querySelector('t')?.textContent ?? '')
    if (text !== '') {
      const format = formatOf(piece.children.find(({ tagName }) => tagName === 'rPr'))
      runs.push(startIndex === 0 ? { format } : { startIndex, format })
    }
    startIndex += text.length
  }
  return runs.some(({ format }) => Object.keys(format ?? {}).length > 0) ? runs : undefined
}

function formatOf(look: XmlElement | undefined): sheets_v4.Schema$TextFormat {
  if (look === undefined) return {}
  const attribute = (tag: string, name = 'val') => look.querySelector(tag)?.getAttribute(name) ?? undefined
  const isOn = (tag: string) => {
    const element = look.querySelector(tag)
    return element !== null && !['0', 'false', 'none'].includes(element.getAttribute('val') ?? '')
  }
  const rgb = attribute('color', 'rgb')?.slice(-6)
  const fontFamily = attribute('rFont') ?? attribute('name')
  const size = Number(attribute('sz'))
  return {
    ...(isOn('b') ? { bold: true } : {}),
    ...(isOn('i') ? { italic: true } : {}),
    ...(isOn('u') ? { underline: true } : {}),
    ...(isOn('strike') ? { strikethrough: true } : {}),
    ...(rgb === undefined ? {} : colorOf(`#${rgb}`)),
    ...(fontFamily === undefined ? {} : { fontFamily }),
    ...(size > 0 ? { fontSize: Math.round(size) } : {}),
  }
}

function colorOf(hex: string): sheets_v4.Schema$TextFormat {
  const rgbColor = fromHex(hex)
  return { foregroundColor: rgbColor, foregroundColorStyle: { rgbColor } }
}
