/**
 * What the engine takes by itself, as it comes in its package: no server, no journal, no Google's words
 * around it, none of the emulator's additions. In a process of its own, since those change its classes.
 */
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Engine, Model } from '../../emulator/dialect/engine.ts'
import { manyFormulas, resultRows } from './tables.ts'
import { type Taken, timed } from './timed.ts'

export type BareTask = 'open' | 'insert' | 'write'

const SHEET = { id: '0', name: 'Data', cells: {}, rowNumber: 51_000, colNumber: 20 }

export function bare(task: BareTask): Taken {
  const printed = execFileSync(process.execPath, [fileURLToPath(import.meta.url), task], { encoding: 'utf8' })
  return JSON.parse(printed) as Taken
}

function cellsOf(rows: unknown[][]): { row: number; col: number; content: string }[] {
  return rows.flatMap((values, row) => values.map((value, col) => ({ row, col, content: String(value) })))
}

function dataOf(engine: Engine, rows: unknown[][]): object {
  const cells = Object.fromEntries(
    cellsOf(rows).map(({ row, col, content }) => [engine.helpers.toXC(col, row), content]),
  )
  return { sheets: [{ ...SHEET, cells }], isNotSquishable: true }
}

const look = ({ getters }: Model) => getters.getEvaluatedCell({ sheetId: '0', col: 1, row: 5 })

const TASKS: Record<BareTask, (engine: Engine) => Promise<Taken>> = {
  open(engine) {
    const data = dataOf(engine, resultRows(5_000))
    return timed(() => look(new engine.Model(data)))
  },
  insert(engine) {
    const model = new engine.Model(dataOf(engine, manyFormulas(50_000, 2)))
    const where = { sheetId: '0', sheetName: 'Data', dimension: 'ROW', base: 1, position: 'before' }
    return timed(() => {
      model.dispatch('ADD_COLUMNS_ROWS', { ...where, quantity: 1 })
      look(model)
    })
  },
  write(engine) {
    class Writer extends engine.UIPlugin {
      override handle(command: { type: string; cells?: object[] }): void {
        if (command.type !== 'WRITE_ALL') return
        for (const cell of command.cells ?? []) this.dispatch('UPDATE_CELL', { sheetId: '0', ...cell })
      }
    }
    engine.registries.featurePluginRegistry.add('writer', Writer)
    const model = new engine.Model({ sheets: [SHEET] })
    const cells = cellsOf(resultRows(5_000))
    return timed(() => {
      model.dispatch('WRITE_ALL', { cells })
      look(model)
    })
  },
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.debug = () => {}
  const engine = createRequire(import.meta.url)('@odoo/o-spreadsheet') as Engine
  console.log(JSON.stringify(await TASKS[process.argv[2] as BareTask](engine)))
}
