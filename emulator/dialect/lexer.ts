/**
 * Tokens of a formula in the engine's normalised form, where references, numbers and strings are
 * placeholders: `=LET(x,|R|,x*|N|)`.
 */
export type Token =
  | { kind: 'cell' | 'range' | 'number' | 'string' }
  | { kind: 'name'; text: string }
  | { kind: 'sign'; text: string }

const TOKEN =
  /\|([RCNS])\||([A-Za-z_\u0080-\uffff][\w.\u0080-\uffff]*)|(<>|<=|>=|[-+*/^&=<>%(){},;#@])|(#[A-Z/0!?]+)/y

const PLACEHOLDERS = { R: 'range', C: 'cell', N: 'number', S: 'string' } as const

/** Throws on what is no formula. */
export function tokenize(normalised: string): Token[] {
  const tokens: Token[] = []
  let at = 1
  while (at < normalised.length) {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(normalised)
    if (match === null) throw new Error(`Unexpected ${normalised.slice(at, at + 10)}`)
    at = TOKEN.lastIndex
    const [, placeholder, name, sign, error] = match
    if (placeholder !== undefined) tokens.push({ kind: PLACEHOLDERS[placeholder as 'R'] })
    else if (name !== undefined) tokens.push({ kind: 'name', text: name })
    else tokens.push({ kind: 'sign', text: sign ?? error ?? '' })
  }
  return tokens
}
