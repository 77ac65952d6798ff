/**
 * The local Google's speed: formats over many formulas, a row inserted, a result sheet written and opened,
 * each beside its limit and beside what the engine takes for the same by itself.
 *
 *   node bench/emulator.ts [--no-page]
 *
 * Ends with 1 where a limit is missed.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Emulator, startEmulator } from '../emulator/start.ts'
import { bare } from './support/bare-engine.ts'
import { measureOpening } from './support/page-opening.ts'
import { manyFormulas, openTable, resultRows, type Table } from './support/tables.ts'
import { type Taken, timed } from './support/timed.ts'

const { values: options } = parseArgs({ options: { 'no-page': { type: 'boolean', default: false } } })
const OWNER = 'demo@example.com'

let missed = 0
function report(name: string, taken: Taken, limitMs: number, bare?: Taken): void {
  const isMet = taken.ms <= limitMs
  if (!isMet) missed += 1
  const alone = bare === undefined ? '' : `, the engine alone ${print(bare)}`
  console.log(`${isMet ? 'ok' : 'NO'}  ${name}: ${print(taken)} (at most ${limitMs} ms${alone})`)
}

/** On a busy machine the processor's time is the one that says something. */
const print = ({ ms, processorMs }: Taken) =>
  processorMs === undefined
    ? `${Math.round(ms)} ms`
    : `${Math.round(ms)} ms, ${Math.round(processorMs)} of the processor`

async function measureFormats(emulator: Emulator): Promise<void> {
  const table = await openTable(emulator, OWNER, { rows: 20_500, columns: 4 })
  await table.write('A1', manyFormulas(20_000))
  const format = (row: number) =>
    table.batch({
      repeatCell: {
        range: { sheetId: 0, startRowIndex: row, endRowIndex: row + 1 },
        cell: { userEnteredFormat: { textFormat: { bold: true } } },
        fields: 'userEnteredFormat.textFormat.bold',
      },
    })
  await format(0)
  const formats = await timed(async () => {
    for (let row = 1; row <= 50; row++) await format(row)
  })
  report('50 formats, a call each, over 20,000 formulas', formats, 1_000)
  const cell = await timed(() => table.write('A1', [[7]]))
  report('one cell that 1 formula of 20,000 needs', cell, 200)
}

async function measureInsert(emulator: Emulator): Promise<void> {
  const table = await openTable(emulator, OWNER, { rows: 50_500, columns: 4 })
  await table.write('A1', manyFormulas(50_000, 2))
  const insertion = await timed(() =>
    table.batch({
      insertDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 1, endIndex: 2 } },
    }),
  )
  report('a row inserted over 100,000 formulas', insertion, 500, bare('insert'))
}

async function measureResult(emulator: Emulator): Promise<Table> {
  const table = await openTable(emulator, OWNER, { rows: 5_100, columns: 20 })
  const rows = resultRows(5_000)
  const writing = await timed(() => table.write('A1', rows))
  report('5,000 rows of 12 formulas written', writing, 2_000, bare('write'))
  return table
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rowhand-bench-'))
  const emulator = await startEmulator({ port: 0, dataDir: folder })
  try {
    await measureFormats(emulator)
    await measureInsert(emulator)
    const table = await measureResult(emulator)
    if (options['no-page']) return
    const { openMs, longestFreezeMs } = await measureOpening(emulator, table.id)
    report('that sheet opened', { ms: openMs }, 2_000, bare('open'))
    report('the longest freeze of its page', { ms: longestFreezeMs }, 200)
  } finally {
    await emulator.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
process.exit(missed === 0 ? 0 : 1)
