/** Holds how much of what Google Sheets computed the local Google computes too. */
import { describe, expect, it } from 'vitest'
import { type Compared, compare, Desk, readRecorded } from '../recorded/compare.ts'
import { EVERYDAY } from '../recorded/everyday.ts'

const FLOOR_PERCENT = 94.5

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

  it('names a hundred everyday functions', () => {
    expect(new Set(EVERYDAY).size).toBeGreaterThanOrEqual(100)
  })
})
