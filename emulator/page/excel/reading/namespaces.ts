/**
 * Programs name the same elements differently: `<c:chart>`, `<chart xmlns="…">`, `<x:row>`. Here each gets the
 * one prefix that everything after this knows, by its namespace. Text in, text out.
 */
const PREFIXES: Record<string, string> = {
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main': '',
  'http://purl.oclc.org/ooxml/spreadsheetml/main': '',
  'http://schemas.openxmlformats.org/drawingml/2006/chart': 'c',
  'http://purl.oclc.org/ooxml/drawingml/chart': 'c',
  'http://schemas.openxmlformats.org/drawingml/2006/main': 'a',
  'http://purl.oclc.org/ooxml/drawingml/main': 'a',
  'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing': 'xdr',
  'http://purl.oclc.org/ooxml/drawingml/spreadsheetDrawing': 'xdr',
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships': 'r',
  'http://purl.oclc.org/ooxml/officeDocument/relationships': 'r',
  'http://schemas.openxmlformats.org/package/2006/relationships': '',
  'http://schemas.openxmlformats.org/package/2006/content-types': '',
  'http://schemas.microsoft.com/office/spreadsheetml/2009/9/main': 'x14',
  'http://schemas.microsoft.com/office/excel/2006/main': 'xm',
}

/** Prefix as written → prefix as known here. */
type Scope = ReadonlyMap<string, string>

const TAG =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[!?][^>]*>|<(\/?)([^\s/>]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>/g
const ATTRIBUTE = /([^\s=]+)\s*=\s*("[^"]*"|'[^']*')/g
const DECLARATION = /\sxmlns(?::([\w.-]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g

export function withKnownPrefixes(xml: string): string {
  if (isAsKnown(xml)) return xml
  const scopes: Scope[] = [new Map()]
  return xml.replace(TAG, (all, closing?: string, tag?: string, attributes = '', isEmpty = '') => {
    if (tag === undefined) return all
    if (closing)
      return `</${renamed(tag, scopes.length > 1 ? (scopes.pop() as Scope) : (scopes[0] as Scope), true)}>`
    const scope = declared(attributes, scopes.at(-1) as Scope)
    if (!isEmpty) scopes.push(scope)
    return `<${renamed(tag, scope, true)}${renamedAttributes(attributes, scope)}${isEmpty}>`
  })
}

/** Most files are: a sheet of millions of cells is not written again for nothing. */
function isAsKnown(xml: string): boolean {
  for (const [, prefix = '', double, single] of xml.matchAll(DECLARATION)) {
    const known = PREFIXES[double ?? single ?? '']
    if (known !== undefined && known !== prefix) return false
  }
  return true
}

function declared(attributes: string, before: Scope): Scope {
  if (!attributes.includes('xmlns')) return before
  const scope = new Map(before)
  for (const [, prefix = '', double, single] of attributes.matchAll(DECLARATION))
    scope.set(prefix, PREFIXES[double ?? single ?? ''] ?? prefix)
  return scope
}

function renamed(name: string, scope: Scope, isElement: boolean): string {
  const at = name.indexOf(':')
  // An attribute without a prefix is in no namespace.
  if (at < 0 && !isElement) return name
  const prefix = at < 0 ? '' : name.slice(0, at)
  const local = name.slice(at + 1)
  const known = scope.get(prefix) ?? prefix
  return known === '' ? local : `${known}:${local}`
}

function renamedAttributes(attributes: string, scope: Scope): string {
  if (!attributes.includes(':')) return attributes
  return attributes.replace(ATTRIBUTE, (all, name: string, value: string) =>
    name.startsWith('xmlns') ? all : `${renamed(name, scope, false)}=${value}`,
  )
}
