import { expect, test } from 'vitest'
import { valueIn } from '../../../service/models/value.ts'
import { parseTemplate } from '../../../service/tools/bulk/template.ts'

const milliseconds = (work: () => void): number => {
  const begun = performance.now()
  work()
  return performance.now() - begun
}

test('a reference takes spaces around its name', () => {
  expect(parseTemplate('Rate {{ Review }} of {{\tB }}', ['Name', 'X', 'Review'])).toMatchObject({
    text: 'Rate {{C}} of {{B}}',
    columns: [1, 2],
  })
})

test('empty braces name no column', () => {
  expect(() => parseTemplate('{{ }}', ['', 'B'])).toThrow('no column')
})

test('a reference that never ends is looked through once', () => {
  const open = `{{A}} {{${' '.repeat(7_900)}`
  expect(milliseconds(() => parseTemplate(open, []))).toBeLessThan(500)
})

test('a fenced reply that never ends is looked through once', () => {
  expect(valueIn('```json\n{"value": "7"}\n```')).toBe('7')
  expect(milliseconds(() => valueIn(`\`\`\`${' '.repeat(50_000)}x`))).toBeLessThan(500)
})
