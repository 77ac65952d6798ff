/** Ways around the gate, on the local Google, with calls that are really made one after the other. */
import { expect, it } from 'vitest'
import { createTools } from '../../../service/tools/index.ts'
import { type TabSetup, useWorkbench } from '../tools/workbench.ts'
import { ways } from './corpus/ways.ts'
import { shop } from './shop.ts'

const tools = createTools()
const { openBench } = useWorkbench()

const tabs = (): TabSetup[] =>
  shop().map(({ title, sheetId, rows }) => ({ title, sheetId, rows: rows.slice(0, 100) }))

it.each(ways)('$does', async ({ planted, message, calls, names }) => {
  const bench = await openBench({ tabs: tabs(), prompt: message, asks: true })
  if (planted) await bench.batch(planted)
  const answers: string[] = []
  for (const { tool: name, args } of calls) {
    const tool = tools.find(candidate => candidate.name === name)!
    const outcome = await bench.run(tool, tool.args.parse(args))
    answers.push(outcome.state === 'failed' ? outcome.message : '')
  }
  const last = answers.pop()
  // What leads there is made, or what is asked about would not be the way.
  expect(answers.filter(answer => answer !== '')).toEqual([])
  if (names === null) expect(last).toBe('')
  else expect(last).toMatch(names)
})
