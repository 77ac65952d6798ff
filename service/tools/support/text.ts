/** Small helpers for texts in messages and outputs. */

/** "1 cell", "3 cells" */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

/** Length of the JSON that a model would read. */
export const jsonLength = (value: unknown): number => JSON.stringify(value)?.length ?? 0

export { cut as cutText } from '../../sheets/cut.ts'

/** The first of many lines, and how many more there are. */
export const firstOf = (lines: string[], most: number): string[] =>
  lines.length > most ? [...lines.slice(0, most), `and ${lines.length - most} more`] : lines

/** Text that the database can hold: models write what it cannot. */
export const storable = (text: string): string => text.replaceAll('\0', '\uFFFD')

/** "Monthly Report!" and "monthly-report" are one name. */
export const toWords = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** `name` as `toWords` gives it. */
export function isNamedIn(prompt: string, name: string): boolean {
  const words = toWords(prompt)
  return UNSPACED.test(name) ? words.includes(name) : `-${words}-`.includes(`-${name}-`)
}
