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
import { bareInsertRow, bareOpen, bareWrite } from './support/bare-engine.ts'
import { measureOpening } from './support/page-opening.ts'
import { manyFormulas, openTable, resultRows, type Table } from './support/tables.ts'

const { values: options } = parseArgs({ options: { 'no-page': { type: 'boolean', default: false } } })
const OWNER = 'demo@example.com'

let missed = 0
function report(name: string, ms: number, limitMs: number, bareMs?: number): void {
  const isMet = ms <= limitMs
  if (!isMet) missed += 1
  const bare = bareMs === undefined ? '' : `, the engine alone ${Math.round(bareMs)} ms`
  console.log(`${isMet ? 'ok' : 'NO'}  ${name}: ${Math.round(ms)} ms (at most ${limitMs}${bare})`)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

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
  const ms = await timed(async () => {
    for (let row = 1; row <= 50; row++) await format(row)
  })
  report('50 formats, a call each, over 20,000 formulas', ms, 1_000)
  const cell = await timed(() => table.write('A1', [[7]]))
  report('one cell that 1 formula of 20,000 needs', cell, 200)
}

async function measureInsert(emulator: Emulator): Promise<void> {
  const table = await openTable(emulator, OWNER, { rows: 50_500, columns: 4 })
  await table.write('A1', manyFormulas(50_000, 2))
  const ms = await timed(() =>
    table.batch({
      insertDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 1, endIndex: 2 } },
    }),
  )
  report('a row inserted over 100,000 formulas', ms, 500, bareInsertRow(manyFormulas(50_000, 2)))
}

async function measureResult(emulator: Emulator): Promise<Table> {
  const table = await openTable(emulator, OWNER, { rows: 5_100, columns: 20 })
  const rows = resultRows(5_000)
  const ms = await timed(() => table.write('A1', rows))
  report('5,000 rows of 12 formulas written', ms, 2_000, bareWrite(rows))
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
    report('that sheet opened', openMs, 2_000, bareOpen(resultRows(5_000)))
    report('the longest freeze of its page', longestFreezeMs, 200)
  } finally {
    await emulator.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
process.exit(missed === 0 ? 0 : 1)
