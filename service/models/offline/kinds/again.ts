/** "The same for Cost", "overwrite it": the instruction before, with one thing changed. */
import { MOST_CHARACTERS } from '../clauses.ts'
import { findColumn, noColumn } from '../columns.ts'
import { type Instruction, problem, type Reading, type Scope } from '../instruction.ts'

type Read = (clause: string, scope: Scope) => Reading | null
type FindClauses = (prompt: string, scope: Scope) => string[]

export const again = (readAny: Read, clausesOf: FindClauses): Instruction => ({
  name: 'The same again',
  does: 'Repeats the instruction before for another column, or with leave to overwrite.',
  examples: ['The same for Cost', 'And for Cost', 'Do the same with Cost', 'Yes, overwrite it'],
  read(clause, scope) {
    const match = SAME.exec(clause)
    const isOverwrite = OVERWRITE.test(clause)
    if (!match && !isOverwrite) return null
    const said = /\bsame\b/i.test(clause)
    const before = lastClause(scope, clausesOf)
    if (before === null)
      return said ? problem('There is no instruction before this one that I could repeat.') : null
    // What was said before is read as it was then: what came before it is all it can refer to.
    const then = { ...scope, memory: { ...scope.memory, earlierPrompts: before.earlierPrompts } }
    if (!match) return readAny(before.clause, { ...then, overwrite: true })
    const column = findColumn(scope, match[1]!)
    if (!column) return said ? problem(`${noColumn(scope, [match[1]!])} Nothing was changed for this.`) : null
    const replaced = withOtherColumn(before.clause, match[1]!, scope)
    if (replaced !== null) return readAny(replaced, then)
    return problem(
      `I can't tell what in “${before.clause}” to replace by ${match[1]!}. Write the instruction out.`,
    )
  },
})

const SAME =
  /^(?:(?:do|repeat|apply)\s+)?(?:and\s+)?(?:(?:exactly\s+)?the same|likewise|that|it|this|same)?\s*(?:thing\s+)?(?:also\s+)?(?:for|with|to|on|in)\s+(.+?)(?:\s+(?:too|as well|also))?$/i
const OVERWRITE =
  /^(?:yes|yep|ok|sure|do it|go ahead)?[\s,]*(?:and\s+)?(?:please\s+)?(?:overwrite|write over)(?:\s+(?:it|them|everything|the cells|what is there|anyway))?(?:\s+anyway)?$|^(?:yes|yep|sure|do it anyway|go ahead anyway)[\s,]*(?:overwrite|anyway)$/i

interface Before {
  clause: string
  /** The prompts before the one that the clause is from. */
  earlierPrompts: string[]
}

/** Who says "the same" means what was said a moment ago. */
const MOST_PROMPTS = 5

/** The last instruction that was a whole one, not itself a "the same". */
function lastClause(scope: Scope, clausesOf: FindClauses): Before | null {
  const prompts = scope.memory.earlierPrompts
    .filter(prompt => prompt.length <= MOST_CHARACTERS)
    .slice(-MOST_PROMPTS)
  for (let index = prompts.length - 1; index >= 0; index--) {
    const earlierPrompts = prompts.slice(0, index)
    const then = { ...scope, memory: { ...scope.memory, earlierPrompts } }
    const clause = clausesOf(prompts[index]!, then).findLast(
      text => !SAME.test(text) && !OVERWRITE.test(text),
    )
    if (clause !== undefined) return { clause, earlierPrompts }
  }
  return null
}

const LONGEST_NAME_WORDS = 5

/** The first column that the instruction names, replaced by `name`. */
function withOtherColumn(clause: string, name: string, scope: Scope): string | null {
  const words = [...clause.matchAll(/"[^"]+"|\S+/g)]
  // The first word is the verb: "Sort by Date", "Count the rows".
  for (let start = 1; start < words.length; start++) {
    for (let length = Math.min(LONGEST_NAME_WORDS, words.length - start); length >= 1; length--) {
      const from = words[start]!.index
      const last = words[start + length - 1]!
      const phrase = clause.slice(from, last.index + last[0].length).replace(/[,.;:]$/, '')
      if (/^(?:it|that|this|them|the|all|a|an|of|in|by|as|to)$/i.test(phrase) || !/^["\w]/.test(phrase))
        continue
      if (
        /^(?:the|column|columns|by|in|of|with|as|to|from)\s/i.test(phrase) ||
        /\s(?:as|by|in|to|with|and|then|column)$/i.test(phrase)
      )
        continue
      if (findColumn(scope, phrase)) return clause.slice(0, from) + name + clause.slice(from + phrase.length)
    }
  }
  return null
}
