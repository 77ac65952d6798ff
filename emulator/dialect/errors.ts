/**
 * Errors as Google shows them: the cell's text, the API's type, the message. The engine's own kinds are
 * translated here and nowhere else.
 */
import type { EvaluatedCell } from './engine.ts'

export interface CellError {
  text: string
  type: string
  message: string
}

/** The engine's error → Google's cell text and error type. */
const ERRORS: Record<string, [text: string, type: string]> = {
  '#REF': ['#REF!', 'REF'],
  '#REF!': ['#REF!', 'REF'],
  '#SPILL!': ['#REF!', 'REF'],
  '#CYCLE': ['#REF!', 'REF'],
  '#BAD_EXPR': ['#ERROR!', 'ERROR'],
  '#ERROR!': ['#ERROR!', 'ERROR'],
  '#N/A': ['#N/A', 'N_A'],
  '#DIV/0!': ['#DIV/0!', 'DIVIDE_BY_ZERO'],
  '#VALUE!': ['#VALUE!', 'VALUE'],
  '#NAME?': ['#NAME?', 'NAME'],
  '#NUM!': ['#NUM!', 'NUM'],
  '#NULL!': ['#NULL!', 'NULL_VALUE'],
  '#CALC!': ['#N/A', 'N_A'],
  'Loading...': ['Loading...', 'LOADING'],
}

/** What the engine itself finds wrong is said in Google's words; functions bring their own. */
const ERROR_MESSAGES: Record<string, string> = {
  '#CYCLE': 'Circular dependency detected. To resolve with iterative calculation, see File > Settings.',
  '#BAD_EXPR': 'Formula parse error.',
  '#REF': 'Reference does not exist.',
}

export function googleError(evaluated: EvaluatedCell): CellError | undefined {
  if (evaluated.type !== 'error') return undefined
  const raw = String(evaluated.value)
  const [text, type] = ERRORS[raw] ?? ['#VALUE!', 'VALUE']
  return { text, type, message: ERROR_MESSAGES[raw] ?? evaluated.message ?? '' }
}
