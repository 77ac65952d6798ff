/** The person's language, and the words of menus and dialogs in it. */
const FALLBACK = 'en'

export function userLocale(): string {
  try {
    return Session.getActiveUserLocale() || FALLBACK
  } catch {
    // Not allowed before the person has authorised the script.
    return FALLBACK
  }
}

const languageOf = (locale: string): string => locale.split(/[-_]/)[0]?.toLowerCase() ?? FALLBACK

export const pageTexts = (locale: string): Record<string, string> | null =>
  TEXTS[languageOf(locale)]?.page ?? null

/** Fills `{name}` with the value of that name; null when there is no such text. */
export function menuTextIfAny(key: string, values: Record<string, string> = {}): string | null {
  const text = TEXTS[languageOf(userLocale())]?.menu[key] ?? TEXTS[FALLBACK]?.menu[key]
  if (text === undefined) return null
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

export const menuText = (key: string, values: Record<string, string> = {}): string =>
  menuTextIfAny(key, values) ?? key
