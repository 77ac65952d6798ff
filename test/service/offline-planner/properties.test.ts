/** What holds for every text that a person or a machine may write. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextStep } from '../../../service/offline-planner/planner.ts'
import { type Box, parseRange } from '../../../service/sheets/a1.ts'
import { often } from '../../support/long.ts'
import { run, TODAY, TOOLS } from './sample.ts'

describe('whatever is written', () => {
  const check = (prompt: string, respond = () => undefined as never) => {
    const { steps, calls, answer } = run(prompt, { respond })
    expect(steps).toBeLessThanOrEqual(32)
    for (const { tool } of calls) expect(TOOLS).toContain(tool)
    expect(answer.trim()).not.toBe('')
  }
  const words =
    'add a column sort by filter where is remove duplicates trim replace with format as currency freeze header rename tab describe total average of Qty Price Region Status times plus minus ( ) , and then ; "x" \' 10 % = > it the first last row to new called sum count per each in'.split(
      ' ',
    )

  test('random text ends within 32 steps, throws nothing and calls no unknown tool', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), text => check(text)),
      { numRuns: often(100, 300) },
    )
  })

  test.each(['__proto__', 'constructor', 'sort by constructor', 'toString'])(
    '“%s” is a text like any other',
    text => check(text),
  )

  test('random conversations do so too', () => {
    const sentence = fc
      .array(fc.constantFrom(...words, 'same', 'for', 'overwrite', 'Sheet2'), { maxLength: 8 })
      .map(parts => parts.join(' '))
    fc.assert(
      fc.property(sentence, fc.array(sentence, { maxLength: 6 }), (prompt, prompts) => {
        const earlier = prompts.map(text => ({ prompt: text, steps: [] }))
        expect(run(prompt, { earlier }).steps).toBeLessThanOrEqual(32)
      }),
      { numRuns: often(150, 500) },
    )
  })

  test('long and hostile texts end too, without patterns that run for ever', () => {
    const pieces = ['a ', 'and sort ', 'Qty and ', "'", 'freeze and bold ']
    const beginnings = ['', 'Highlight ']
    for (const length of [235, 32_000]) {
      for (const piece of pieces) {
        for (const beginning of beginnings) {
          expect(run((beginning + piece.repeat(length)).slice(0, length)).steps).toBeLessThanOrEqual(32)
        }
      }
    }
  })

  test('random words of the trade do so too', () => {
    const sentences = fc.array(fc.constantFrom(...words), { maxLength: 25 }).map(parts => parts.join(' '))
    fc.assert(
      fc.property(sentences, text => check(text)),
      { numRuns: often(500, 2_000) },
    )
  })

  test('after a place, only cells of the place are changed', () => {
    const sentences = fc
      .array(
        fc.constantFrom(
          ...words,
          'make',
          'bold',
          'upper',
          'case',
          'clear',
          'fill',
          'blanks',
          'delete',
          'it',
          'Cost',
        ),
        { maxLength: 7 },
      )
      .map(parts => parts.join(' '))
    // One row more for a total.
    const isInside = (box: Box) =>
      box.startRow! >= 1 && box.endRow! <= 6 && box.startColumn! >= 7 && box.endColumn! <= 9
    fc.assert(
      fc.property(sentences, text => {
        for (const { tool, args } of run(`In Orders!H2:I5: ${text}`).calls) {
          if (/^(?:read_|get_)/.test(tool)) continue
          const range = args.target_range ?? args.range
          expect(range, `${text}: ${tool}`).toBeTypeOf('string')
          expect(isInside(parseRange(range as string)!.box), `${text}: ${tool} ${range as string}`).toBe(true)
        }
      }),
      {
        numRuns: often(400, 1_500),
        examples: [['trim a'], ['trim column A'], ['new tab'], ['each total add as tab'], ['Region remove']],
      },
    )
  })

  test('random results of tools do so too', () => {
    const results = fc.oneof(
      fc.constant(undefined),
      fc.record({ output: fc.jsonValue() }),
      fc.record({ output: fc.constant(null), error: fc.string() }),
    )
    const prompts = fc.constantFrom(
      'Sum Price by Region',
      'Sum Qty',
      'Sort by Date and add a total row',
      'Add a column R that is Qty * Price',
    )
    fc.assert(
      fc.property(prompts, fc.infiniteStream(results), (prompt, stream) => {
        check(prompt, () => stream.next().value as never)
      }),
      { numRuns: often(100, 300) },
    )
  })

  test('the same conversation gives the same step', () => {
    const { turn } = run('Sum Price by Region')
    for (let length = 0; length <= turn.steps.length; length++) {
      const cut = [{ prompt: turn.prompt, steps: turn.steps.slice(0, length) }]
      expect(nextStep(cut, TOOLS, TODAY)).toEqual(nextStep(structuredClone(cut), TOOLS, TODAY))
    }
  })
})
