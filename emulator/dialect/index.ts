/**
 * Everything that must be the same in the emulator's server and in its page before either makes a Model:
 * Google's formula language and the annotations. Runs in Node and in the browser; call it once, with the
 * o-spreadsheet module (`o_spreadsheet` in the page).
 */
import { installFormulas } from '../formulas/install.ts'
import { installAnchoredRules } from './anchored-rules.ts'
import { installAnnotations } from './annotations.ts'
import { installCheckboxes } from './checkboxes.ts'
import type { Engine } from './engine.ts'
import { installEvaluation } from './evaluation.ts'
import { installExactFormats } from './exact-formats.ts'
import { installLazyViews } from './lazy-views.ts'
import { installMissingTabs } from './missing-tabs.ts'
import { installPlainHeights } from './plain-heights.ts'
import { installPlainTexts } from './plain-texts.ts'
import { installQuickDispatch } from './quick-dispatch.ts'
import { installRowMoves } from './row-moves.ts'

export function installDialect(engine: Engine): void {
  installAnnotations(engine)
  installFormulas(engine)
  installMissingTabs(engine)
  installLazyViews(engine)
  installPlainHeights(engine)
  installQuickDispatch(engine)
  installEvaluation(engine)
  installExactFormats(engine)
  installPlainTexts(engine)
  installCheckboxes(engine)
  installAnchoredRules(engine)
  installRowMoves(engine)
}
