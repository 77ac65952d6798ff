/**
 * JSON in user properties, within Google's limits: 9 KB a value, 500 KB a store. User properties belong to
 * one person and this script, in every spreadsheet they open; nothing is ever put where others could read.
 */

/** Google counts bytes; a little room is left for how it counts them. */
const MAX_VALUE_BYTES = 8_900

export const userProperties = () => PropertiesService.getUserProperties()

export function readJson<T>(key: string, fallback: T): T {
  const text = userProperties().getProperty(key)
  if (text === null) return fallback
  try {
    return JSON.parse(text) as T
  } catch {
    // A value that an older version wrote in another form is as good as none.
    return fallback
  }
}

/** Writes the value, or answers false when it's too large for one property. */
export function writeJson(key: string, value: unknown): boolean {
  const text = JSON.stringify(value)
  if (utf8Bytes(text) > MAX_VALUE_BYTES) return false
  userProperties().setProperty(key, text)
  return true
}

/** Drops items from the front of the list, the oldest, until it fits one property. */
export function writeNewest<T>(key: string, items: T[]): T[] {
  let kept = items
  while (!writeJson(key, kept) && kept.length > 0) kept = kept.slice(1)
  return kept
}

/** Apps Script has no TextEncoder. */
export function utf8Bytes(text: string): number {
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

/** The longest beginning of the text that fits one property as a JSON string. */
export function fitText(text: string): string {
  let fitted = text
  while (utf8Bytes(JSON.stringify(fitted)) > MAX_VALUE_BYTES) {
    fitted = fitted.slice(0, Math.floor(fitted.length * 0.9))
  }
  return fitted
}
