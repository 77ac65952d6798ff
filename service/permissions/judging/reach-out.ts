/** Formulas through which data can leave the spreadsheet, and addresses that are to be opened. */

import type { Box } from '../../sheets/a1.ts'
import { cellName, parseRange } from '../../sheets/a1.ts'
import type { CellValue, Deed } from '../deeds/deed.ts'
import { says } from '../reading/patterns.ts'
import type { Reading } from '../reading/wishes.ts'
import { type Address, ASKS_MODEL, bare, hostOf, OWN_FUNCTION, type Reach, reachesOf } from './addresses.ts'
import { type Case, isOwnCell, markOf, type Need } from './case.ts'

type FormulaDeed = Extract<Deed, { deed: 'formula' }>
type CopyDeed = Extract<Deed, { deed: 'copy' }>

export async function judgeFormula(deed: FormulaDeed, matter: Case): Promise<Need | null> {
  for (const reach of reachesOf(deed.formula, matter.book.meta.locale)) {
    if (await isAskedFor(reach, deed, matter)) continue
    return needOf(reach, deed, matter)
  }
  return null
}

async function isAskedFor(reach: Reach, deed: FormulaDeed, matter: Case): Promise<boolean> {
  const { name, address } = reach
  const { reading } = matter
  if (name.startsWith(OWN_FUNCTION))
    return (
      namesFunction(name.slice(OWN_FUNCTION.length + 1), reading) ||
      (await standsThere(known => known.name === name, deed, matter))
    )
  if (name === 'HYPERLINK') return isPlainLink(address, deed, matter)
  if (ASKS_MODEL.has(name)) return reading.doing.some(({ raw }) => says(raw, 'ai')) && isWished(reading)
  if (address.from === 'text' && isGiven(address.text, reading.message)) return true
  if (!namesFunction(name, reading)) return false
  switch (address.from) {
    case 'text':
    case 'both':
      return (
        (address.from === 'both' && isGivenPrefix(address.prefix, reading.message)) ||
        (await standsThere(known => known.name === name && sameAddress(known.address, address), deed, matter))
      )
    case 'cells':
      return holdsPlainTexts(address.reference, deed, matter)
    case 'unknown':
      return false
  }
}

const isWished = ({ wishes }: Reading): boolean => wishes.length > 0

const IMPORTS = new Set(['IMPORTDATA', 'IMPORTFEED', 'IMPORTHTML', 'IMPORTRANGE', 'IMPORTXML'])

/** The function by its name, or what it does: "import the table", "show the logo". */
function namesFunction(name: string, reading: Reading): boolean {
  const word = new RegExp(
    String.raw`(?<![\p{L}\p{N}_])${name.replaceAll(/[^\p{L}\p{N}_]/gu, String.raw`\$&`)}s?(?![\p{L}\p{N}_])`,
    name === 'IMAGE' ? 'u' : 'iu',
  )
  return reading.doing.some(sentence => {
    const { raw } = sentence
    const isTheirs = reading.wishes.some(
      wish =>
        wish.sentence.includes(raw) && (wish.act === 'bring' || wish.act === 'change' || wish.act === 'put'),
    )
    if (!isTheirs) return false
    if (word.test(raw)) return true
    if (IMPORTS.has(name)) return says(raw, 'imports')
    return name === 'IMAGE' && says(raw, 'images')
  })
}

/** Fixed texts and links within the spreadsheet carry nothing; others only as the message says. */
async function isPlainLink(address: Address, deed: FormulaDeed, matter: Case): Promise<boolean> {
  const { message } = matter.reading
  if (address.from === 'text') return true
  if (address.from === 'both') {
    const { prefix } = address
    if (prefix.startsWith('#') || isOwnAddress(prefix, matter.book.id)) return true
    return isGivenPrefix(prefix, message) || (asksForLinks(matter.reading) && isWellKnown(prefix, message))
  }
  if (address.from === 'cells') {
    return asksForLinks(matter.reading) && holdsPlainTexts(address.reference, deed, matter)
  }
  return false
}

const asksForLinks = (reading: Reading): boolean =>
  reading.doing.some(({ raw }) => says(raw, 'links')) && reading.wishes.length > 0

const isOwnAddress = (prefix: string, id: string): boolean =>
  new RegExp(String.raw`^https://docs\.google\.com/spreadsheets/d/${id}(?:/|#|\?)`).test(prefix)

/** The address, or all of the beginning of one up to the first cell, as the message has it. */
function isGiven(address: string, message: string): boolean {
  const host = hostOf(address)
  const said = message.toLowerCase()
  if (host === null) {
    // An id of another spreadsheet, as IMPORTRANGE takes it.
    return /^[\w-]{20,}$/.test(address) && message.includes(address)
  }
  const wanted = bare(address)
  const at = said.indexOf(wanted)
  if (at < 0) return false
  // "evil-acme.com" must not pass for "acme.com", nor "acme.co" for it.
  const isWholeStart = /(?:^|[\s"'(<„“«「『:,;=、。]|\/\/|www\.)$/u.test(said.slice(0, at))
  const hasPath = /[/?#]/.test(wanted)
  return isWholeStart && (hasPath || !/^(?:[\w-]|\.[\w-])/.test(said.slice(at + wanted.length)))
}

/** Until a slash the cells could go on with the host itself. */
const isGivenPrefix = (prefix: string, message: string): boolean =>
  /^https?:\/\/[^/?#]+[/?#]/i.test(prefix) && isGiven(prefix, message)

/** Places whose own pages show what is put into the address, by the name that people call them. */
const WELL_KNOWN: [RegExp, RegExp][] = [
  [
    /^https:\/\/(?:www\.)?google\.com\/maps[/?]|^https:\/\/maps\.google\.com\/(?:maps)?\?/i,
    /maps|karte|carte|mapa|地図|マップ/iu,
  ],
  [/^https:\/\/(?:www\.)?google\.com\/search\?q=$/i, /google/iu],
  [/^https:\/\/www\.linkedin\.com\/(?:in\/|search\/)/i, /linkedin/iu],
  [/^https:\/\/[a-z]{2}\.wikipedia\.org\/wiki\/$/i, /wikipedia|ウィキ/iu],
  [/^https:\/\/www\.youtube\.com\/(?:watch\?v=|results\?search_query=)/i, /youtube/iu],
  [/^https:\/\/(?:www\.)?openstreetmap\.org\//i, /openstreetmap|osm/iu],
  [/^https:\/\/doi\.org\/$/i, /doi/iu],
]

const isWellKnown = (prefix: string, message: string): boolean =>
  WELL_KNOWN.some(([address, word]) => address.test(prefix) && word.test(message))

/** A function that `isSame` and stands in the cells already: it is mended or filled on. */
async function standsThere(
  isSame: (known: Reach) => boolean,
  deed: FormulaDeed,
  { book }: Case,
): Promise<boolean> {
  if (deed.sheetId === null || deed.box === null) return false
  const area = book.area(deed.sheetId, around(deed.box))
  const cells = area ? await book.cells(area) : null
  return (cells ?? [])
    .flat()
    .some(
      value =>
        typeof value === 'string' && value.startsWith('=') && reachesOf(value, book.meta.locale).some(isSame),
    )
}

/** The cell itself and the one above: a formula that is filled on stands there. */
const around = (box: Box): Box => ({ ...box, startRow: Math.max(0, (box.startRow ?? 0) - 1) })

function sameAddress(a: Address, b: Address): boolean {
  const text = (address: Address) =>
    address.from === 'text' ? address.text : address.from === 'both' ? address.prefix : null
  const [first, second] = [text(a), text(b)]
  return first !== null && first === second && a.from === b.from
}

const MOST_ROWS = 500

/** The cells that an address is taken from: texts of the person's, not made by a formula or by this turn. */
async function holdsPlainTexts(reference: string, deed: FormulaDeed, matter: Case): Promise<boolean> {
  const parsed = parseRange(reference.replaceAll('$', ''))
  const tab =
    parsed?.tab === undefined
      ? deed.sheetId
      : matter.book.tabs.find(({ title }) => title.toLowerCase() === parsed.tab!.toLowerCase())?.sheetId
  if (!parsed || tab === null || tab === undefined) return false
  const height = Math.min(MOST_ROWS, (deed.box?.endRow ?? 1) - (deed.box?.startRow ?? 0))
  const endRow =
    parsed.box.endRow === undefined ? {} : { endRow: parsed.box.endRow + Math.max(0, height - 1) }
  const area = matter.book.area(tab, { ...parsed.box, ...endRow })
  const cells = area ? await matter.book.cells(area) : null
  if (!area || cells === null) return false
  const isOwn = (row: number, column: number) => isOwnCell(matter.own, tab, row, column)
  return cells.every((row, r) =>
    row.every(
      (value, c) =>
        value === '' ||
        (!(typeof value === 'string' && value.startsWith('=')) &&
          !isOwn(area.box.startRow + r, area.box.startColumn + c)),
    ),
  )
}

function needOf({ name, address }: Reach, deed: FormulaDeed, { book }: Case): Need {
  const at = whereIs(deed, book)
  const effects: Record<string, string> = {
    HYPERLINK: `Write a link${at} whose address is put together from cells${toHost(address)}: whoever owns that address gets what the cells hold when someone clicks it`,
    IMAGE: `Write an IMAGE formula${at} that loads from ${destination(address)}`,
    AI: `Write a formula${at} that sends cells to Google's language model (${name})`,
    GEMINI: `Write a formula${at} that sends cells to Google's language model (${name})`,
  }
  const own = name.startsWith(OWN_FUNCTION) ? name.slice(OWN_FUNCTION.length + 1) : null
  if (own !== null)
    effects[name] =
      `Write a formula${at} that calls ${own}, a function of this spreadsheet's own: what it does cannot be seen from here`
  return {
    kind: 'reach_out',
    effect: effects[name] ?? `Write a formula${at} that loads from ${destination(address)} (${name})`,
    details: [
      cut(deed.formula),
      ...(address.from === 'both' ? ['What the cells hold would be part of the address'] : []),
    ],
    mark: markOf('formula', deed.formula, deed.sheetId, deed.box),
  }
}

const cut = (text: string): string => (text.length <= 200 ? text : `${text.slice(0, 199)}…`)

function whereIs({ sheetId, box }: FormulaDeed, book: Case['book']): string {
  const tab = sheetId === null ? undefined : book.tab(sheetId)
  if (!tab || box === null) return ''
  const first = cellName(box.startRow ?? 0, box.startColumn ?? 0)
  const last = cellName(
    (box.endRow ?? (box.startRow ?? 0) + 1) - 1,
    (box.endColumn ?? (box.startColumn ?? 0) + 1) - 1,
  )
  return ` into ${first === last ? first : `${first}:${last}`} of the tab ${tab.title}`
}

function destination(address: Address): string {
  switch (address.from) {
    case 'text':
      return cut(hostOf(address.text) ?? address.text)
    case 'both':
      return `${cut(hostOf(address.prefix) ?? address.prefix)}, with the contents of cells in the address`
    case 'cells':
      return `the addresses in ${address.reference}`
    case 'unknown':
      return 'an address that is put together in the formula'
  }
}

const toHost = (address: Address): string =>
  address.from === 'both' ? ` (${cut(hostOf(address.prefix) ?? address.prefix)})` : ''

/** Formulas that are copied reach out from each place they come to. */
export async function judgeCopy(deed: CopyDeed, matter: Case): Promise<Need | null> {
  const area = matter.book.area(deed.sheetId, deed.box)
  const cells = area ? await matter.book.cells(area) : []
  for (const [row, values] of (cells ?? []).entries()) {
    for (const [column, value] of values.entries()) {
      const need = await judgeCopied(value, deed, matter, row, column)
      if (need) return need
    }
  }
  return null
}

async function judgeCopied(
  value: CellValue,
  deed: CopyDeed,
  matter: Case,
  row: number,
  column: number,
): Promise<Need | null> {
  if (typeof value !== 'string' || !value.startsWith('=')) return null
  for (const reach of reachesOf(value, matter.book.meta.locale)) {
    if (
      reach.name === 'HYPERLINK'
        ? await isCopiedLink(reach, deed, matter)
        : namesFunction(reach.name, matter.reading)
    )
      continue
    const source: FormulaDeed = { deed: 'formula', formula: value, sheetId: deed.toSheetId, box: deed.to }
    const from = cellName((deed.box.startRow ?? 0) + row, (deed.box.startColumn ?? 0) + column)
    const need = needOf(reach, source, matter)
    return {
      ...need,
      effect: need.effect.replace(/^Write/, 'Copy'),
      details: [`From ${from}`, ...need.details],
    }
  }
  return null
}

/** A link that the person has, filled on: its address is theirs, unless the message is about other things. */
async function isCopiedLink(reach: Reach, deed: CopyDeed, matter: Case): Promise<boolean> {
  const at: FormulaDeed = { deed: 'formula', formula: '', sheetId: deed.sheetId, box: deed.box }
  return (await isPlainLink(reach.address, at, matter)) || asksForLinks(matter.reading)
}

/** A copy of a whole tab carries its formulas with it: asked for where a copy of a tab is. */
export async function judgeCopiedTab(sheetId: number, matter: Case): Promise<Need | null> {
  if (asksForCopies(matter.reading)) return null
  const tab = matter.book.tab(sheetId)
  if (!tab || matter.own.tabs.has(sheetId)) return null
  return judgeCopy({ deed: 'copy', sheetId, box: {}, toSheetId: sheetId, to: {} }, matter)
}

const COPIES =
  /(?<![\p{L}])(?:duplicat\w*|cop(?:y|ies)|back ?up|clone|duplizier\w*|kopi\w*|sicherung\w*|dupli\w*|copi\w*|sauvegard\w*|respald\w*)(?![\p{L}])|複製|コピー|バックアップ/iu

const asksForCopies = (reading: Reading): boolean => reading.doing.some(({ heard }) => COPIES.test(heard))

/** Whether a page may be opened that is not among a search's own hits. */
export function judgePage(url: string, message: string): Need | null {
  if (isGiven(url, message) || message.includes(url)) return null
  return {
    kind: 'reach_out',
    effect: `Open a page of ${cut(hostOf(url) ?? url)} whose address is not in your message`,
    details: [cut(url), 'Whoever owns that address sees what stands in it'],
    mark: markOf('page', url),
  }
}
