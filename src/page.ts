/**
 * The sidebar's page as it opens: in the person's language, and with a box to write in where a key is known.
 * Everything else the page asks for itself.
 */
import { readKey } from './state/key.ts'
import { pageTexts, userLocale } from './texts.ts'

export function openingPage(): GoogleAppsScript.HTML.HtmlOutput {
  const page = HtmlService.createHtmlOutputFromFile('sidebar')
  const locale = userLocale()
  const words = pageTexts(locale)
  const hasKey = readKey() !== null
  if (words === null && hasKey) return page
  const html = page.getContent()
  const end = html.indexOf('<script>')
  const start = html.indexOf('<body>')
  if (start < 0 || end < start) return page
  let standing = html.slice(start, end)
  if (!hasKey) standing = standing.replace(/<footer[\s\S]*<\/footer>/, '')
  if (words === null) return page.setContent(html.slice(0, start) + standing + html.slice(end))
  const used: Record<string, string> = {}
  for (const key in STANDING_WORDS) {
    const word = words[key]
    if (word === undefined) continue
    used[key] = word
    // As a whole: a short word may be part of another one.
    for (const [left, right] of ['""', '><']) {
      standing = standing.split(`${left}${STANDING_WORDS[key]}${right}`).join(left + escaped(word) + right)
    }
  }
  standing = standing.replace('id="app"', () => `id="app" data-words="${escaped(JSON.stringify(used))}"`)
  const head = html.slice(0, start).replace('lang="en"', () => `lang="${escaped(locale.replace('_', '-'))}"`)
  return page.setContent(head + standing + html.slice(end))
}

/** In plain letters: text with others takes the browser twice the memory, and longer to read. */
const escaped = (text: string): string =>
  text.replace(/["&<>]|[^\x20-\x7e]/gu, letter => `&#${letter.codePointAt(0)};`)
