/** What a number format does not show. Pure; knows Google's patterns as far as that takes. */

export interface Unseen {
  positive: boolean
  negative: boolean
  text: boolean
  /** Some part is written in white. */
  white: boolean
}

const SECTION = /((?:"[^"]*"|\\.|[^;"\\])*)(?:;|$)/g
/** Spaces, and characters that take no room. */
const NOTHING = /^[\s\u00ad\u200b-\u200f\u2060\u2800\u3164\ufeff]*$/u

/** `""`, `" "`, `_x`, `[Red]` and nothing else. An empty pattern is none at all. */
function isBlank(section: string): boolean {
  const shown = section
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(
      /"([^"]*)"|\\(.)|[_*]./g,
      (_, quoted: string | undefined, escaped: string | undefined) => quoted ?? escaped ?? '',
    )
  return NOTHING.test(shown)
}

/** Null where everything can be seen. Zeros count for nothing: hiding those is what such formats are for. */
export function unseenBy(pattern: string): Unseen | null {
  if (pattern === '') return null
  const sections = [...pattern.matchAll(SECTION)].map(([, section = '']) => section)
  // The last match is the end of the text.
  if (!pattern.endsWith(';')) sections.pop()
  const blank = sections.map(isBlank)
  const white = /\[(?:white|weiss|weiß|blanc|blanco|bianco|color\s*2)\]/i.test(pattern)
  const only = sections.length === 1
  const unseen = {
    positive: blank[0] ?? false,
    negative: (only ? blank[0] : blank[1]) ?? false,
    text: (only ? blank[0] : sections.length > 3 ? blank[3] : false) ?? false,
    white,
  }
  return unseen.positive || unseen.negative || unseen.text || white ? unseen : null
}
