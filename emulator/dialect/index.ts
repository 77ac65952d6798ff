/**
 * Everything that must be the same in the emulator's server and in its page before either makes a Model:
 * Google's formula dialect and the annotations. Runs in Node and in the browser; call it once, with the
 * o-spreadsheet module (`o_spreadsheet` in the page).
 */
import * as formulajs from '@formulajs/formulajs'
import { installAnnotations } from './annotations.ts'
import type { Engine } from './engine.ts'
import { installEvaluation } from './evaluation.ts'
import { installFormulajs, installFunctions } from './functions.ts'
import { installLambdas } from './lambda.ts'
import { installQuickDispatch } from './quick-dispatch.ts'
import { installRowMoves } from './row-moves.ts'

export function installDialect(engine: Engine): void {
  installAnnotations(engine)
  installFunctions(engine)
  installFormulajs(engine, { ...formulajs })
  installLambdas(engine)
  installQuickDispatch(engine)
  installEvaluation(engine)
  installRowMoves(engine)
}
