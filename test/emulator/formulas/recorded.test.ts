/** Holds how much of what Google Sheets computed the local Google computes too. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Compared, compare, Desk, readRecorded } from '../recorded/compare.ts'
import { EVERYDAY } from '../recorded/everyday.ts'

const FLOOR_PERCENT = 99

/** The row and the tab they were recorded in decide two; a row sorted by its first column cannot change. */
const UNKNOWABLE = ['=ROW()', '=SORT({3,1,2},1,-1)', '=IF(SHEET()=1,"first sheet","other")']

const desk = new Desk()
const all: Compared[] = readRecorded().map(recorded => compare(desk, recorded))

describe('values recorded from Google Sheets', () => {
  it('come out the same for nearly all formulas', () => {
    expect(all.length).toBeGreaterThan(4700)
    expect((100 * all.filter(it => it.same).length) / all.length).toBeGreaterThan(FLOOR_PERCENT)
  })

  it('never come with a sentence of the engine', () => {
    const strange = all.filter(it => /odoo|\[\[|support ticket/i.test(it.message))
    expect(strange.map(it => `${it.formula}: ${it.message}`)).toEqual([])
  })

  it('come out the same for every everyday function', () => {
    const everyday = new Set(EVERYDAY)
    const outermost = all.filter(it => !it.same && everyday.has(it.functions[0] ?? ''))
    expect(outermost.map(it => it.formula)).toEqual(UNKNOWABLE)
  })

  it('names a hundred everyday functions', () => {
    expect(new Set(EVERYDAY).size).toBeGreaterThanOrEqual(100)
    const page = readFileSync(join(import.meta.dirname, '../../../docs/formulas.md'), 'utf8')
    expect(EVERYDAY.filter(name => !page.includes(`\`${name}\``))).toEqual([])
  })
})
