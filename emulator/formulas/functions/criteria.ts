/** Conditions of COUNTIF, SUMIFS and the like: ">=5", "<>x", "a*", a number, a text, a blank. */
import { compareTexts, sameText } from '../coerce.ts'
import { readNumber } from '../read-number.ts'
import { BLANK, heightOf, isError, type Matrix, type Scalar, wrongValue } from '../values.ts'

export interface Criterion {
  matches(cell: Scalar): boolean
  count(matrix: Matrix): number
}

type Test = (cell: Scalar) => boolean

const OPERATOR = /^(<=|>=|<>|=|<|>)?(.*)$/s

export function readCriterion(given: Scalar): Criterion {
  const matches = testOf(given)
  return {
    matches,
    count(matrix) {
      let count = 0
      for (const column of matrix) for (const cell of column) if (matches(cell)) count++
      return count
    },
  }
}

function testOf(given: Scalar): Test {
  const { value } = given
  if (value === null) return cell => cell.value === 0
  if (isError(given)) return cell => cell.value === value
  if (typeof value === 'number')
    return cell =>
      cell.value === value || (typeof cell.value === 'string' && readNumber(cell.value) === value)
  if (typeof value === 'boolean') return cell => cell.value === value
  const [, operator = '=', operand = ''] = OPERATOR.exec(value) ?? []
  const isBare = !/^[<>=]/.test(value)
  if (operator === '=' || operator === '<>') {
    const same = equality(operand, isBare)
    return operator === '=' ? same : cell => !same(cell)
  }
  return ordering(operator, operand)
}

/** `""` finds blanks and empty texts, `"="` blanks only. */
function equality(operand: string, isBare: boolean): Test {
  if (operand === '')
    return isBare ? cell => cell.value === null || cell.value === '' : cell => cell.value === null
  const number = readNumber(operand)
  if (number !== undefined)
    return cell =>
      cell.value === number ||
      (typeof cell.value === 'string' && cell.value !== '' && readNumber(cell.value) === number)
  if (/^(true|false)$/i.test(operand)) {
    const truth = operand.toUpperCase() === 'TRUE'
    return cell => cell.value === truth
  }
  if (/[*?]/.test(operand)) {
    const regex = wildcard(operand)
    return cell => typeof cell.value === 'string' && regex.test(cell.value)
  }
  return cell => typeof cell.value === 'string' && sameText(cell.value, operand)
}

function ordering(operator: string, operand: string): Test {
  const holds = (order: number) =>
    operator === '<' ? order < 0 : operator === '>' ? order > 0 : operator === '<=' ? order <= 0 : order >= 0
  const number = readNumber(operand)
  if (number !== undefined) return cell => typeof cell.value === 'number' && holds(cell.value - number)
  if (/^(true|false)$/i.test(operand)) {
    const truth = Number(operand.toUpperCase() === 'TRUE')
    return cell => typeof cell.value === 'boolean' && holds(Number(cell.value) - truth)
  }
  return cell => typeof cell.value === 'string' && !isError(cell) && holds(compareTexts(cell.value, operand))
}

const remembered = new Map<string, RegExp>()

/** `*` any text, `?` one letter, `~` before either takes it as it is. */
export function wildcard(pattern: string): RegExp {
  const known = remembered.get(pattern)
  if (known !== undefined) return known
  const regex = new RegExp(`^${wildcardSource(pattern)}$`, 'is')
  if (remembered.size > 1000) remembered.clear()
  remembered.set(pattern, regex)
  return regex
}

export function wildcardSource(pattern: string): string {
  return pattern.replace(/~([*?~])|([*])|([?])|([.+^${}()|[\]\\/-])/g, (_, plain, star, one, special) =>
    plain ? `\\${plain}` : star ? '.*' : one ? '.' : `\\${special}`,
  )
}

/** Calls `found` for each place where all conditions hold. */
export function matchesAll(
  name: string,
  conditions: readonly { matrix: Matrix; criterion: Criterion }[],
  found: (x: number, y: number) => void,
): void {
  const [first] = conditions
  if (first === undefined) return
  const [width, height] = [first.matrix.length, heightOf(first.matrix)]
  if (conditions.some(({ matrix }) => matrix.length !== width || heightOf(matrix) !== height))
    throw wrongValue(`Array arguments to ${name} are of different size.`)
  for (let x = 0; x < width; x++)
    for (let y = 0; y < height; y++)
      if (conditions.every(({ matrix, criterion }) => criterion.matches(matrix[x]?.[y] ?? BLANK))) found(x, y)
}
