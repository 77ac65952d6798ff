import { expect, test } from 'vitest'
import { valueIn } from '../../../../service/models/value.ts'
import { parseTemplate } from '../../../../service/tools/bulk/template.ts'
import { cpuMilliseconds } from '../../../support/cpu-time.ts'

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
  expect(cpuMilliseconds(() => parseTemplate(open, []))).toBeLessThan(500)
})

test('a fenced reply that never ends is looked through once', () => {
  expect(valueIn('```json\n{"value": "7"}\n```')).toBe('7')
  expect(cpuMilliseconds(() => valueIn(`\`\`\`${' '.repeat(50_000)}x`))).toBeLessThan(500)
})
