/** A meaning as the signs that the learned reader is to write: words of the language, and places to point at. */
import type { Sign } from '../../service/offline-planner/learned/items.ts'
import type { Unit } from '../../service/offline-planner/learned/source.ts'

/** The words of the language, apart from those of conditions and calculations that are signs. */
const WORDS = new Set(
  `tell table chart pivot transpose unpivot put totals sort filter unfilter filterbuttons copyrows deleterows deleterow
  dedupe column split trim upper lower title replace fillblank tonumber raise lowerby times round shift set write clear
  addrow rename renametab move insertcolumn newcolumn insertrows deletecolumn hidecolumn showcolumn newtab copytab
  deletetab hidetab showtab style format samelook freeze unfreeze borders banding fitwidth pretty highlight dropdown checkboxes
  none help sum avg median max min count distinct by where and or contains starts ends empty filled between in before
  after since until past future share rows change from to top desc asc values duplicates missing cell row formula errors
  sheet order tab bar line pie area scatter month day week quarter year weekday below at columns blank running rank
  shareof changefrom days today years monthname firstname lastname first last join with if then else tiers lookup
  checkbox space above header bold italic underline strike unbold color fill center left right wrap size currency euro
  dollar pound percent integer number date text decimals bottom months yes no capital prepend append rownumber
  sentiment domain negative positive beside into`.split(/\s+/),
)

const PARTS =
  /\[[^\]]*\]|\{[^}]*\}|"[^"]*"|(?:'[^']*'|[\p{L}\d]+)!\w+(?::\w+)?|-?[\p{L}\p{N}_.,:'$£€]*[\p{L}\p{N}_%]|[<>!=]+|[-+*/(),]/gu

export type Target = { signs: Sign[] } | { problem: string }

/** `units` as the sentence and its sheet were seen; `active` is the open tab. */
export function targetOf(units: readonly Unit[], say: string, mean: string, active: string): Target {
  const parts = mean.match(PARTS) ?? []
  const signs: Sign[] = []
  for (const [at, part] of parts.entries()) {
    const found = signsOf({ units, say, active, parts, at }, part)
    if (found === null) return { problem: `${part} is nowhere in it` }
    signs.push(...found)
  }
  return { signs }
}

interface Place {
  units: readonly Unit[]
  say: string
  active: string
  parts: readonly string[]
  at: number
}

function signsOf(place: Place, part: string): Sign[] | null {
  const { units, say, parts, at } = place
  const inside = part.slice(1, -1)
  if (part.startsWith('[')) return columnSigns(place, inside)
  if (part.startsWith('{')) return pointer(units.findIndex(({ tab }) => tab?.title === inside))
  if (part.startsWith('"')) return textSigns(units, say, inside)
  if (/^[a-z]+$/.test(part) && WORDS.has(part) && parts[at - 1] !== 'cell') return [part]
  if (/^(?:[<>!=]+|[-+*/(),])$/.test(part)) return [part]
  if (part.startsWith('-')) return amountSigns(units, say, part.slice(1), ['-'])
  if (part === '1' && !/\b1\b/.test(say)) return ['1']
  return amountSigns(units, say, part, [])
}

const pointer = (at: number): Sign[] | null => (at === -1 ? null : [at])

/** A column of the other tab, where that is what is looked up. */
function columnSigns({ units, say, active, parts, at }: Place, header: string): Sign[] | null {
  const isForeign =
    parts[at - 1] === 'lookup' ||
    (parts[0] === 'dropdown' && parts[at - 1] === 'from') ||
    (parts[0] === 'column' && parts[at + 1]?.startsWith('{') === true)
  const other = parts
    .slice(at + 1, at + 3)
    .find(part => part.startsWith('{'))
    ?.slice(1, -1)
  const tabs = isForeign && other ? [other, active] : [active]
  for (const title of [...tabs, null]) {
    const found = units.findIndex(
      ({ column }) => column?.header === header && (title === null || column.tab.title === title),
    )
    if (found !== -1) return [found]
  }
  // Made earlier in the same message.
  return textSigns(units, say, header)
}

function textSigns(units: readonly Unit[], say: string, text: string): Sign[] | null {
  // "In the" is one unit: what follows is called the same without its article.
  const span = spanOf(units, say, text) ?? spanOf(units, say, text.replace(/^the (?=[a-z])/, ''))
  return span && ['"', ...span]
}

function amountSigns(units: readonly Unit[], say: string, amount: string, before: Sign[]): Sign[] | null {
  const span = spanOf(units, say, amount) ?? spanOf(units, say, amount.replace(/%$/, ''))
  return span && [...before, span[0]]
}

const LINKED = ['value', 'part of value', 'date', 'number', 'percentage']
const NUMBER = /^(?:[\d.,%]+|one|two|three|four|five|six|seven|eight|nine|ten)$/

/** The first and the last unit of a text in the sentence. Of a unit that means more, a part is enough. */
function spanOf(units: readonly Unit[], say: string, text: string): [number, number] | null {
  const [low, wanted] = [say.toLowerCase(), text.toLowerCase()]
  const tokens = units.flatMap(({ token }) => token ?? [])
  const isPart = (at: number) => units[at]!.marks.some(mark => LINKED.includes(mark)) || NUMBER.test(wanted)
  let part: [number, number] | null = null
  for (let at = low.indexOf(wanted); at !== -1 && wanted !== ''; at = low.indexOf(wanted, at + 1)) {
    const end = at + wanted.length
    const before = low[at - 1] ?? ' '
    if (/[a-z]/.test(wanted[0]!) && /[a-z0-9]/.test(before)) continue
    if (/\d/.test(wanted[0]!) && /[\d.,]/.test(before)) continue
    // The 4 of "over 40, over 4" is the second one.
    if (/\d$/.test(wanted) && /\d/.test(low[end] ?? '')) continue
    const first = tokens.findIndex(token => token.start <= at && token.end > at)
    const last = tokens.findIndex(token => token.start < end && token.end >= end)
    if (first === -1 || last < first) continue
    const isDay = /^(?:end|start|first|second|last|mid)/.test(wanted)
    const isExact =
      at - tokens[first]!.start <= (isDay ? 4 : 2) &&
      (tokens[last]!.end - end <= 3 || low.slice(end, tokens[last]!.end) === ' the') &&
      !/[a-z0-9]/.test(low.slice(tokens[first]!.start, at).replace(isDay ? 'the ' : '', ''))
    if (isExact) return [first, last]
    if (first === last && isPart(first)) part ??= [first, last]
  }
  return part
}
