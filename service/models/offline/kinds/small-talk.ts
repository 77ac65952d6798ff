/** Help, undo, thanks: answered in words. */
import { type Instruction, told, understood } from '../instruction.ts'

/** What the planner says of itself; the list of kinds comes from the index, which knows them. */
export const smallTalk = (helpText: () => string): Instruction => ({
  name: 'Help and undo',
  does: 'Says what it can do, and how to undo.',
  examples: ['Help', 'What can you do?', 'Undo', 'Undo that'],
  read(clause) {
    if (UNDO.test(clause)) return understood(() => told(UNDO_ANSWER))
    if (HELP.test(clause)) return understood(() => told(helpText()))
    return GREETING.test(clause) ? understood(() => told(READY)) : null
  },
})

const UNDO =
  /^(?:undo|revert|take back|roll back|go back)(?:\s+(?:it|that|this|the last (?:change|step|turn|thing)|everything|all|your changes|what you did))?$/i
const HELP =
  /^(?:help|\?|what (?:can|do|could) you do(?: for me)?|what are you|who are you|how do you work|which instructions do you know|commands|examples|show (?:me )?(?:some )?examples)$/i
const GREETING = /^(?:|hi|hello|hey|thanks|thank you|ok|okay|test|ping|cool|great|nice|yes|no)$/i
const UNDO_ANSWER =
  "I can't undo changes myself, so nothing was changed. In Google Sheets, press Ctrl+Z (⌘Z on a Mac) in the grid, or go back with File ▸ Version history."
const READY = 'Tell me what to do with this sheet. Write “help” to see what I can do.'
