/** The page that the script opens: the words and the box it stands with before its program. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as de from '../../sidebar/texts/de.ts'
import * as en from '../../sidebar/texts/en.ts'
import { KEY } from './google.ts'
import { addon, built, google, useAddon } from './use-addon.ts'

useAddon(google => google.user.set('ROWHAND_API_KEY', KEY))

const asBuilt = () => readFileSync(join(built.folder, 'sidebar.html'), 'utf8')
/** What stands before the program, as a browser reads it. */
const standing = (html: string) =>
  html
    .slice(html.indexOf('<body>'), html.indexOf('<script>'))
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
const opened = () => {
  addon.openSidebar()
  return google.shown
}

describe('the page that opens', () => {
  it('is the built file where the person reads English', () => {
    expect(opened()).toBe(asBuilt())
  })

  it('consists of plain letters, in every language', () => {
    for (const locale of ['en', 'de', 'es', 'fr', 'ja']) {
      google.locale = locale
      expect(opened(), locale).toMatch(/^[\n\x20-\x7e]*$/)
    }
  })

  it("stands with words of the person's language and none of English", () => {
    google.locale = 'de_AT'
    const html = opened()
    expect(html).toMatch(/^<!DOCTYPE html><html lang="de-AT">/)
    const words = standing(html)
    for (const key of [
      'app.loading',
      'app.stillOpening',
      'composer.label',
      'composer.placeholder',
      'composer.send',
    ] as const) {
      expect(words).toContain(de.page[key])
      expect(words).not.toContain(`"${en.page[key]}"`)
      expect(words).not.toContain(`>${en.page[key]}<`)
    }
  })

  it('leaves style and program as they were built', () => {
    google.locale = 'ja'
    const [before, after] = [asBuilt(), opened()]
    const program = (html: string) => html.slice(html.indexOf('<script>'))
    const style = (html: string) => html.slice(html.indexOf('<head>'), html.indexOf('<body>'))
    expect(program(after)).toBe(program(before))
    expect(style(after)).toBe(style(before))
  })

  it('has no box to write in while no key is known', () => {
    google.user.clear()
    const words = standing(opened())
    expect(words).toContain(en.page['app.loading'])
    expect(words).not.toContain('<textarea')
  })
})
