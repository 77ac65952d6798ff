/**
 * The engine forgets the spaces of a formula; Google does not, and people read formulas. What was typed is
 * kept in the cell's style as a model for spacing, so it travels with the cell; it is laid over whatever
 * the engine's formula has become by moving.
 */
import type { Cell, Getters, Style } from '../../dialect/engine.ts'
import { engine } from './engine.ts'
import { toGoogleFormula } from './titles.ts'

export function formulaOf(cell: Cell | undefined, getters: Getters): string | undefined {
  if (cell?.isFormula !== true) return undefined
  const formula = toGoogleFormula(cell.compiledFormula.toFormulaString(getters))
  const model = cell.style?.google?.formula
  return typeof model === 'string' ? respace(model, formula) : formula
}

/** The style that remembers how a formula was typed; the same style where there is nothing to remember. */
export function rememberSpacing(style: Style, formula: string | undefined): Style {
  const { google, ...rest } = style
  const { formula: before, ...others } = google ?? {}
  const model = formula !== undefined && hasSpaces(formula) ? formula : undefined
  if (model === before) return style
  const kept = model === undefined ? others : { ...others, formula: model }
  return Object.keys(kept).length === 0 ? rest : { ...rest, google: kept }
}

function hasSpaces(formula: string): boolean {
  return /\s/.test(formula.replace(/"[^"]*"/g, ''))
}

/** `formula` with the spaces of `model`, if they differ in references only; else as it is. */
export function respace(model: string, formula: string): string {
  const tokens = engine.tokenize(formula).filter(token => token.type !== 'SPACE')
  let next = 0
  let text = ''
  for (const { type, value } of engine.tokenize(model)) {
    if (type === 'SPACE') {
      text += value
      continue
    }
    const token = tokens[next++]
    if (token?.type !== type || (token.value !== value && !isReference(type))) return formula
    text += token.value
  }
  return next === tokens.length ? text : formula
}

/** Columns without a row (A:A) are symbols to the tokenizer. */
function isReference(type: string): boolean {
  return type === 'REFERENCE' || type === 'INVALID_REFERENCE' || type === 'SYMBOL'
}
