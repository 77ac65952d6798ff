/** Which of a person's words count for a turn: its prompt, and earlier ones where it only says "do it". */
import { goesOn } from './patterns.ts'

const MOST_CHARACTERS = 32_000
/** A longer message says itself what it wants. */
const MOST_OF_A_NOD = 600

/** Null where the prompt alone counts. */
export function wordsOfTurn(prompt: string, earlier: string | null, isSystemMade: boolean): string | null {
  if (earlier === null) return null
  // What the service writes in the person's name asks for nothing: their own words go on.
  if (isSystemMade) return earlier
  if (prompt.length > MOST_OF_A_NOD || !goesOn.test(prompt)) return null
  return `${earlier}\n${prompt}`.slice(-MOST_CHARACTERS)
}
