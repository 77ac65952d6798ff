/** Costs are integers from real token counts, and add up exactly. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { costNanoDollars, nanoDollars, tokenUsage } from '../../../service/models/price.ts'

const sonnet = {
  inputPerMillion: nanoDollars(3),
  cachedInputPerMillion: nanoDollars(0.3),
  outputPerMillion: nanoDollars(15),
  perSearch: 0n,
}
const usage = (inputTokens: number, cachedInputTokens: number, outputTokens: number) => ({
  inputTokens,
  cachedInputTokens,
  outputTokens,
})

test('a million tokens cost the price, cached ones theirs', () => {
  expect(costNanoDollars(sonnet, usage(1_000_000, 0, 0))).toBe(3_000_000_000n)
  expect(costNanoDollars(sonnet, usage(0, 1_000_000, 0))).toBe(300_000_000n)
  expect(costNanoDollars(sonnet, usage(0, 0, 1_000_000))).toBe(15_000_000_000n)
  expect(costNanoDollars(sonnet, usage(1200, 300, 50))).toBe(3_600_000n + 90_000n + 750_000n)
})

test('a fraction of a nano-dollar is rounded up, once', () => {
  const price = { ...sonnet, inputPerMillion: 1n, cachedInputPerMillion: 1n, outputPerMillion: 1n }
  expect(costNanoDollars(price, usage(1, 1, 1))).toBe(1n)
  expect(costNanoDollars(price, usage(0, 0, 0))).toBe(0n)
})

test('prices with three decimals of a dollar are exact per token, so costs of steps add up to the cost of all', () => {
  const price = fc.integer({ min: 0, max: 200_000 }).map(thousandths => nanoDollars(thousandths / 1000))
  const counts = fc.tuple(fc.nat(2_000_000), fc.nat(2_000_000), fc.nat(200_000))
  fc.assert(
    fc.property(price, price, price, fc.array(counts, { maxLength: 20 }), (input, cached, output, steps) => {
      const prices = {
        inputPerMillion: input,
        cachedInputPerMillion: cached,
        outputPerMillion: output,
        perSearch: 0n,
      }
      const total = steps.reduce((sum, step) => [sum[0] + step[0], sum[1] + step[1], sum[2] + step[2]], [
        0, 0, 0,
      ] as [number, number, number])
      const sum = steps.reduce((all, step) => all + costNanoDollars(prices, usage(...step)), 0n)
      expect(sum).toBe(costNanoDollars(prices, usage(...total)))
    }),
  )
})

test('cached tokens are not counted twice, and missing counts are found elsewhere or are zero', () => {
  const none = undefined
  const read = (
    total: number | undefined,
    noCache: number | undefined,
    cacheRead: number | undefined,
    cacheWrite: number | undefined,
  ) =>
    tokenUsage({
      inputTokens: { total, noCache, cacheRead, cacheWrite },
      outputTokens: { total: 7, text: none, reasoning: none },
    })
  expect(read(100, 60, 40, none)).toEqual(usage(60, 40, 7))
  expect(read(100, none, 40, none)).toEqual(usage(60, 40, 7))
  expect(read(none, 60, 40, 10)).toEqual(usage(70, 40, 7))
  expect(read(none, none, none, none)).toEqual(usage(0, 0, 7))
  expect(read(10, none, 40, none)).toEqual(usage(0, 40, 7))
  expect(tokenUsage(undefined)).toEqual(usage(0, 0, 0))
})
