/** TEXT: a value as a number pattern shows it. */
import { format as formatPattern } from 'numfmt'
import { toText } from '../../coerce.ts'
import { readNumber } from '../../read-number.ts'
import { type Scalar, wrongValue } from '../../values.ts'

export function formatText(given: Scalar, pattern: string): string {
  if (typeof given.value === 'boolean') return toText(given)
  const text = typeof given.value === 'string' ? given.value : undefined
  const value = text === undefined ? ((given.value as number | null) ?? 0) : (readNumber(text) ?? text)
  if (pattern === '') return ''
  try {
    return formatPattern(googlePattern(pattern), value, { throws: true })
  } catch {
    throw wrongValue(`Function TEXT parameter 2 value '${pattern}' is not a valid number format.`)
  }
}

/** Google takes letters of dates in either case, and leaves letters it does not know as they are. */
function googlePattern(pattern: string): string {
  return pattern.replace(/"[^"]*"|\\.|\[[^\]]*\]|general|am\/pm|a\/p|e[+-]|[a-z]/gi, found => {
    if (found.length > 1) return found
    if (/[ymdhsbe@]/i.test(found)) return /[YDHS]/.test(found) ? found.toLowerCase() : found
    return `\\${found}`
  })
}
