/** What the planner says of itself. */
import { told } from '../../plan.ts'
import type { Filled, Kind } from '../kind.ts'

export const help: Kind = {
  name: 'Help',
  does: 'Says what it can do, with an example of each kind.',
  examples: ['Help', 'What can you do?'],
  effect: 'read',
}

/** With an example of each kind. */
export const helped = (examples: readonly string[]): Filled => ({
  plan: () =>
    told(
      `I’m the offline planner: I read sentences about this sheet, and ask where I’m not sure. For example:\n\n${examples
        .map(example => `- ${example}`)
        .join('\n')}`,
    ),
  says: 'Tell what I can do',
})
