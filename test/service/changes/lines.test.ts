/** Lines of a tab, followed through two states. */
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { Lines, NEW_LINE } from '../../../service/changes/lines.ts'

type Step = [kind: 'insert' | 'remove' | 'move' | 'turn', a: number, b: number]

const steps = fc.array(
  fc.tuple(fc.constantFrom('insert', 'remove', 'move', 'turn'), fc.nat(40), fc.nat(40)),
  { maxLength: 6 },
) as fc.Arbitrary<Step[]>

function made(count: number, changes: readonly Step[]): Lines {
  const lines = Lines.of(count)
  for (const [kind, a, b] of changes) {
    const [start, end] = [Math.min(a, b, lines.count), Math.min(Math.max(a, b), lines.count)]
    if (kind === 'insert') lines.insert(start, 1 + (b % 3))
    else if (kind === 'remove') lines.remove(start, end)
    else if (kind === 'move') lines.move(start, end, Math.min(lines.count, b + 2))
    else
      lines.permute(
        start,
        Array.from({ length: end - start }, (_, at) => end - start - 1 - at),
      )
  }
  return lines
}

/** Line by line. */
function slowly(later: Lines, earlier: Lines): number[] {
  const ids = earlier.toIds()
  const known = later.toIds().map(id => (id < NEW_LINE && (ids[id] ?? NEW_LINE) < NEW_LINE ? ids[id]! : -1))
  return Lines.fromIds(known).toIds()
}

test('lines told by an earlier state are the same by pieces as line by line', () => {
  fc.assert(
    fc.property(fc.nat(30), steps, steps, fc.nat(10), (count, first, then, more) => {
      const earlier = made(count, first)
      const later = made(earlier.count + more, then)
      expect(later.byIdsOf(earlier).toIds()).toEqual(slowly(later, earlier))
    }),
    { numRuns: 500 },
  )
})

test('lines of a tab that is not known are all new', () => {
  expect(Lines.of(3).byIdsOf(undefined).toIds()).toEqual([NEW_LINE, NEW_LINE + 1, NEW_LINE + 2])
})

test('hundreds of millions of lines in few pieces are followed piece by piece', () => {
  const toIds = vi.spyOn(Lines.prototype, 'toIds')
  const later = Lines.of(400_000_000)
  later.remove(10, 20)
  expect(later.byIdsOf(Lines.of(400_000_000)).pieces).toEqual(later.pieces)
  expect(toIds).not.toHaveBeenCalled()
  toIds.mockRestore()
})
