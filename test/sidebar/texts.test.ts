import { describe, expect, it } from 'vitest'
import * as de from '../../sidebar/texts/de.ts'
import * as en from '../../sidebar/texts/en.ts'
import * as es from '../../sidebar/texts/es.ts'
import * as fr from '../../sidebar/texts/fr.ts'
import * as ja from '../../sidebar/texts/ja.ts'

const languages = { de, es, fr, ja }
const english: Record<string, string> = { ...en.menu, ...en.page }

/** What a text must keep in every language: the names to fill in, the parts between bars. */
const shapeOf = (text: string) => ({
  names: [...new Set(text.match(/\{\w+\}/g) ?? [])].toSorted(),
  parts: text.replaceAll(' || ', '').split('|').length,
})

describe.each(Object.entries(languages))('the texts in %s', (_, { menu, page }) => {
  const texts: Record<string, string> = { ...menu, ...page }

  it('are complete, and none is empty', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(english))
    expect(Object.values(texts).filter(text => text.trim() === '')).toEqual([])
  })

  it('keep every name to fill in and every part', () => {
    for (const [key, text] of Object.entries(texts)) {
      expect({ key, ...shapeOf(text) }).toEqual({ key, ...shapeOf(english[key] ?? '') })
    }
  })
})
