/**
 * What the first request of a turn weighs, part by part, on a small sheet and on larger ones: instructions,
 * declarations of tools, the picture of the sheet. Tokens are the service's own estimate, an upper one.
 *
 *   node bench/context.ts [--limit 3000]
 */
import { parseArgs } from 'node:util'
import { schemaOf } from '../service/models/declarations.ts'
import { renderSummary } from '../service/sheets/overview/summary.ts'
import { estimateTokens } from '../service/sheets/tokens.ts'
import { tools } from '../service/tools/index.ts'
import { isDeclared } from '../service/tools/more-tools.ts'
import { turnContext } from '../service/turns/prompt/context.ts'
import { instructions } from '../service/turns/prompt/instructions.ts'
import { openBench, openWorkbench } from '../test/service/tools/open-bench.ts'
import { orderRows } from '../test/support/order-rows.ts'

const { values } = parseArgs({ options: { limit: { type: 'string', default: '3000' } } })
const limit = Number(values.limit)

const workbench = await openWorkbench()
const declared = tools.filter(isDeclared).map(tool => ({
  part: `tool ${tool.name}`,
  text: JSON.stringify({ name: tool.name, description: tool.description, parameters: schemaOf(tool.args) }),
}))
const fixed = [{ part: 'instructions', text: instructions([]) }, ...declared]
const prompt = 'Add a column Margin that is 20 % of Total, and sum it by region on a new tab'

const print = (part: string, text: string) =>
  console.log(
    `${part.padEnd(34)}${String(estimateTokens(text)).padStart(7)} tokens ${String(text.length).padStart(8)} characters`,
  )

console.log('In every step')
for (const { part, text } of fixed) print(`  ${part}`, text)
const base = fixed.reduce((sum, { text }) => sum + estimateTokens(text), 0)

let smallTotal = 0
for (const [name, rows] of [
  ['small: 7 columns, 20 rows', 20],
  ['whole: 7 columns, 40 rows', 40],
  ['long: 7 columns, 5,000 rows', 5_000],
] as const) {
  const bench = await openBench(workbench, { tabs: [{ title: 'Orders', rows: orderRows(rows) }] })
  const overview = await bench.spreadsheet.overview(100)
  const context = turnContext({ overview, lastSeen: null, renderSummary, at: new Date(0) })
  const total = base + estimateTokens(context) + estimateTokens(prompt)
  if (rows === 20) smallTotal = total
  console.log(`\n${name}`)
  print('  the sheet', context)
  print('  the prompt', prompt)
  console.log(`  first request                   ${String(total).padStart(7)} tokens`)
}
await workbench.close()
console.log(`\nSmall sheet: ${smallTotal} of at most ${limit} tokens`)
process.exit(smallTotal <= limit ? 0 : 1)
