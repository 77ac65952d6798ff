/** The sidebar's quick actions and suggestions are read in each of its languages. */
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isUnderstood, run } from './sample.ts'

const folder = join(import.meta.dirname, '../../../sidebar/texts')
const languages = readdirSync(folder)
  .filter(name => /^[a-z]{2}\.ts$/.test(name))
  .map(name => name.slice(0, 2))

/** Read as text: the sidebar's modules are for the browser. */
async function textsOf(language: string): Promise<(key: string) => string> {
  const source = await readFile(join(folder, `${language}.ts`), 'utf8')
  return key =>
    new RegExp(`'${key.replaceAll('.', '\\.')}':\\s*(['"])(.*?)\\1,`).exec(source)?.[2] ?? `no ${key}`
}

const COLUMNS: Record<string, [string, string]> = {
  multiply: ['Qty', 'Price'],
  domain: ['Email', ''],
  sumBy: ['Qty', 'Region'],
  average: ['Qty', ''],
  sort: ['Qty', ''],
  currency: ['Cost', ''],
  date: ['Date', ''],
}
const SUGGESTED =
  'trim trimAll dedupe dedupeAll title multiply domain sumBy countBy average describe currency date header sort'
const ACTIONS = ['cleanUp', 'fillFormula', 'summarise', 'explainFormula', 'fixErrors']

const kindsOf = (prompt: string) => {
  const ran = run(prompt)
  expect(isUnderstood(ran), `${prompt}: ${ran.answer}`).toBe(true)
  return ran.calls.map(({ tool, args }) => args.action ?? tool)
}

describe.each(languages)('in %s', language => {
  test('suggestions do what they do in English', async () => {
    const [texts, english] = [await textsOf(language), await textsOf('en')]
    for (const key of SUGGESTED.split(' ')) {
      const [a, b] = COLUMNS[key] ?? ['Region', '']
      const filled = (of: typeof texts) => of(`suggest.${key}`).replace('{a}', a).replace('{b}', b)
      expect(kindsOf(filled(texts)), filled(texts)).toEqual(kindsOf(filled(english)))
    }
  })

  test('quick actions for a selection do what they do in English', async () => {
    const [texts, english] = [await textsOf(language), await textsOf('en')]
    for (const key of ACTIONS) {
      const filled = (of: typeof texts) =>
        of(`prompt.${key}`)
          .replace('{place}', key === 'cleanUp' ? 'Orders!A1:J20' : 'Orders!K2:K20')
          .replace('{wish}', 'Qty × Price')
      expect(kindsOf(filled(texts)), filled(texts)).toEqual(kindsOf(filled(english)))
    }
  })

  test('quick actions for a tab do what they do in English', async () => {
    const [texts, english] = [await textsOf(language), await textsOf('en')]
    for (const key of ['cleanUp', 'summarise', 'fillFormula']) {
      const filled = (of: typeof texts) => of(`prompt.${key}.tab`).replace('{wish}', 'Qty × Price')
      expect(kindsOf(filled(texts)), filled(texts)).toEqual(kindsOf(filled(english)))
    }
  })
})
