/**
 * What does not evaluate all its arguments (IF, IFERROR, IFS, SWITCH, CHOOSE…), binds names (LET, LAMBDA), or
 * changes how its argument is computed (ARRAYFORMULA).
 */
import { arrayOf, broadcast, failureOf } from './broadcast.ts'
import { compareValues, toBoolean, toNumber } from './coerce.ts'
import { LAMBDA_FORMS } from './lambda-forms.ts'
import type { Node } from './parser.ts'
import type { Compiler, Eval, Scope, SpecialForm } from './shapes.ts'
import { wrongCount } from './signature.ts'
import {
  BLANK,
  type Env,
  FALSE,
  isError,
  notAvailable,
  Reference,
  type Scalar,
  toScalar,
  type Value,
  wrongNumber,
} from './values.ts'

export const SPECIAL_FORMS = new Map<string, SpecialForm>(LAMBDA_FORMS)

function define(name: string, least: number, most: number, form: SpecialForm): void {
  SPECIAL_FORMS.set(name, (compiler, args, scope, array) => {
    if (args.length >= least && args.length <= most) return form(compiler, args, scope, array)
    const failure = notAvailable(wrongCount(name, least, most, args.length))
    return () => failure
  })
}

const all = (compiler: Compiler, args: Node[], scope: Scope | undefined, array: boolean) =>
  args.map(arg => compiler.compile(arg, scope, array))

define('ARRAYFORMULA', 1, 1, (compiler, [body], scope) => compiler.compile(body as Node, scope, true))
define('ARRAY_FORMULA', 1, 1, (compiler, [body], scope) => compiler.compile(body as Node, scope, true))

// ---- choosing by a condition

define('IF', 2, 3, (compiler, args, scope, array) => {
  const [condition, then, otherwise = () => FALSE] = all(compiler, args, scope, array)
  return (env, frame) => {
    const given = (condition as Eval)(env, frame)
    const conditions = array ? arrayOf(given) : undefined
    if (conditions === undefined) {
      const truth = truthOf(toScalar(given, env), 'IF')
      if (typeof truth !== 'boolean') return truth
      return (truth ? (then as Eval) : otherwise)(env, frame)
    }
    const [yes, no] = [(then as Eval)(env, frame), otherwise(env, frame)]
    return pickEach([given, yes, no], env, ([test, a, b]) => {
      const truth = truthOf(test ?? BLANK, 'IF')
      if (typeof truth !== 'boolean') return truth
      return (truth ? a : b) ?? BLANK
    })
  }
})

function truthOf(value: Scalar, name: string): boolean | Scalar {
  try {
    return toBoolean(value, { name, index: 0 })
  } catch (error) {
    return failureOf(error)
  }
}

function pickEach(values: Value[], env: Env, pick: (elements: (Scalar | undefined)[]) => Scalar): Value {
  const matrices = values.map(arrayOf)
  return broadcast(matrices, elements =>
    pick(elements.map((element, i) => element ?? toScalar(values[i] ?? BLANK, env))),
  )
}

function fallback(catches: (value: Scalar) => boolean): SpecialForm {
  return (compiler, args, scope, array) => {
    const [first, second = () => BLANK] = all(compiler, args, scope, array)
    return (env, frame) => {
      const given = (first as Eval)(env, frame)
      const matrix = Array.isArray(given) ? given : array ? arrayOf(given) : undefined
      if (matrix === undefined) {
        const value = given instanceof Reference && !given.isCell ? toScalar(given, env) : given
        const one = toScalar(given, env)
        return catches(one) ? second(env, frame) : value instanceof Reference ? given : value
      }
      if (!matrix.some(column => column.some(catches))) return matrix
      return pickEach([matrix, second(env, frame)], env, ([value = BLANK, other = BLANK]) =>
        catches(value) ? other : value,
      )
    }
  }
}

define('IFERROR', 1, 2, fallback(isError))
define(
  'IFNA',
  2,
  2,
  fallback(({ value }) => value === '#N/A'),
)

define('IFS', 2, 254, (compiler, args, scope, array) => {
  if (args.length % 2 === 1) {
    const failure = notAvailable(
      `Wrong number of arguments to IFS. Expected all arguments after position 1 to be in pairs.`,
    )
    return () => failure
  }
  const evals = all(compiler, args, scope, array)
  return (env, frame) => {
    if (array)
      return ifsEach(
        evals.map(it => it(env, frame)),
        env,
      )
    for (let i = 0; i < evals.length; i += 2) {
      const truth = truthOf(toScalar((evals[i] as Eval)(env, frame), env), 'IFS')
      if (typeof truth !== 'boolean') return truth
      if (truth) return (evals[i + 1] as Eval)(env, frame)
    }
    return notAvailable('No match.')
  }
})

function ifsEach(values: Value[], env: Env): Value {
  const pick = (elements: (Scalar | undefined)[]): Scalar => {
    for (let i = 0; i < elements.length; i += 2) {
      const truth = truthOf(elements[i] ?? BLANK, 'IFS')
      if (typeof truth !== 'boolean') return truth
      if (truth) return elements[i + 1] ?? BLANK
    }
    return notAvailable('No match.')
  }
  return values.some(value => arrayOf(value) !== undefined)
    ? pickEach(values, env, pick)
    : pick(values.map(value => toScalar(value, env)))
}

define('SWITCH', 3, 254, (compiler, args, scope, array) => {
  const evals = all(compiler, args, scope, array)
  return (env, frame) => {
    const values = array ? evals.map(it => it(env, frame)) : undefined
    if (values?.some(value => arrayOf(value) !== undefined))
      return pickEach(values, env, elements =>
        toScalar(
          switched(elements.length, i => elements[i] ?? BLANK, env),
          env,
        ),
      )
    return switched(evals.length, i => values?.[i] ?? (evals[i] as Eval)(env, frame), env)
  }
})

function switched(count: number, at: (index: number) => Value, env: Env): Value {
  const subject = toScalar(at(0), env)
  if (isError(subject)) return subject
  for (let i = 1; i + 1 < count; i += 2) {
    const label = toScalar(at(i), env)
    if (isError(label)) return label
    if (compareValues(subject.value, label.value) === 0) return at(i + 1)
  }
  return count % 2 === 0 ? at(count - 1) : notAvailable('No match.')
}

define('CHOOSE', 2, 254, (compiler, args, scope, array) => {
  const evals = all(compiler, args, scope, array)
  const count = evals.length - 1
  return (env, frame) => {
    const given = (evals[0] as Eval)(env, frame)
    const choose = (index: Scalar): Value => {
      const number = indexOf(index, count)
      return typeof number === 'number' ? (evals[number] as Eval)(env, frame) : number
    }
    const matrix = array ? arrayOf(given) : undefined
    if (matrix === undefined) return choose(toScalar(given, env))
    return matrix.map(column => column.map(index => toScalar(choose(index), env)))
  }
})

function indexOf(index: Scalar, count: number): number | Scalar {
  try {
    const number = Math.trunc(toNumber(index, { name: 'CHOOSE', index: 0 }))
    if (number >= 1 && number <= count) return number
    return wrongNumber(
      `Function CHOOSE parameter 1 value is ${number}. Valid values are between 1 and ${count} inclusive.`,
    )
  } catch (error) {
    return failureOf(error)
  }
}
