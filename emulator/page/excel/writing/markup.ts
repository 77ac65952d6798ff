/** Pieces of XML put together: an element with its attributes; those without a value are left out. */
import { escapeXml } from '../xml-text.ts'

type Value = string | number | boolean | undefined

export function element(name: string, attributes: Record<string, Value> = {}, inside = ''): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [` ${key}="${value === true ? 1 : value === false ? 0 : escapeXml(String(value))}"`],
  )
  return inside === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${inside}</${name}>`
}

/** Text with the spaces it begins and ends with. */
export const textElement = (name: string, text: string): string =>
  `<${name}${/^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : ''}>${escapeText(text)}</${name}>`

/** What looks like the escape of a character is none. */
export const escapeText = (text: string): string =>
  escapeXml(text.replace(/_x([0-9a-f]{4})_/gi, '_x005F_x$1_')).replace(/\r/g, '_x000D_')

export const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
export const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
