import { describe, expect, it } from 'vitest'
import { callSignature, goesInCircles } from '../../../service/turns/steps/stopping.ts'

const call = (args: unknown, failed = false) => ({
  tool: 'write',
  signature: callSignature('write', args),
  failed,
})

describe('a turn that goes in circles', () => {
  it('is stopped at the third same call in a row', () => {
    expect(goesInCircles([call(1)], [call(1)])).toBeNull()
    expect(goesInCircles([call(1), call(1)], [call(1)])).toMatchObject({ status: 'interrupted' })
  })

  it('is stopped when the same call has failed twice and comes again, whatever was between', () => {
    const past = [call(1, true), call(2), call(1, true), call(3)]
    expect(goesInCircles(past, [call(1)])).toMatchObject({ params: { repeated_calls: 3, tool: 'write' } })
    expect(goesInCircles(past, [call(2)])).toBeNull()
  })

  it('may look at the sheet after each of its writes', () => {
    const past = [call(1), call('look'), call(2), call('look'), call(3)]
    expect(goesInCircles(past, [call('look')])).toBeNull()
  })

  it('takes properties in another order for the same arguments, and lists in another order for others', () => {
    expect(callSignature('write', { a: 1, b: { c: 2, d: 3 } })).toBe(
      callSignature('write', { b: { d: 3, c: 2 }, a: 1 }),
    )
    expect(callSignature('write', [1, 2])).not.toBe(callSignature('write', [2, 1]))
  })
})
