/** The changes of text that clean_range knows, as functions of one text. */
import { runInNewContext } from 'node:vm'
import { Refusal } from '../support/refusal.ts'
import type { CleanArgs } from './args.ts'

export type TextChange = (texts: readonly string[]) => string[]

/** Small words of English titles are left small by nobody's sheet: every word gets its capital. */
const titleCase = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(
      /(^|[\s\-/("'\u2018\u201c])(\p{L})/gu,
      (_, before: string, letter: string) => before + letter.toUpperCase(),
    )
    // The s of "Anna's" is no word of its own.
    .replaceAll(
      /(\p{L}['\u2019])(\p{Lu})(?!\p{L})/gu,
      (_, before: string, letter: string) => before + letter.toLowerCase(),
    )

const sentenceCase = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(
      /(^\s*|[.!?]\s+)(\p{L})/gu,
      (_, before: string, letter: string) => before + letter.toUpperCase(),
    )

/** As Google trims: none around, one between words; line breaks stay, and a wide space that parts Japanese names. */
const trim = (text: string): string =>
  text
    .replaceAll(/(?<=\S)\u3000(?=\S)|[^\S\n]+/g, space => (space === '\u3000' ? space : ' '))
    .replaceAll(/ ?\n ?/g, '\n')
    .trim()

const each =
  (change: (text: string) => string): TextChange =>
  texts =>
    texts.map(change)

export function textChange(args: CleanArgs): TextChange {
  switch (args.action) {
    case 'trim':
      return each(trim)
    case 'upper':
      return each(text => text.toUpperCase())
    case 'lower':
      return each(text => text.toLowerCase())
    case 'title':
      return each(titleCase)
    case 'sentence':
      return each(sentenceCase)
    // What texts are changes, not what they say.
    case 'as_numbers':
    case 'as_dates':
      return each(text => text)
    default:
      return replacement(args)
  }
}

/** Several pairs are replaced one after another. */
function replacement(args: CleanArgs): TextChange {
  const { find_replace: pairs = [], ...rest } = args
  const own = rest.find === undefined && pairs.length > 0 ? [] : [rest]
  const changes = [...own, ...pairs.map(pair => ({ ...rest, ...pair }))].map(one => replaceOne(one))
  return texts => changes.reduce((present, change) => change(present), [...texts])
}

function replaceOne(args: CleanArgs): TextChange {
  const { find, replace = '' } = args
  if (find === undefined || find === '') throw new Refusal('find_replace needs find. Nothing was changed.')
  const source = args.regex ? find : escaped(find)
  const flags = args.match_case ? 'gu' : 'giu'
  const pattern = args.whole_cell ? `^(?:${source})$` : source
  // Google writes groups of a pattern as $1; a plain text is taken as it stands.
  const substitute = args.regex ? replace : replace.replaceAll('$', '$$$$')
  guardPattern(pattern, flags)
  return texts => replaceGuarded(texts, pattern, flags, substitute)
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

function guardPattern(pattern: string, flags: string): void {
  try {
    new RegExp(pattern, flags)
  } catch (error) {
    throw new Refusal(`find is no valid pattern: ${(error as Error).message}. Nothing was changed.`)
  }
}

const PATTERN_MILLISECONDS = 2_000

/** A pattern can take for ever on an unlucky text, so it runs where it can be cut off. */
function replaceGuarded(
  texts: readonly string[],
  pattern: string,
  flags: string,
  substitute: string,
): string[] {
  try {
    return runInNewContext(
      'texts.map(text => text.replace(new RegExp(pattern, flags), substitute))',
      { texts: [...texts], pattern, flags, substitute },
      { timeout: PATTERN_MILLISECONDS },
    ) as string[]
  } catch {
    throw new Refusal('The pattern takes too long on these texts. Nothing was changed. Write a simpler one.')
  }
}
