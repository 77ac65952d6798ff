/** A formula as a tree: what the parser makes of the text. Knows no functions and calculates nothing. */

export type Formula =
  /** As written: apostrophes, dollars and quotes included. */
  | { kind: 'reference' | 'number' | 'string' | 'name' | 'error'; text: string }
  /** The name in capitals. */
  | { kind: 'call'; name: string; args: Formula[] }
  | { kind: 'operation'; sign: Sign; left: Formula; right: Formula }
  | { kind: 'minus' | 'percent'; of: Formula }
  /** IF(A1,,2) */
  | { kind: 'left-out' }
  /** {1,2;3,4}, and ranges side by side in parentheses. */
  | { kind: 'array' | 'union'; items: Formula[] }
  /** LAMBDA(x; x)(3) */
  | { kind: 'applied'; what: Formula; args: Formula[] }

export type Sign = ':' | '^' | '*' | '/' | '+' | '-' | '&' | '=' | '<>' | '<=' | '>=' | '<' | '>'

/** From the weakest to the strongest. */
const LEVELS: readonly (readonly Sign[])[] = [
  ['=', '<>', '<=', '>=', '<', '>'],
  ['&'],
  ['+', '-'],
  ['*', '/'],
  ['^'],
  [':'],
]
const STRENGTHS = new Map<string, number>(LEVELS.flatMap((signs, level) => signs.map(sign => [sign, level])))

export const isSign = (text: string): text is Sign => STRENGTHS.has(text)

/** Operands with a sign between each two; equal strengths go from left to right. */
export function treeOf(operands: readonly Formula[], signs: readonly Sign[]): Formula {
  const done = [operands[0]!]
  const open: Sign[] = []
  const close = () => {
    const right = done.pop()!
    const left = done.pop()!
    done.push({ kind: 'operation', sign: open.pop()!, left, right })
  }
  for (const [index, sign] of signs.entries()) {
    while (open.length > 0 && STRENGTHS.get(open.at(-1)!)! >= STRENGTHS.get(sign)!) close()
    open.push(sign)
    done.push(operands[index + 1]!)
  }
  while (open.length > 0) close()
  return done[0]!
}
