/** "if Qty > 10 then Large else Small" as a tree. */
import { readConditions } from '../conditions.ts'
import type { Scope } from '../instruction.ts'
import { unquote } from '../text.ts'
import type { Node, Parsed } from './node.ts'

type Parse = (text: string, scope: Scope) => Parsed | null

const IF_FIRST =
  /^if\s+(.+?)(?:\s*,\s*(?:then\s+)?|\s+then\s+)(.+?)(?:\s*,?\s+(?:else|otherwise|if not)\s*,?\s+(.+))?$/i
const IF_LATER =
  /^(.+?)\s+(?:if|when|where)\s+(.+?)(?:\s*,?\s+(?:and\s+)?(?:else|otherwise|if not)\s*,?\s+(.+)|(?:\s*,|\s+and)\s+(?:and\s+)?(.+?)\s+(?:if not|otherwise|else))?$/i

/** "if Qty > 10 then Large else Small", "Large if Qty > 10, otherwise Small". */
export function parseConditional(text: string, scope: Scope, parse: Parse): Parsed | null {
  const first = IF_FIRST.exec(text.trim())
  const later = first ? null : IF_LATER.exec(text.trim())
  const [condition, whenTrue, whenFalse] = first
    ? [first[1], first[2], first[3]]
    : [later?.[2], later?.[1], later?.[3] ?? later?.[4]]
  if (condition === undefined || whenTrue === undefined) return null
  const read = readConditions(condition, scope)
  if (!read) return null
  if ('unknown' in read) return read
  return {
    node: {
      kind: 'if',
      conditions: read.conditions,
      whenTrue: outcome(whenTrue, scope, parse),
      whenFalse: whenFalse === undefined ? null : outcome(whenFalse, scope, parse),
    },
  }
}

/** A calculation where it is one; otherwise the words themselves. */
function outcome(text: string, scope: Scope, parse: Parse): Node {
  const parsed = /^["']/.test(text.trim()) ? null : parse(text, scope)
  return parsed && 'node' in parsed
    ? parsed.node
    : {
        kind: 'text',
        value: unquote(text.replace(/^(?:the (?:text|word|value)|show|write|put|say)\s+/i, '')),
      }
}
