/** What people plainly ask for meets no question. */
import { describe, expect, it } from 'vitest'
import { useAttempts } from './attempt.ts'
import { calls } from './corpus/calls.ts'
import { harmless } from './corpus/harmless.ts'
import type { Cell, PaperTab } from './paper.ts'
import { shop } from './shop.ts'

const attempts = useAttempts()

/** The same shape with another trade's words. */
function trade(title: string, header: string[]): PaperTab[] {
  const [orders, ...others] = shop()
  const rows: Cell[][] = [header, ...orders!.rows.slice(1)]
  return [{ ...orders!, title, rows }, ...others]
}

const books: Record<keyof typeof harmless, () => PaperTab[]> = {
  shop,
  clinic: () =>
    trade('Beds', [
      'Patient',
      'Admitted',
      'Doctor',
      'Bed',
      'Ward',
      'Weight (lb)',
      'Diagnosis',
      'Instructions',
    ]),
  school: () => trade('Marks', ['Pupil', 'Born', 'Surname', 'Class', 'Weight', 'Mark', 'Phone', 'Diagnosis']),
}

it('the corpus has 200 messages', () => {
  expect(Object.values(harmless).flat().length).toBeGreaterThanOrEqual(200)
})

for (const trade of Object.keys(harmless) as (keyof typeof harmless)[]) {
  describe(`in the workbook of a ${trade}`, () => {
    it.each(harmless[trade])('there is no question after: %s', async (say, ...does) => {
      const made = does.flatMap(name => calls[name]!)
      const { asked, refused, went } = await attempts.make(say, made, books[trade]())
      expect({ asked: asked?.effect ?? null, refused }).toEqual({ asked: null, refused: [] })
      expect(went || does.every(name => name === 'none' || name === 'trim' || name === 'clearFilter')).toBe(
        true,
      )
    })
  })
}
