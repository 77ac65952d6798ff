/** The map of the code: what each file is, in the words that it begins with. One page for each part. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** A page's name, and the folders that are on it. */
export const PAGES: Record<string, readonly string[]> = {
  service: ['service'],
  emulator: ['emulator'],
  'add-on': ['src', 'sidebar'],
  others: ['contract', 'clients/typescript/src', 'scripts'],
}

const isSource = (path: string): boolean =>
  /\.(?:[cm]?[jt]sx?)$/.test(path) && !/\.(?:gen|d)\.[cm]?ts$/.test(path)

const filesIn = (folders: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(isSource)
    .sort()

/** The first paragraph of the comment that a file begins with; null where it begins with none. */
export function headOf(source: string): string | null {
  const found = /^(?:#!.*\n)?(?:\/\*\*?([\s\S]*?)\*\/|((?:\/\/.*\n)+))/.exec(source)
  if (!found) return null
  const text = (found[1] ?? found[2] ?? '').replace(/^\s*(?:\*|\/\/) ?/gm, '')
  const [first = ''] = text.trim().split(/\n\s*\n/)
  return first.replace(/\s+/g, ' ')
}

export const headless = (): string[] =>
  Object.values(PAGES)
    .flatMap(filesIn)
    .filter(path => headOf(readFileSync(join(ROOT, path), 'utf8')) === null)

export function pageOf(name: string): string {
  const folders = Map.groupBy(filesIn(PAGES[name]!), path => dirname(path))
  const sections = [...folders].map(
    ([folder, files]) => `## ${folder}/\n\n${files.map(path => lineOf(folder, path)).join('\n')}\n`,
  )
  return `${opening(name)}\n${sections.join('\n')}`
}

const lineOf = (folder: string, path: string): string =>
  `- \`${path.slice(folder.length + 1)}\` ${headOf(readFileSync(join(ROOT, path), 'utf8'))?.replaceAll('<', '&lt;')}`

const opening = (name: string): string =>
  `# Map of the code: ${PAGES[name]!.map(folder => `\`${folder}/\``).join(', ')}

What each file is, in the words that it begins with: search here for what you want to change. The other pages: ${Object.keys(
    PAGES,
  )
    .filter(other => other !== name)
    .map(other => `[${other}](${other}.md)`)
    .join(
      ', ',
    )}. How it all works together: [architecture.md](../architecture.md). Written anew by \`npx vitest run test/project/code-map.test.ts -u\`.
`
