/** Budget: planned and actual by month, with the formulas people write themselves. */
const LINES: [string, number, number, number, number][] = [
  ['Salaries', 126000, 41800, 42100, 42650],
  ['Rent', 18000, 6000, 6000, 6000],
  ['Marketing', 15000, 3900, 5200, 7450],
  ['Software', 7200, 2310, 2280, 2460],
  ['Travel', 6000, 450, 1980, 2730],
  ['Training', 3000, 0, 850, 620],
  ['Equipment', 9000, 2400, 0, 5150],
  ['Other', 2400, 610, 540, 905],
]

export const BUDGET_LINES = LINES.length

export function budget(): (string | number)[][] {
  const rows = LINES.map(([name, planned, january, february, march], i) => {
    const row = i + 2
    return [
      name,
      planned,
      january,
      february,
      march,
      `=SUM(C${row}:E${row})`,
      `=B${row}-F${row}`,
      `=IF(F${row}>B${row},"over","ok")`,
    ]
  })
  const last = LINES.length + 1
  const total = ['B', 'C', 'D', 'E', 'F', 'G'].map(column => `=SUM(${column}2:${column}${last})`)
  return [
    ['Category', 'Planned Q1', 'January', 'February', 'March', 'Actual Q1', 'Left', 'Status'],
    ...rows,
    ['Total', ...total, `=F${last + 1}/B${last + 1}`],
  ]
}
