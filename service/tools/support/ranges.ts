/** Ranges as calls list them: by comma or one after another, where the tab is named once for what follows. */
import type { ToolCallFields } from '../../../contract/index.ts'
import { parseRange, splitRanges } from '../../sheets/a1.ts'
import type { Tab } from '../../sheets/spreadsheet.ts'
import type { ToolContext } from '../tool.ts'
import { resolveTarget, type Target } from './target.ts'

/** The same context where a range without a tab means `tab`. */
export const onTab = <Context extends Pick<ToolContext, 'turn'>>(
  context: Context,
  tab: Pick<Tab, 'sheetId' | 'title'>,
): Context => ({
  ...context,
  turn: { ...context.turn, sheetId: tab.sheetId, sheetName: tab.title },
})

/** The same from a range's text alone, before its tab is looked up. */
export function onTabOf<Context extends Pick<ToolContext, 'turn'>>(context: Context, range: string): Context {
  const title = parseRange(range)?.tab
  return title === undefined ? context : { ...context, turn: { ...context.turn, sheetName: title } }
}

/**
 * Reads ranges in the order in which a call names them, lists by comma too: one without a tab is on the tab
 * of the one before, as a reader would take "Dashboard!A4:B4, D4:E4".
 */
export function rangesInOrder(context: ToolContext): (text: string) => Promise<Target[]> {
  let here = context
  return async text => {
    const targets: Target[] = []
    for (const part of splitRanges(text)) {
      const target = await resolveTarget(here, part)
      here = onTab(here, target.tab)
      targets.push(target)
    }
    return targets
  }
}

/** All of several ranges, each of which may be a list. */
export async function resolveTargets(context: ToolContext, texts: readonly string[]): Promise<Target[]> {
  const read = rangesInOrder(context)
  const targets: Target[] = []
  for (const text of texts) targets.push(...(await read(text)))
  return targets
}

/** Of several targets: their tab where they share one, else each with its own. */
export function targetsFields(targets: readonly Target[]): ToolCallFields {
  const first = targets[0]!
  const isOneTab = targets.every(({ tab }) => tab.sheetId === first.tab.sheetId)
  const names = new Set(targets.map(target => (isOneTab ? target.a1 : target.full)))
  return { range: [...names].join(', '), ...(isOneTab ? { sheet_name: first.tab.title } : {}) }
}
