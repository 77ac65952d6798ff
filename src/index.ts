/**
 * Everything that Google can call: the menu's items and the page's functions. Each export becomes a global
 * of the built script, and every global can be called by the page: none may answer with the API key.
 */
import type { Rpc } from '../contract/rpc.ts'
import * as abilities from './rpc/abilities.ts'
import * as additions from './rpc/additions.ts'
import * as connection from './rpc/connection.ts'
import * as settings from './rpc/settings.ts'
import * as tabs from './rpc/tabs.ts'
import * as turns from './rpc/turns.ts'
import { countErrorsInSheet, readSheetContext, selectAllInSheet, selectInSheet } from './sheet.ts'

export {
  askAboutSelection,
  backUpThisTab,
  checkConnection,
  onInstall,
  onOpen,
  openSidebar,
  quickClassify,
  quickCleanUp,
  quickExplainFormula,
  quickFillFormula,
  quickFixErrors,
  quickScore,
  quickSummarise,
  quickTranslate,
  showHelp,
} from './menu.ts'

/** Declared as the contract's type, so that a missing or wrong function is a compile error. */
const rpc: Rpc = {
  readAbilities: abilities.readAbilities,
  ...additions,
  ...connection,
  ...settings,
  ...tabs,
  ...turns,
  readContext: readSheetContext,
  selectRange: selectInSheet,
  selectRanges: selectAllInSheet,
  countErrors: countErrorsInSheet,
}

export const {
  attachFile,
  boot,
  chooseConversation,
  checkKey,
  connect,
  copyTab,
  countErrors,
  decidePermission,
  deleteConversation,
  disconnect,
  forgetConversation,
  pollAgent,
  readAbilities,
  readChanges,
  readContext,
  readFiles,
  readMessages,
  readModels,
  readPermissions,
  readUndo,
  redo,
  saveDefaultModels,
  saveDraft,
  savePrompts,
  selectRange,
  selectRanges,
  startTurn,
  stopAgent,
  undoTurn,
} = rpc
