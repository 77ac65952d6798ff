/** A large range read in parts is the range read at once. */
import { expect, test } from 'vitest'
import { joined, partsOf } from '../../../service/sheets/google/read-in-parts.ts'

test('small ranges stay one call', () => {
  expect(partsOf(["'T'!A1:J1000", 'B2', 'C:C'])).toBeNull()
})

test('half a million cells come in parts of at most a hundred thousand', () => {
  const calls = partsOf(["'My tab'!B2:F100001"])!
  expect(calls.map(parts => parts.map(({ range }) => range))).toEqual([
    ["'My tab'!B2:F20001"],
    ["'My tab'!B20002:F40001"],
    ["'My tab'!B40002:F60001"],
    ["'My tab'!B60002:F80001"],
    ["'My tab'!B80002:F100001"],
  ])
})

test('many ranges that are large together come in several calls', () => {
  const calls = partsOf(Array.from({ length: 20 }, (_, at) => `T!A${at * 20_000 + 1}:A${(at + 1) * 20_000}`))!
  expect(calls.map(parts => parts.length)).toEqual([5, 5, 5, 5])
})

test('parts are joined as one answer, with the empty rows that Google leaves out', () => {
  const ranges = ['A1:A300000', 'C1']
  const calls = partsOf(ranges)!
  const values = [[['a'], ['b']], undefined, [['c']], [['d']]]
  const answered = calls
    .flat()
    .map((part, at) => ({ part, answer: { range: part.range, values: values[at] } }))
  const whole = joined(ranges, answered as never)
  expect(whole[0]!.values).toHaveLength(200_001)
  expect(whole[0]!.values![1]).toEqual(['b'])
  expect(whole[0]!.values![2]).toEqual([])
  expect(whole[0]!.values![200_000]).toEqual(['c'])
  expect(whole[1]!.values).toEqual([['d']])
})
