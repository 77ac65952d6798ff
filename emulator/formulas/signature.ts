/**
 * How a function takes its arguments, in a few letters, so that coercion, counting, arrays and errors are
 * the same for all of them:
 *
 *   n number ('' is 0)   N number ('' is none)   t text   b boolean   v any value, no errors   e any value, errors too
 *   a cells (a range, an array, a single value)   A the same, computed as under ARRAYFORMULA
 *   x the argument as it is: reference, matrix, lambda or scalar   X the same, computed as under ARRAYFORMULA
 *
 * `?` makes one optional; `+` repeats the last one; `*` repeats it or leaves it out; `(an)*` repeats a group.
 */
import type { Env, Matrix, Reference, Scalar } from './values.ts'

export type Kind = 'n' | 'N' | 't' | 'b' | 'v' | 'e' | 'a' | 'A' | 'x' | 'X'

export type Output = number | string | boolean | null | Scalar | Matrix | Reference

// The kinds say what each argument is; TypeScript can't read them.
export type Run = (this: Env, ...args: never[]) => Output

export interface Options {
  /** The result's number format; 'first': the format of the first argument that has one. */
  format?: string
  /** Of cells, only the first result, but under ARRAYFORMULA: ROW(A1:A9) is 1. */
  isFirstOfCells?: boolean
}

export interface Signature {
  readonly name: string
  readonly fixed: readonly Kind[]
  readonly required: number
  readonly group: readonly Kind[]
  readonly run: Run
  readonly format: string | undefined
  readonly isFirstOfCells: boolean
}

export type Library = Map<string, Signature>

export type Define = (names: string, spec: string, run: Run, options?: Options) => void

/** `names` may be several, apart by spaces: the same function under each. */
export function definer(library: Library): Define {
  return (names, spec, run, options = {}) => {
    for (const name of names.split(' '))
      library.set(name, {
        ...readSpec(spec),
        name,
        run,
        format: options.format,
        isFirstOfCells: options.isFirstOfCells ?? false,
      })
  }
}

function readSpec(spec: string): Pick<Signature, 'fixed' | 'required' | 'group'> {
  const match = /^((?:[a-zA-Z]\??)*?)(?:\(([a-zA-Z]+)\)\*|([a-zA-Z])([+*]))?$/.exec(spec.replaceAll(' ', ''))
  if (match === null) throw new Error(`No signature: ${spec}`)
  const [, plain = '', group, repeated, mark] = match
  const fixed = [...plain.replaceAll('?', '')] as Kind[]
  const required = (plain.match(/[a-zA-Z](?!\?)/g) ?? []).length
  if (mark === '+')
    return { fixed: [...fixed, repeated as Kind], required: required + 1, group: [repeated as Kind] }
  return { fixed, required, group: [...(group ?? repeated ?? '')] as Kind[] }
}

export function kindAt({ fixed, group }: Signature, index: number): Kind {
  return fixed[index] ?? group[(index - fixed.length) % group.length] ?? 'v'
}

/** Google's sentence where the number of arguments is wrong. */
export function countFault(signature: Signature, given: number): string | undefined {
  const { name, fixed, required, group } = signature
  const most = group.length > 0 ? Number.POSITIVE_INFINITY : fixed.length
  const isWhole = given <= fixed.length || (given - fixed.length) % (group.length || 1) === 0
  if (given >= required && given <= most && isWhole) return undefined
  return wrongCount(name, required, most, given)
}

export function wrongCount(name: string, least: number, most: number, given: number): string {
  const expected =
    least === most
      ? `${least} arguments`
      : most === Number.POSITIVE_INFINITY
        ? `at least ${least} arguments`
        : `between ${least} and ${most} arguments`
  return `Wrong number of arguments to ${name}. Expected ${expected}, but got ${given} arguments.`
}
