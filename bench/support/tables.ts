/** Spreadsheets of the sizes that benches need, filled over the Sheets API of a running local Google. */
import type { Emulator } from '../../emulator/start.ts'

export interface Table {
  id: string
  /** USER_ENTERED, from this cell of the first tab on. */
  write(at: string, values: unknown[][]): Promise<void>
  batch(...requests: object[]): Promise<void>
}

export async function openTable(
  emulator: Emulator,
  owner: string,
  grid: { rows: number; columns: number },
): Promise<Table> {
  const call = callerOf(emulator, owner)
  const gridProperties = { rowCount: grid.rows, columnCount: grid.columns }
  const sheets = [{ properties: { sheetId: 0, title: 'Data', gridProperties } }]
  const { spreadsheetId: id } = await call('POST', '', { sheets })
  return {
    id: String(id),
    async write(at, values) {
      await call('PUT', `/${id}/values/${at}?valueInputOption=USER_ENTERED`, { values })
    },
    async batch(...requests) {
      await call('POST', `/${id}:batchUpdate`, { requests })
    },
  }
}

function callerOf(emulator: Emulator, owner: string) {
  const authorization = `Bearer ${emulator.tokenFor(owner)}`
  return async (method: string, path: string, body: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${emulator.url}/v4/spreadsheets${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Record<string, unknown>
  }
}

/** A number beside formulas that take it, each of its own row. */
export function manyFormulas(rows: number, formulaColumns = 1): unknown[][] {
  return Array.from({ length: rows }, (_, i) => [
    i,
    ...Array.from({ length: formulaColumns }, (_, column) => `=$A${i + 1}*${column + 2}+1`),
  ])
}

const REGIONS = ['North', 'South', 'East', 'West']

/** What an agent leaves: four columns of data, twelve of formulas of the everyday kinds. */
export function resultRows(rows: number): unknown[][] {
  return Array.from({ length: rows }, (_, i) => {
    const r = i + 1
    return [
      `2026-${String((i % 12) + 1).padStart(2, '0')}-15`,
      REGIONS[i % 4],
      (i * 7) % 100,
      9.5 + (i % 13),
      `=C${r}*D${r}`,
      `=IF(E${r}>500,"big","small")`,
      `=ROUND(E${r}*0.19,2)`,
      `=E${r}+G${r}`,
      `=B${r}&"-"&F${r}`,
      `=YEAR(A${r})`,
      `=MONTH(A${r})`,
      `=IFERROR(E${r}/C${r},0)`,
      `=AND(C${r}>10,D${r}>12)`,
      `=MAX(C${r},D${r})`,
      `=LEFT(B${r},2)`,
      `=SUM(C${r}:E${r})`,
    ]
  })
}
