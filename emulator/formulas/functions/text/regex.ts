/** REGEXMATCH, REGEXEXTRACT, REGEXREPLACE, with RE2's syntax as far as JavaScript's says the same. */
import type { Define, Output } from '../../signature.ts'
import { notAvailable, type Scalar, wrongReference, wrongValue } from '../../values.ts'

const MAX_REMEMBERED = 500
const remembered = new Map<string, RegExp>()

export function defineRegex(define: Define): void {
  define('REGEXMATCH', 'vt', (given: Scalar, pattern: string) =>
    compile('REGEXMATCH', pattern).test(textOnly('REGEXMATCH', given)),
  )
  define('REGEXEXTRACT', 'vt', (given: Scalar, pattern: string): Output => {
    const text = textOnly('REGEXEXTRACT', given)
    const match = compile('REGEXEXTRACT', pattern).exec(text)
    if (match === null)
      throw notAvailable(
        `Function REGEXEXTRACT parameter 2 value "${pattern}" does not match text of Function REGEXEXTRACT parameter 1 value "${text}".`,
      )
    if (match.length === 1) return match[0]
    return match.slice(1).map(group => [{ value: group ?? '' }])
  })
  define('REGEXREPLACE', 'vtt', (given: Scalar, pattern: string, by: string) => {
    const regex = compile('REGEXREPLACE', pattern)
    // RE2 writes groups as \1 or $1 and knows no other $.
    const replacement = by.replace(/\$(?!\d)/g, '$$$$').replace(/\\(\d)/g, '$$$1')
    return textOnly('REGEXREPLACE', given).replace(new RegExp(regex.source, `${regex.flags}g`), replacement)
  })
}

function textOnly(name: string, { value }: Scalar): string {
  if (typeof value === 'string') return value
  if (value === null) return ''
  throw wrongValue(
    `Function ${name} parameter 1 expects text values. But '${typeof value === 'boolean' ? String(value).toUpperCase() : value}' is a ${typeof value} and cannot be coerced to a text.`,
  )
}

/** (?i) at the start is a flag in JavaScript; (?P<name> is (?<name>; \z and \A are the ends. */
export function compile(name: string, pattern: string): RegExp {
  const known = remembered.get(pattern)
  if (known !== undefined) return known
  const flagged = /^\(\?([imsU]+)\)/.exec(pattern)
  const source = pattern
    .slice(flagged?.[0].length ?? 0)
    .replaceAll('(?P<', '(?<')
    .replaceAll('\\z', '$')
    .replaceAll('\\A', '^')
    .replaceAll('[[:alpha:]]', '[A-Za-z]')
    .replaceAll('[:alpha:]', 'A-Za-z')
    .replaceAll('[:digit:]', '0-9')
    .replaceAll('[:alnum:]', 'A-Za-z0-9')
    .replaceAll('[:space:]', '\\s')
    .replaceAll('[:upper:]', 'A-Z')
    .replaceAll('[:lower:]', 'a-z')
    .replaceAll('[:punct:]', '!-\\/:-@[-`{-~')
  const flags = (flagged?.[1] ?? '').replace('U', '')
  const regex = tryCompile(source, flags)
  // RE2 has no way to look around or back.
  if (regex === undefined || /\(\?<?[=!]/.test(source))
    throw wrongReference(`Function ${name} parameter 2 value "${pattern}" is not a valid regular expression.`)
  if (remembered.size > MAX_REMEMBERED) remembered.clear()
  remembered.set(pattern, regex)
  return regex
}

function tryCompile(source: string, flags: string): RegExp | undefined {
  for (const extra of ['u', ''])
    try {
      return new RegExp(source, flags + extra)
    } catch {
      // Without u JavaScript takes escapes of ordinary characters, as RE2 does.
    }
  return undefined
}
