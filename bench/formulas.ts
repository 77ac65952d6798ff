/**
 * How much of what Google Sheets computed the local Google computes too: recorded formulas by file and by
 * function, and the causes of the rest.
 *
 *   node bench/formulas.ts [--all] [--function NAME]
 *
 * `--all` lists every difference, `--function` those of one function. Ends with 1 below the floor.
 */
import { parseArgs } from 'node:util'
import { causeOf } from '../test/emulator/recorded/causes.ts'
import { type Compared, compare, Desk, readRecorded } from '../test/emulator/recorded/compare.ts'
import { EVERYDAY } from '../test/emulator/recorded/everyday.ts'

const { values } = parseArgs({ options: { all: { type: 'boolean' }, function: { type: 'string' } } })
const FLOOR_PERCENT = 93

const desk = new Desk()
const all = readRecorded().map(recorded => compare(desk, recorded))
const byFile = Map.groupBy(all, it => it.file)
for (const [file, rows] of byFile) console.log(line(file, rows))
console.log(line('all', all))
const everyday = new Set(EVERYDAY)
console.log(
  line(
    'everyday',
    all.filter(it => everyday.has(it.functions[0] ?? '')),
  ),
)
console.log('\nCauses of the rest:')
for (const [cause, rows] of Map.groupBy(
  all.filter(it => !it.same),
  causeOf,
))
  console.log(`${String(rows.length).padStart(4)}  ${cause}`)
const byFunction = [...Map.groupBy(all, it => it.functions[0] ?? '')].filter(([, rows]) =>
  rows.some(it => !it.same),
)
console.log(`\n${byFunction.length} functions with differences:`)
console.log(
  byFunction
    .toSorted((a, b) => missing(b[1]) - missing(a[1]))
    .map(([name, rows]) => `${name} ${rows.length - missing(rows)}/${rows.length}`)
    .join(', '),
)
for (const it of all)
  if (!it.same && (values.all || it.functions[0] === values.function?.toUpperCase()))
    console.log(`${it.formula}\n    Google ${it.expected}   here ${it.got}   ${it.message}`)
process.exitCode = percent(all) >= FLOOR_PERCENT ? 0 : 1

function missing(rows: Compared[]): number {
  return rows.filter(it => !it.same).length
}

function percent(rows: Compared[]): number {
  return (100 * (rows.length - missing(rows))) / rows.length
}

function line(name: string, rows: Compared[]): string {
  return `${name.padEnd(12)} ${String(rows.length - missing(rows)).padStart(5)} of ${String(rows.length).padStart(5)}   ${percent(rows).toFixed(1)} %`
}
