/** A meaning carried out on the emulator with the real tools. */
import { seenOf } from '../../../../scripts/planner-model/pairs.ts'
import { targetOf } from '../../../../scripts/planner-model/targets.ts'
import { itemsOf } from '../../../../service/offline-planner/learned/items.ts'
import { sourceOf } from '../../../../service/offline-planner/learned/source.ts'
import { link } from '../../../../service/offline-planner/linking/link.ts'
import { indexFor } from '../../../../service/offline-planner/linking/sheet.ts'
import { meantBy } from '../../../../service/offline-planner/meaning/instructions.ts'
import { deedOf } from '../../../../service/offline-planner/meaning/meant.ts'
import type { CallResult } from '../../../../service/offline-planner/plan.ts'
import { tools } from '../../../../service/tools/index.ts'
import { type Bench, openBench, type TabSetup, type Workbench } from '../../tools/open-bench.ts'

const TODAY = 46_347

export interface CarriedOut {
  /** Why nothing could be done, or what was answered. */
  answer: string
  bench: Bench
}

/** `say` is the sentence that has all texts and numbers of the meaning. */
export async function carryOut(
  workbench: Workbench,
  tabs: (TabSetup & { rows: (string | number)[][] })[],
  mean: string,
  say = mean,
): Promise<CarriedOut> {
  const bench = await openBench(workbench, { tabs })
  const { overview, data } = seenOf({ tabs })
  const index = indexFor({ overview, data }, say)
  const tab = overview.tabs[0]!
  const units = sourceOf(index, tab, link(index, { text: say, today: TODAY }))!
  const target = targetOf(units, say, mean, tab.title)
  if ('problem' in target) throw new Error(target.problem)
  const items = itemsOf(target.signs, units, say)
  const scope = { index, overview, tab, today: TODAY, overwrite: false }
  const [meant] = (items && meantBy(items, scope, say)) ?? []
  if (!meant) throw new Error(`Nothing can be done for: ${mean}`)
  const deed = deedOf(meant)
  if (!deed) return { answer: 'problem' in meant.reading ? meant.reading.problem : '', bench }
  const plan = deed.plan()
  let step = plan.next()
  while (!step.done) {
    const results: CallResult[] = []
    for (const { tool: name, args } of step.value) {
      const tool = tools.find(each => each.name === name)!
      const outcome = await bench.run(tool, tool.args.parse(args))
      results.push(
        outcome.state === 'failed'
          ? { output: null, error: outcome.message }
          : { output: JSON.parse(JSON.stringify(outcome.output)) },
      )
    }
    step = plan.next(results)
  }
  return { answer: step.value, bench }
}
