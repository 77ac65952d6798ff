/** What the documents promise must be there. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')

describe('documents', () => {
  test.each(documents)('every link of %s leads somewhere', document => {
    const text = readFileSync(join(root, document), 'utf8')
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(match => match[1] ?? '')
    const files = targets
      .filter(target => !/^(https?:|mailto:|#|\{\{)/.test(target))
      .map(target => target.split('#')[0] ?? '')
    expect(files.filter(file => !existsSync(join(root, dirname(document), file)))).toEqual([])
  })

  test('every npm script that a document names exists', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
    const named = documents.flatMap(document =>
      [
        ...readFileSync(join(root, document), 'utf8').matchAll(/npm run (?:--silent )?([\w-]+(?::[\w-]+)*)/g),
      ].map(match => match[1] ?? ''),
    )
    expect([...new Set(named)].filter(name => !(name in scripts))).toEqual([])
  })
})

describe.each(['docs/reliability.md', 'docs/threat-model.md'])('%s', document => {
  const tests = execFileSync('git', ['ls-files', 'test/**/*.test.ts'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(file => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  const rows = readFileSync(join(root, document), 'utf8')
    .split('\n')
    .filter(line => /^\| .*\| `[^`]+` \|$/.test(line))

  test.each(rows)('names a test that exists in %s', row => {
    const title = /`([^`]+)` \|$/.exec(row)?.[1] ?? row
    expect(tests).toContain(title.replaceAll("'", "\\'").replaceAll("\\'", "'"))
  })
})
