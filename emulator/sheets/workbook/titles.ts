/**
 * Tab titles may have characters that the engine refuses ( ' * ? / \ [ ] ). Inside the engine each stands as
 * a look-alike followed by an invisible word joiner, which no one types; everywhere else titles, and the
 * titles within formulas, are the real ones. (Not within texts: INDIRECT does not find such a tab.)
 */
const JOINER = '\u2060'
const LOOK_ALIKES: Record<string, string> = {
  "'": '\u02bc',
  '*': '\uff0a',
  '?': '\uff1f',
  '/': '\uff0f',
  '\\': '\uff3c',
  '[': '\uff3b',
  ']': '\uff3d',
}
const REAL = Object.fromEntries(Object.entries(LOOK_ALIKES).map(([real, alike]) => [alike, real]))

export function toEngineTitle(title: string): string {
  return title.replace(/['*?/\\[\]]/g, letter => `${LOOK_ALIKES[letter]}${JOINER}`)
}

export function toGoogleTitle(engineTitle: string): string {
  return engineTitle.replace(/(.)\u2060/gu, (pair, alike: string) => REAL[alike] ?? pair)
}

/** A text, or a quoted title before an exclamation mark. */
const TEXT_OR_TITLE = /"[^"]*"|'((?:[^']|'')*)'!/g

export function toEngineFormula(formula: string): string {
  if (!formula.includes("'")) return formula
  return formula.replace(TEXT_OR_TITLE, (found, title?: string) =>
    title === undefined ? found : `'${toEngineTitle(title.replaceAll("''", "'"))}'!`,
  )
}

export function toGoogleFormula(engineFormula: string): string {
  if (!engineFormula.includes(JOINER)) return engineFormula
  return engineFormula.replace(TEXT_OR_TITLE, (found, title?: string) =>
    title === undefined ? found : `'${toGoogleTitle(title).replaceAll("'", "''")}'!`,
  )
}
