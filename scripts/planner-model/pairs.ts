/** Sentences with their meanings, by writers who did not know the planner: one file for each workbook. */
import { readFileSync } from 'node:fs'
import type { Seen } from '../../service/offline-planner/look.ts'
import { columnLetters } from '../../service/sheets/a1.ts'
import type { ColumnType, TabOverview } from '../../service/sheets/overview/overview.ts'

export interface Pair {
  say: string
  /** In the meaning language, docs/meaning-language.md. */
  mean: string
}

type Cell = string | number | boolean

export interface PairFile {
  tabs: { title: string; rows: Cell[][] }[]
  pairs: Pair[]
}

/** "# tab Name", lines of cells between bars, "# pairs", then lines "sentence => meaning". */
export function readPairs(path: string): PairFile {
  const file: PairFile = { tabs: [], pairs: [] }
  let isPairs = false
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line.startsWith('# tab ')) file.tabs.push({ title: line.slice(6).trim(), rows: [] })
    else if (line.startsWith('# pairs')) isPairs = true
    else if (line.trim() === '' || line.startsWith('#')) continue
    else if (isPairs) file.pairs.push(...pairOf(line))
    else addRow(file.tabs.at(-1), line)
  }
  return file
}

function pairOf(line: string): Pair[] {
  const at = line.lastIndexOf(' => ')
  return at === -1 ? [] : [{ say: line.slice(0, at).trim(), mean: line.slice(at + 4).trim() }]
}

function addRow(tab: PairFile['tabs'][number] | undefined, line: string): void {
  const cells = line.split('|').map(cell => cell.trim())
  tab?.rows.push(tab.rows.length === 0 ? cells : cells.map(cellOf))
}

const cellOf = (text: string): Cell =>
  /^-?\d+(?:\.\d+)?$/.test(text)
    ? Number(text)
    : /^(?:true|false)$/i.test(text)
      ? text.toLowerCase() === 'true'
      : text

/** What the planner would see of these tabs. */
export function seenOf({ tabs }: Pick<PairFile, 'tabs'>): Seen {
  const seen = tabs.map(
    ({ title, rows: [headers = [], ...rows] }, index): { tab: TabOverview; rows: Cell[][] } => ({
      tab: {
        sheet_id: index,
        title,
        index,
        grid_rows: rows.length + 50,
        grid_columns: Math.max(26, headers.length + 5),
        used_range: `A1:${columnLetters(headers.length - 1)}${rows.length + 1}`,
        header_row: 1,
        first_data_row: 2,
        last_data_row: rows.length + 1,
        columns: headers.map((header, at) => {
          const filled = rows.map(row => row[at] ?? '').filter(cell => cell !== '')
          return {
            column: columnLetters(at),
            header: String(header),
            type: typeOf(filled),
            samples: filled.slice(0, 3).map(String),
            non_empty: filled.length,
          }
        }),
      },
      rows: rows.map(row => headers.map((_, at) => row[at] ?? '')),
    }),
  )
  return {
    overview: {
      title: 'Pairs',
      locale: 'en_US',
      active_tab: seen[0]?.tab.title ?? '',
      tabs: seen.map(({ tab }) => tab),
    },
    data: seen.map(each => ({ ...each, isWhole: true, hasTotal: false })),
  }
}

/** As service/sheets/overview/describe-columns.ts has it: one type with at most a tenth of other cells. */
function typeOf(cells: readonly Cell[]): ColumnType {
  const types = cells.map(
    (cell): ColumnType =>
      typeof cell === 'number'
        ? 'number'
        : typeof cell === 'boolean'
          ? 'boolean'
          : /^\d{4}-\d\d-\d\d$/.test(cell)
            ? 'date'
            : 'text',
  )
  const isMost = (type: ColumnType): boolean =>
    types.filter(each => each === type).length >= types.length * 0.9
  return types.length === 0 ? 'empty' : (types.find(isMost) ?? 'mixed')
}
