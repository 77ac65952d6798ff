/** Calls that change the frame of a sheet, in one step. */
import { calls, notDone, type Plan } from '../../plan.ts'

const LINES = new Set(['move', 'hide', 'show'])

type Action = Readonly<Record<string, unknown>>

/** Values are written, rows and columns moved and hidden, all else is a change of structure. */
export function* act(actions: readonly Action[], said: string): Plan {
  const failure = yield* calls(...actions.map(args => ({ tool: toolOf(args), args })))
  return failure ? notDone(failure) : said
}

/** The same one after the other, where one needs what another makes. */
export function* actInOrder(actions: readonly Action[], said: string): Plan {
  for (const action of actions) {
    const answer: string = yield* act([action], '')
    if (answer !== '') return answer
  }
  return said
}

const toolOf = ({ values, action }: Action): string =>
  values !== undefined ? 'write_range' : LINES.has(String(action)) ? 'rows_columns' : 'edit_structure'
