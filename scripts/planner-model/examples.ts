/**
 * Writes what the learned reader is trained on: each pair with what is seen of its sentence, one JSON object a line.
 *
 *   node scripts/planner-model/examples.ts <out.jsonl> [pairs/a-1.txt …]
 */
import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sourceOf } from '../../service/offline-planner/learned/source.ts'
import { link } from '../../service/offline-planner/linking/link.ts'
import { indexFor } from '../../service/offline-planner/linking/sheet.ts'
import { type Pair, type PairFile, readPairs, seenOf } from './pairs.ts'
import { targetOf } from './targets.ts'

const FOLDER = join(import.meta.dirname, 'pairs')
const ASIDES = join(import.meta.dirname, 'asides')
/** 21 November 2026, as the writers were told. */
const TODAY = 46_347
/** Two wishes in one message, besides those that people wrote. */
const JOINED_SHARE = 0.1
/** Of the sentences that make a column. */
const MADE_SHARE = 0.15
const JOINTS = [
  ' then ',
  ', then ',
  ', and then ',
  '. Then ',
  ' and ',
  ', and ',
  '. ',
  '. Also ',
  ' and also ',
  '; ',
  ' plus ',
  ' and after that ',
]

/** The same numbers in each run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    yield state / 2 ** 31
  }
}

function joinedPairs(pairs: readonly Pair[], seed: number): Pair[] {
  const random = numbers(seed)
  const able = pairs.filter(
    ({ say, mean }) =>
      mean !== 'none' &&
      mean !== 'help' &&
      say.length < 110 &&
      !/ then /.test(mean.replace(/if .*? then/, '')),
  )
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random.next().value * items.length)]!
  return Array.from({ length: able.length * JOINED_SHARE }, () => {
    const [first, second] = [pick(able), pick(able)]
    const begins = second.say[0]!.toLowerCase() + second.say.slice(1)
    return {
      say: first.say.replace(/[.!?]+$/, '') + pick(JOINTS) + begins,
      mean: `${first.mean} then ${second.mean}`,
    }
  })
}

const THEN_OF_MADE: [say: string, mean: string][] = [
  ['sort by N', 'sort "N" asc'],
  ['sort by N descending', 'sort "N" desc'],
  ['sort by N, highest first', 'sort "N" desc'],
  ['put the largest N on top', 'sort "N" desc'],
  ['format N as currency', 'format "N" currency'],
  ['show N in euros', 'format "N" euro'],
  ['make N bold', 'style "N" bold'],
  ['add up N at the bottom', 'totals "N"'],
  ['move N to the front', 'move "N" first'],
  ['highlight the top 3 of N', 'highlight top 3 "N"'],
]

/** What is done with a column that the sentence itself makes. */
function madePairs(pairs: readonly Pair[], seed: number): Pair[] {
  const random = numbers(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random.next().value * items.length)]!
  const making = pairs.flatMap(pair => {
    const name = /^column "([^"]+)" = (?!checkbox)/.exec(pair.mean)?.[1]
    const isOne = !/ then /.test(pair.mean.replace(/if .*? then/, ''))
    return name && isOne && pair.say.length < 110 ? [{ pair, name }] : []
  })
  return Array.from({ length: making.length * MADE_SHARE }, () => {
    const { pair, name } = pick(making)
    const [say, mean] = pick(THEN_OF_MADE)
    return {
      say: pair.say.replace(/[.!?]+$/, '') + pick(JOINTS) + say.replace('N', name),
      mean: `${pair.mean} then ${mean.replace('N', name)}`,
    }
  })
}

/** What is said beside a wish of things of the sheet, and changes nothing of it: lines with holes, by language. */
const LINKED = join(import.meta.dirname, 'linked')
const LINKED_SHARE = 0.12
const HOLE = /\{([CNDVT])\}/g

const linkedAsides = new Map(
  ['en', 'de', 'fr', 'es', 'ja'].map(language => [
    language,
    readFileSync(join(LINKED, `${language}.txt`), 'utf8')
      .split('\n')
      .flatMap(line => {
        const [, place, said] = /^(before|behind):(.+)$/.exec(line.trimEnd()) ?? []
        return place && said ? [{ place, said }] : []
      }),
  ]),
)

function linkedPairs(file: PairFile, name: string, seed: number): Pair[] {
  const random = numbers(seed)
  const pick = <Item>(items: readonly Item[]): Item | undefined =>
    items[Math.floor(random.next().value * items.length)]
  const asides = linkedAsides.get(/^(de|fr|es|ja)[-.]/.exec(name)?.[1] ?? 'en')!
  const able = file.pairs.filter(({ say }) => say.length < 120)
  return Array.from({ length: able.length * LINKED_SHARE }, () => {
    const [pair, aside] = [pick(able), pick(asides)]
    return pair && aside ? withAside(pair, aside, fillingsOf(file, pair), pick) : null
  }).filter(pair => pair !== null)
}

/** What may stand in each hole: nothing that the wish itself is about. */
function fillingsOf({ tabs: [active, ...others] }: PairFile, { say, mean }: Pair): Record<string, string[]> {
  const [headers = [], ...rows] = active?.rows ?? []
  const isNew = (text: string): boolean =>
    text !== '' && !`${say}${mean}`.toLowerCase().includes(text.toLowerCase())
  const columns = headers.map((header, at) => ({
    header: String(header),
    cells: rows.map(row => row[at] ?? '').filter(cell => cell !== ''),
  }))
  const free = columns.filter(({ header }) => isNew(header))
  const are = (cells: readonly unknown[], is: (cell: unknown) => boolean): boolean =>
    cells.length > 0 && cells.every(is)
  const isNumber = (cell: unknown): boolean => typeof cell === 'number'
  const isDay = (cell: unknown): boolean => /^\d{4}-\d\d-\d\d$/.test(String(cell))
  const texts = columns.filter(({ cells }) => !cells.some(cell => isNumber(cell) || isDay(cell)))
  return {
    C: free.map(({ header }) => header),
    N: free.filter(({ cells }) => are(cells, isNumber)).map(({ header }) => header),
    D: free.filter(({ cells }) => are(cells, isDay)).map(({ header }) => header),
    V: texts.flatMap(({ cells }) => cells.map(String)).filter(text => isNew(text) && text.length < 30),
    T: others.map(({ title }) => title).filter(isNew),
  }
}

/** Null where a hole stays empty. */
function withAside(
  { say, mean }: Pair,
  { place, said }: { place: string; said: string },
  fillings: Record<string, string[]>,
  pick: (items: readonly string[]) => string | undefined,
): Pair | null {
  let isWhole = true
  const text = said.replace(HOLE, (_, hole: string) => {
    const filling = pick(fillings[hole] ?? [])
    isWhole &&= filling !== undefined
    return filling ?? ''
  })
  if (!isWhole) return null
  if (place === 'before') return { say: `${text} ${say}`, mean }
  const isSentence = /^[.!?]/.test(text)
  return { say: (isSentence ? say.replace(/[.!]+$/, '') : say.replace(/[.!?]+$/, '')) + text, mean }
}

function exampleOf({ say, mean }: Pair, seen: ReturnType<typeof seenOf>): object | string {
  const index = indexFor(seen, say)
  const [active] = seen.overview.tabs
  const units = active ? sourceOf(index, active, link(index, { text: say, today: TODAY })) : null
  if (!units || !active) return 'longer than what is read'
  const target = targetOf(units, say, mean, active.title)
  if ('problem' in target) return target.problem
  return {
    u: units.map(({ words, marks, tag, contents }) => [words, marks, tag, ...(contents ? [contents] : [])]),
    n: units.filter(({ token }) => token).length,
    y: target.signs,
  }
}

/** A reason goes on in the sentence without a sign; few lines are some, so they count for more. */
const CONNECTED =
  /^(?:for|because|before|since|as|so|if|when|while|to|showing|für|weil|damit|bevor|wenn|wie|pour|parce|avant|afin|si|comme|para|porque|antes) /
const CONNECTED_WEIGHT = 4

/** What is said beside a wish and means nothing, before it and behind it. */
function asidesOf(path: string): string[] {
  const seen = seenOf({ tabs: [{ title: 'Sheet1', rows: [] }] })
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(line => line.trim() !== '')
    .flatMap(line => {
      const said = line.trim().replace(/[.!]+$/, '')
      const [first = '', ...rest] = said
      const later = `${first.toLowerCase()}${rest.join('')}`
      return [
        { place: 'before', say: /[?…]$/.test(said) ? said : `${said}.` },
        { place: 'behind', say: /[?]$/.test(said) ? `. ${said}` : `, ${later}` },
        { place: 'behind', say: `. ${said}.` },
        ...(CONNECTED.test(said)
          ? Array.from({ length: CONNECTED_WEIGHT }, () => ({ place: 'behind', say: ` ${said}` }))
          : []),
      ].flatMap(({ place, say }) => {
        const example = exampleOf({ say, mean: 'none' }, seen)
        return typeof example === 'string'
          ? []
          : [JSON.stringify({ f: basename(path), say, mean: 'none', ...example, aside: place })]
      })
    })
}

function examplesOf(path: string, file: PairFile): string[] {
  const seen = seenOf(file)
  const seed = file.pairs.length + basename(path).length
  const joined = [
    ...joinedPairs(file.pairs, seed),
    ...madePairs(file.pairs, seed + 1),
    ...linkedPairs(file, basename(path), seed + 2),
  ]
  return [...file.pairs, ...joined].flatMap((pair, at) => {
    const example = exampleOf(pair, seen)
    if (typeof example !== 'string')
      return JSON.stringify({
        f: basename(path),
        ...pair,
        ...example,
        ...(at < file.pairs.length ? {} : { joined: 1 }),
      })
    if (at < file.pairs.length)
      console.error(`${basename(path)}: left out, ${example}: ${pair.say} => ${pair.mean}`)
    return []
  })
}

const [out, ...named] = process.argv.slice(2)
const textsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter(name => name.endsWith('.txt'))
    .sort()
    .map(name => join(folder, name))
const paths = named.length > 0 ? named : textsIn(FOLDER)
let count = 0
const file = openSync(out!, 'w')
// Piece by piece: all together are longer than a text can be.
function write(lines: readonly string[]): void {
  if (lines.length > 0) writeSync(file, `${lines.join('\n')}\n`)
  count += lines.length
}
for (const path of paths) write(examplesOf(path, readPairs(path)))
if (named.length === 0) for (const path of textsIn(ASIDES)) write(asidesOf(path))
closeSync(file)
console.log(`${count} examples`)
