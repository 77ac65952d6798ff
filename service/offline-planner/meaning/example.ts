/** What stands between joined texts: a sign that is named, or as an example of the sentence shows it. */
import type { Column } from '../linking/sheet.ts'
import { ownRows } from '../linking/sheet.ts'
import type { Ground } from './ground.ts'
import { signNamed } from './signs.ts'

export interface Between {
  between: string
  /** Behind the last of them. */
  after: string
}

/** More are no sign. */
const LONGEST = 5
const MOST_ROWS = 500
const BRACKETS: Record<string, string> = { '(': ')', '[': ']' }

export function betweenIn(said: string | null, columns: readonly Column[], ground: Ground): Between {
  const shown = shownIn(columns, ground)
  if (shown) return shown
  if (said === null) return { between: ' ', after: '' }
  if (/bracket|parenthes|klammer|parenth[eè]s|par[eé]ntesis|括弧|カッコ|^\(\)?$/i.test(said))
    return { between: ' (', after: ')' }
  return { between: spaced(signNamed(said), said), after: '' }
}

/** A comma or colon that is named is followed by a space, a dash stands between two. */
function spaced(sign: string, said: string): string {
  if (sign === ',' || sign === ':' || sign === ';') return `${sign} `
  return sign === '-' && said !== sign && !/hyphen|bindestrich|trait|ハイフン/i.test(said) ? ' - ' : sign
}

/** "32ft" with 32 in the cell: what is written right behind it. */
const unitBefore = (rest: string): string => /^(?:\p{L}{1,4}|[°%])(?![\p{L}\p{N}])/u.exec(rest)?.[0] ?? ''

/** "…, like C03: Gwen Pritchard": what stands between the cells of a row in the sentence. */
function shownIn([first, second]: readonly Column[], { index, tab, said }: Ground): Between | null {
  const data = index.data.get(tab.title)
  const low = said.toLowerCase()
  for (const row of ownRows(data).slice(0, MOST_ROWS)) {
    const [one, two] = [first, second].map(column =>
      String(row[column!.index] ?? '')
        .trim()
        .toLowerCase(),
    )
    if (!one || !two) continue
    for (let at = low.indexOf(one); at !== -1; at = low.indexOf(one, at + 1)) {
      const from = at + one.length
      const to = low.indexOf(two, from)
      const between = to === -1 ? '' : low.slice(from, to)
      if (between === '' || between.length > LONGEST || /[\p{L}\p{N}]/u.test(between)) continue
      const rest = said.slice(to + two.length)
      const closing = BRACKETS[between.trim().at(-1)!] ?? unitBefore(rest)
      return { between, after: rest.startsWith(closing) ? closing : '' }
    }
  }
  return null
}
