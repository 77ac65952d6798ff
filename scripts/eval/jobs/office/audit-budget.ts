/** A budget model with planted errors, to be found and listed but not mended. */

import { columnLetters } from '../../../../service/sheets/a1.ts'
import { MONEY, money, tab } from '../book.ts'
import { newTab, untouched } from '../checks.ts'
import { MONTH_NAMES } from '../days.ts'
import type { Check, Job } from '../job.ts'
import { filledCells } from '../lines.ts'
import type { Random } from '../random.ts'

const AUDIT = /audit|findings|review/i
const FIRST_MONTH = 1
const MONTHS = 12
const TOTAL = FIRST_MONTH + MONTHS

/** Label, and the formula of a month's column; a number is a typed base that grows. */
const LINES: [label: string, content: number | ((column: string) => string) | null][] = [
  ['Units sold', 1_200],
  ['Price per unit', 24.5],
  ['Product revenue', c => `=${c}4*${c}5`],
  ['Service revenue', 6_400],
  ['Revenue', c => `=SUM(${c}6:${c}7)`],
  ['', null],
  ['Material', c => `=${c}4*Inputs!$B$2`],
  ['Wages', 9_800],
  ['Social security', c => `=${c}11*Inputs!$B$3`],
  ['Freight', c => `=${c}8*Inputs!$B$4`],
  ['Cost of sales', c => `=SUM(${c}10:${c}13)`],
  ['Gross profit', c => `=${c}8-${c}14`],
  ['', null],
  ['Rent', 3_100],
  ['Marketing', 1_750],
  ['Software', 640],
  ['Travel', 520],
  ['Overheads', c => `=SUM(${c}17:${c}20)`],
  ['Operating profit', c => `=${c}15-${c}21`],
  ['Interest', 410],
  ['Profit before tax', c => `=${c}22-${c}23`],
  ['Tax', c => `=MAX(0,${c}24)*Inputs!$B$5`],
  ['Net profit', c => `=${c}24-${c}25`],
]
const FIRST_LINE = 4

interface Planted {
  cell: string
  content: string | number
}

export const auditBudget: Job = {
  id: 'audit-budget',
  title: 'Budget 2025 v7 final',
  prompts: [
    'Something is wrong with this budget: the profit looks too good and I do not trust it before the board meeting. Please go through the tab Budget cell by cell (formulas, totals, typed numbers) and list every error on a new tab Audit: cell, what is wrong, what it should be. Do not correct anything in the budget itself, and do not list things that are fine.',
  ],
  prepare(random) {
    const planted = plant(random)
    return {
      tabs: [budgetTab(planted), inputsTab()],
      checks: [newTab(AUDIT), untouched('Budget', 'Inputs'), named(planted), fewFalse(planted)],
    }
  },
}

/** One kind of error a line, each in a month of its own choosing. */
function plant(random: Random): Planted[] {
  const at = (line: number, from = 2) => {
    const letter = columnLetters(FIRST_MONTH + random.int(from, MONTHS - 2))
    return { cell: `${letter}${line}`, c: letter, before: columnLetters(letter.charCodeAt(0) - 66) }
  }
  const [hard, short, long, minus, tax, wage, units, text] = [8, 14, 21, 15, 25, 12, 4, 18].map(line =>
    at(line),
  )
  const [material, rent, net, freight, software] = [10, 17, 26, 13, 19].map(line => at(line))
  return [
    // A typed number among formulas.
    { cell: hard!.cell, content: 39_500 },
    // A sum that leaves its last or first line out, and one that takes a line too many.
    { cell: short!.cell, content: `=SUM(${short!.c}10:${short!.c}12)` },
    { cell: long!.cell, content: `=SUM(${long!.c}18:${long!.c}20)` },
    // A sign turned, a reference to the month before, a rate typed in place of the input.
    { cell: minus!.cell, content: `=${minus!.c}8+${minus!.c}14` },
    { cell: tax!.cell, content: `=MAX(0,${tax!.before}24)*Inputs!$B$5` },
    { cell: wage!.cell, content: `=${wage!.c}11*0.12` },
    // Ten times too much, a text that looks like a number, the wrong input, a negative cost.
    { cell: units!.cell, content: 13_400 },
    { cell: text!.cell, content: "'1750" },
    { cell: material!.cell, content: `=${material!.c}4*Inputs!$B$3` },
    { cell: rent!.cell, content: -3_100 },
    { cell: net!.cell, content: `=${net!.c}24-${net!.c}23` },
    { cell: freight!.cell, content: `=${freight!.c}7*Inputs!$B$4` },
    { cell: software!.cell, content: 6_400 },
    // The year's total leaves December out.
    { cell: `${columnLetters(TOTAL)}11`, content: `=SUM(B11:${columnLetters(TOTAL - 2)}11)` },
  ]
}

function budgetTab(planted: Planted[]) {
  const errors = new Map(planted.map(({ cell, content }) => [cell, content]))
  const letters = Array.from({ length: MONTHS }, (_, at) => columnLetters(FIRST_MONTH + at))
  const body = LINES.map(([label, content], at) => {
    const row = FIRST_LINE + at
    if (content === null) return []
    const months = letters.map((letter, month) => {
      const right = typeof content === 'function' ? content(letter) : grown(content, month, row)
      return written(errors.get(`${letter}${row}`) ?? right)
    })
    const sum = row === 5 ? null : `=SUM(B${row}:${letters.at(-1)}${row})`
    return [
      label,
      ...months,
      sum === null ? null : written(errors.get(`${columnLetters(TOTAL)}${row}`) ?? sum),
    ]
  })
  const header = [null, ...MONTH_NAMES.map(name => name.slice(0, 3)), 'Year']
  return tab('Budget', [['Budget 2025, in euros'], [], header, ...body])
}

/** Seasonal, so that no month simply repeats the one before. */
const grown = (base: number, month: number, row: number) =>
  row >= 17 ? base : Math.round(base * (1 + 0.01 * month + 0.03 * Math.sin(month + row)) * 100) / 100

const written = (content: string | number) =>
  typeof content === 'string' && content.startsWith("'")
    ? content.slice(1)
    : { value: content, format: MONEY }

const inputsTab = () =>
  tab('Inputs', [
    ['Input', 'Value'],
    ['Material per unit', money(9.4)],
    ['Social security', { value: 0.21, format: '0%' }],
    ['Freight, share of revenue', { value: 0.035, format: '0.0%' }],
    ['Tax rate', { value: 0.28, format: '0%' }],
  ])

/** Two may be missed: even an auditor's eye does. */
const named = (planted: Planted[]): Check => ({
  says: 'at least 12 of the 14 planted errors are listed with their cells',
  fails(result) {
    const listed = mentioned(result.tabs.filter(({ title }) => AUDIT.test(title)).flatMap(filledCells))
    const missed = planted.filter(({ cell }) => !listed.has(cell))
    return missed.length <= 2 ? null : `missed ${missed.map(({ cell }) => cell).join(', ')}`
  },
})

const fewFalse = (planted: Planted[]): Check => ({
  says: 'at most 4 rows of the list name no planted error',
  fails(result) {
    const lines = result.tabs
      .filter(({ title }) => AUDIT.test(title))
      .flatMap(tab => tab.grid.map(row => row.filter(cell => cell !== undefined)))
      .filter(row => mentioned(row).size > 0)
    const wrong = lines.filter(row => !planted.some(({ cell }) => mentioned(row).has(cell)))
    return wrong.length <= 4 ? null : `${wrong.length} rows name none`
  },
})

const mentioned = (cells: { shown: string }[]): Set<string> =>
  new Set(
    cells.flatMap(({ shown }) =>
      (shown.match(/\$?\b[A-Z]{1,2}\$?\d{1,2}\b/g) ?? []).map(text => text.replaceAll('$', '')),
    ),
  )
