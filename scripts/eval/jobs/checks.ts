/** Questions that most jobs ask of a result. */
import { cellName } from '../../../service/sheets/a1.ts'
import type { Check } from './job.ts'
import { filledCells, rowsOf } from './lines.ts'
import type { ResultBook, ResultCell, ResultTab } from './result.ts'
import { type Wanted, want } from './wants.ts'

/** How far right of its label a figure may stand, and how far below or above it on a card. */
const REACH_COLUMNS = 10
const REACH_ROWS = 3

export interface FigureOptions {
  on?: RegExp
  live?: boolean
}

/** A labelled figure: beside its label, below it, above it, or in one text with it. */
export function figure(says: string, label: RegExp, wanted: Wanted, options: FigureOptions = {}): Check {
  const wants = want(wanted)
  return {
    says,
    fails(result) {
      const labels = tabsOn(result, options.on).flatMap(tab =>
        filledCells(tab)
          .filter(cell => typeof cell.value === 'string' && label.test(cell.value))
          .map(cell => ({ tab, cell })),
      )
      if (labels.length === 0) return `nothing is labelled ${label}`
      const right = labels.flatMap(({ tab, cell }) => around(tab, cell)).filter(cell => wants.holds(cell))
      const inText = labels.some(({ cell }) => numbersIn(cell).some(held => wants.holds(held)))
      if (right.length === 0 && !inText)
        return `no figure beside ${label} is ${wants.text}; beside the first stands ${firstFigure(labels)}`
      if (options.live && !inText && !right.some(cell => cell.live)) return `${wants.text} is typed`
      return null
    },
  }
}

function around(tab: ResultTab, { row, column }: ResultCell): ResultCell[] {
  const ofRow = (tab.grid[row] ?? []).slice(column + 1)
  // A total's label may stand below the first column, its figure below the last.
  const right = [...ofRow.slice(0, REACH_COLUMNS), ofRow.find(cell => cell?.value != null)]
  const below = Array.from({ length: REACH_ROWS }, (_, step) => tab.grid[row + step + 1]?.[column])
  const above = Array.from({ length: REACH_ROWS - 1 }, (_, step) => tab.grid[row - step - 1]?.[column])
  return [...right, ...below, ...above].filter(cell => cell !== undefined)
}

function firstFigure(labels: { tab: ResultTab; cell: ResultCell }[]): string {
  const cells = labels.flatMap(({ tab, cell }) => around(tab, cell)).filter(cell => cell.value !== null)
  return cells[0] ? `${cells[0].shown || cells[0].value}` : 'nothing'
}

/** The numbers within a text, as cells of their own. */
const numbersIn = (cell: ResultCell): ResultCell[] =>
  (cell.shown.match(/-?\d[\d,]*(?:\.\d+)?/g) ?? []).map(text => ({
    ...cell,
    value: Number(text.replaceAll(',', '')),
  }))

/** Cells of these tabs hold what they held: values and formulas, nothing added beside or below. */
export function untouched(...titles: string[]): Check {
  return {
    says: `${titles.join(' and ')} ${titles.length === 1 ? 'is' : 'are'} as before`,
    fails(result) {
      for (const title of titles) {
        const [before, now] = [result.before, result.tabs].map(tabs => tabs.find(tab => tab.title === title))
        if (!before || !now) return `${title} is gone`
        const changed = changedCells(before, now)
        if (changed.length > 0) return `${changed.length} cells of ${title} changed, first ${changed[0]}`
      }
      return null
    },
  }
}

/** The filled cells of a tab are as before; new ones may stand beside and below. */
export function kept(title: string, spared: (row: number, column: number) => boolean = () => false): Check {
  return {
    says: `what stood on ${title} still stands there`,
    fails(result) {
      const [before, now] = [result.before, result.tabs].map(tabs => tabs.find(tab => tab.title === title))
      if (!before || !now) return `${title} is gone`
      const lost = filledCells(before)
        .filter(cell => !spared(cell.row, cell.column))
        .filter(cell => content(now.grid[cell.row]?.[cell.column]) !== content(cell))
      return lost.length === 0 ? null : `${lost.length} cells of ${title} changed, first ${nameOf(lost[0]!)}`
    },
  }
}

const content = (cell: ResultCell | undefined) => cell?.formula ?? cell?.value ?? null

function changedCells(before: ResultTab, now: ResultTab): string[] {
  const changed: string[] = []
  for (let row = 0; row < Math.max(before.rows, now.rows); row++) {
    const width = Math.max(before.grid[row]?.length ?? 0, now.grid[row]?.length ?? 0)
    for (let column = 0; column < width; column++) {
      const [a, b] = [before, now].map(tab => content(tab.grid[row]?.[column]))
      if (a !== b) changed.push(nameOf({ row, column }))
    }
  }
  return changed
}

export const nameOf = ({ row, column }: { row: number; column: number }) => cellName(row, column)

/** No cell shows an error that showed none before. */
export const noErrors: Check = {
  says: 'no formula ends in an error',
  fails(result) {
    for (const tab of result.tabs) {
      const before = result.before.find(({ title }) => title === tab.title)
      const wrong = filledCells(tab).filter(
        cell => cell.error && !before?.grid[cell.row]?.[cell.column]?.error,
      )
      if (wrong[0])
        return `${wrong.length} errors on ${tab.title}, first ${nameOf(wrong[0])} ${wrong[0].shown}`
    }
    return null
  },
}

export const charts = (least: number, on?: RegExp): Check => ({
  says: least === 1 ? 'there is a chart' : `there are ${least} charts`,
  fails(result) {
    const count = tabsOn(result, on).reduce((sum, tab) => sum + tab.charts, 0)
    return count >= least ? null : `${count} charts`
  },
})

export const coloured = (says: string, on?: RegExp): Check => ({
  says,
  fails: result =>
    tabsOn(result, on).some(tab => tab.rules > ruleCount(result.before, tab.title)) ? null : 'no new rule',
})

const ruleCount = (tabs: ResultTab[], title: string) => tabs.find(tab => tab.title === title)?.rules ?? 0

export const headerFrozen = (on: RegExp): Check => ({
  says: 'the header stays in view',
  fails: result => (tabsOn(result, on).some(tab => tab.frozenRows > 0) ? null : 'no frozen row'),
})

/** A column that has this header offers its allowed values in most of its cells. */
export const validated = (says: string, header: RegExp, least: number): Check => ({
  says,
  fails(result) {
    const counts = result.tabs.flatMap(tab =>
      filledCells(tab)
        .filter(cell => header.test(String(cell.value)))
        .map(cell => tab.grid.slice(cell.row + 1).filter(row => row[cell.column]?.validated).length),
    )
    const most = Math.max(0, ...counts)
    return most >= least ? null : `${most} cells offer a choice`
  },
})

/** How many rows of a tab hold data: more than one filled cell, below its header. */
export const dataRows = (tab: ResultTab): number => rowsOf(tab).filter(row => row.length > 1).length

const tabsOn = (result: ResultBook, on: RegExp | undefined): ResultTab[] =>
  result.tabs.filter(({ title }) => on?.test(title) ?? true)

/** The table on a tab whose header row holds all these texts: its rows as cells by header position. */
export function tableUnder(
  result: ResultBook,
  on: RegExp | undefined,
  headers: RegExp[],
): { tab: ResultTab; rows: (ResultCell | undefined)[][] } | null {
  for (const tab of tabsOn(result, on)) {
    for (const [at, row] of tab.grid.entries()) {
      const columns = headers.map(header =>
        row.findIndex(cell => typeof cell?.value === 'string' && header.test(cell.value)),
      )
      if (columns.includes(-1)) continue
      const body = tab.grid.slice(at + 1).map(line => columns.map(column => line[column]))
      return { tab, rows: body.filter(line => line.some(cell => cell !== undefined && cell.value !== null)) }
    }
  }
  return null
}

/** The value stands somewhere on these tabs, label or not. */
export const holds = (says: string, wanted: Wanted, options: FigureOptions = {}): Check => {
  const wants = want(wanted)
  return {
    says,
    fails(result) {
      const cells = tabsOn(result, options.on)
        .flatMap(filledCells)
        .filter(cell => wants.holds(cell))
      if (cells.length === 0) return `${wants.text} stands nowhere`
      return options.live && !cells.some(cell => cell.live) ? `${wants.text} is typed` : null
    },
  }
}

/** None of these values stands in any cell of the tabs. */
export const absent = (says: string, values: readonly Wanted[], on: RegExp): Check => ({
  says,
  fails(result) {
    const cells = tabsOn(result, on).flatMap(filledCells)
    const found = values.map(want).filter(wants => cells.some(cell => wants.holds(cell)))
    return found.length === 0 ? null : `${found.length} are there, first ${found[0]!.text}`
  },
})

/** A tab of this name exists and none was there before. */
export const newTab = (on: RegExp): Check => ({
  says: `there is a new tab ${on}`,
  fails: result =>
    tabsOn(result, on).some(({ title }) => !result.before.some(tab => tab.title === title))
      ? null
      : `tabs are ${result.tabs.map(({ title }) => title).join(', ')}`,
})
