/** Files of separated values: bytes in, rows of fields out, one after the other. Knows nothing of cells. */

/** UTF-8 or what the first bytes say; where it is neither, what old Windows programs write. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The separator of the first line: what stands most often outside quotes. */
export function delimiterOf(text: string): string {
  const line =
    text
      .slice(0, 10_000)
      .replace(/"[^"]*"/g, '')
      .split(/\r?\n/)[0] ?? ''
  const count = (mark: string) => line.split(mark).length
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}

/** RFC 4180, with any separator. */
export function* readDelimited(text: string, delimiter: string): Generator<string[]> {
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const field = text[at] === '"' ? quotedField(text, at, delimiter) : plainField(text, at, delimiter)
    row.push(field.value)
    at = field.end + 1
    if (text[field.end] === delimiter) {
      // The last field of a file may be empty.
      if (at === text.length) row.push('')
      continue
    }
    yield row
    row = []
  }
  if (row.length > 0) yield row
}

interface Field {
  value: string
  /** Where the mark that ends it stands. */
  end: number
}

function plainField(text: string, start: number, delimiter: string): Field {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end++
  const isLineEnd = text[end] !== delimiter && text[end - 1] === '\r' && end > start
  return { value: text.slice(start, isLineEnd ? end - 1 : end), end }
}

function quotedField(text: string, start: number, delimiter: string): Field {
  let value = ''
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return { value: value + text.slice(at), end: text.length }
    value += text.slice(at, quote)
    at = quote + 1
    if (text[at] !== '"') break
    value += '"'
    at += 1
  }
  // What follows the closing mark belongs to the field, as other programs have it.
  const rest = plainField(text, at, delimiter)
  return { value: value + rest.value, end: rest.end }
}
