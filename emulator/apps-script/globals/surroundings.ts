/**
 * What every global is made with: a way to the host, the script's own realm, the add-on's folder. It knows
 * none of the globals.
 */
import type { CallHost } from '../bridge.ts'
import type { Realm } from './realm.ts'

export interface ScriptSurroundings {
  callHost: CallHost
  realm: Realm
  /** Where `createHtmlOutputFromFile` finds its files. */
  addonDir: string
}
