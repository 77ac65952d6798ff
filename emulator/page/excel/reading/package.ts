/**
 * What lies in an Excel file: its parts found as the format says, by relationships, wherever a program puts
 * them, and its tabs in their order. Knows no cells.
 */
import { strFromU8, unzipSync } from 'fflate'
import { parseXml, type XmlElement } from '../xml.ts'
import { withKnownPrefixes } from './namespaces.ts'

export interface Relationship {
  id: string
  /** The last word of its type: `drawing`, `comments`. */
  type: string
  /** A path within the file, or an address elsewhere. */
  target: string
  isOutside: boolean
}

export interface Part {
  path: string
  related: Relationship[]
}

export interface Tab extends Part {
  name: string
  state: string
  /** It is one chart, and has no cells. */
  isChart: boolean
}

export interface ExcelPackage {
  workbook: XmlElement
  workbookPart: Part
  tabs: Tab[]
  text(path: string | undefined): string
  bytes(path: string): Uint8Array | undefined
  part(path: string): Part
}

export function openPackage(file: Uint8Array): ExcelPackage {
  const files = unzipSync(file)
  // Some programs write other capitals into the list of parts than into the names.
  const names = new Map(Object.keys(files).map(name => [name.toLowerCase(), name]))
  const bytes = (path: string) => files[names.get(path.toLowerCase()) ?? '']
  const text = (path: string | undefined) => {
    const found = path === undefined ? undefined : bytes(path)
    return found === undefined ? '' : withKnownPrefixes(decode(found))
  }
  const part = (path: string): Part => ({ path, related: relationships(path, text) })
  const main = relationships('', text).find(({ type }) => type === 'officeDocument')
  const workbookPart = part(main?.target ?? 'xl/workbook.xml')
  const workbook = parseXml(text(workbookPart.path))
  return { workbook, workbookPart, tabs: tabsOf(workbook, workbookPart, part), text, bytes, part }
}

/** UTF-8 but where a mark at the beginning says otherwise. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return strFromU8(bytes).replace(/^\uFEFF/, '')
}

function tabsOf(workbook: XmlElement, { related }: Part, part: (path: string) => Part): Tab[] {
  const sheets = workbook.querySelectorAll('sheets > sheet')
  return sheets.flatMap(sheet => {
    const found = related.find(({ id }) => id === sheet.getAttribute('r:id'))
    if (found?.type !== 'worksheet' && found?.type !== 'chartsheet') return []
    const name = sheet.getAttribute('name') ?? ''
    const state = sheet.getAttribute('state') ?? 'visible'
    return [{ ...part(found.target), name, state, isChart: found.type === 'chartsheet' }]
  })
}

function relationships(path: string, text: (path: string) => string): Relationship[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const listed = parseXml(text(`${folder}_rels/${path.slice(folder.length)}.rels`))
  return listed.querySelectorAll('Relationship').map(it => {
    const target = it.getAttribute('Target') ?? ''
    const isOutside = it.getAttribute('TargetMode') === 'External'
    return {
      id: it.getAttribute('Id') ?? '',
      type: (it.getAttribute('Type') ?? '').replace(/^.*\//, ''),
      target: isOutside ? target : resolved(folder, target),
      isOutside,
    }
  })
}

function resolved(folder: string, target: string): string {
  const path = target.startsWith('/') ? target.slice(1) : folder + target
  const steps: string[] = []
  for (const step of path.replaceAll('\\', '/').split('/'))
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  return steps.join('/')
}
