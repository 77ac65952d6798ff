/** Reads the enum values of a request, refusing what is not in the list in Google's words. */
import { invalid } from './errors.ts'

export function readEnum<const T extends string>(
  value: string | null | undefined,
  allowed: readonly T[],
  fallback: T,
  name: string,
): T {
  if (value === null || value === undefined || value === '') return fallback
  const found = allowed.find(it => it === value)
  if (found === undefined)
    throw invalid(`Invalid value at '${name}' (type.googleapis.com/google.apps.sheets.v4), "${value}"`)
  return found
}
