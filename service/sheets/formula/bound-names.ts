/**
 * Names that LET and LAMBDA give. Google takes identifiers only: no cell address ("tax1" is column TAX, row 1),
 * nothing but letters, digits, dots and underscores, no digit first. A name that a function has is taken, but
 * then that function can't be called any more.
 */
import { isFunction } from './functions.ts'
import type { FunctionCall } from './parse.ts'
import type { Token } from './tokenize.ts'

const BINDS = /^(?:LET|LAMBDA)$/i

/** A sentence that says which name is wrong and what would do; null where all may stand. */
export function wrongName(calls: readonly FunctionCall[]): string | null {
  for (const call of calls) {
    if (!BINDS.test(call.name)) continue
    const isLet = call.name.toUpperCase() === 'LET'
    if (isLet && (call.args.length < 3 || call.args.length % 2 === 0))
      return `LET takes names and values in turn, then a formula; here are ${call.args.length} arguments.`
    const given = isLet ? call.args.filter((_, at) => at % 2 === 0) : call.args
    for (const tokens of given.slice(0, -1)) {
      const problem = problemOf(tokens, call, calls)
      if (problem !== null) return problem
    }
  }
  return null
}

/** Words that cannot even be read as a name, where they stand first: "9x", "my tax". */
const UNREADABLE =
  /(?<![\p{L}\p{N}_.])(LET|LAMBDA)\s*\(\s*(\d+[\p{L}_][\p{L}\p{N}_.]*|[\p{L}_][\p{L}\p{N}_.]*(?:\s+[\p{L}\p{N}_.]+)+)\s*[,;]/iu

/** The same for a formula that cannot be parsed, most likely because of it. */
export function unreadableName(formula: string): string | null {
  const [, by, name] = UNREADABLE.exec(formula) ?? []
  if (!by || !name) return null
  const other = name.replaceAll(/\s+/g, '_').replace(/^(?=\d)/, '_')
  return `${by.toUpperCase()} can't take ${name} as a name: no spaces, and no digit first. Call it for example ${other}.`
}

function problemOf(tokens: Token[], { name: by, args }: FunctionCall, calls: readonly FunctionCall[]) {
  const text = tokens.map(token => token.text).join(' ')
  const [token] = tokens
  const takes = `${by.toUpperCase()} can't take ${text || 'nothing'} as a name`
  if (tokens.length !== 1 || !token) return `${takes}: a name is one word of letters, digits, dots and _.`
  if (token.kind === 'reference') {
    const other = /^[A-Z]{1,3}\d+$/i.test(text) ? `, for example ${text.replace(/(?=\d)/, '_')}` : ''
    return `${takes}: it is the address of a cell. Call it something that is none${other}.`
  }
  if (token.kind !== 'name' || /^(?:TRUE|FALSE)$/i.test(text))
    return `${takes}: a name is one word of letters, digits, dots and _.`
  return isFunction(text) && isCalled(token, args, by, calls)
    ? `${by.toUpperCase()} gives the name ${text}, and ${text.toUpperCase()}(…) is called in it: that would call the name and not the function. Give the name another one, for example ${text}_value.`
    : null
}

/** Behind where it is given: its own value does not know it yet. A name for a LAMBDA is there to be called. */
function isCalled(given: Token, args: Token[][], by: string, calls: readonly FunctionCall[]): boolean {
  const at = args.findIndex(tokens => tokens[0] === given)
  const value = by.toUpperCase() === 'LET' ? (args[at + 1] ?? []) : []
  if (/^LAMBDA$/i.test(value[0]?.text ?? '')) return false
  const from = value.at(-1)?.at ?? given.at
  const to = args.at(-1)?.at(-1)?.at ?? 0
  return calls.some(
    call => call.at > from && call.at <= to && call.name.toUpperCase() === given.text.toUpperCase(),
  )
}
