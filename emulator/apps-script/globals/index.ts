/** The global services a script sees, each as far as an add-on for Sheets uses it. */
import { createFetch } from './fetch.ts'
import { createHtmlService } from './html.ts'
import { createConsole, createScriptApp, createSession } from './platform.ts'
import { guarded } from './realm.ts'
import { createSpreadsheetApp } from './spreadsheet.ts'
import { createCacheService, createLockService, createPropertiesService } from './stores.ts'
import type { ScriptSurroundings } from './surroundings.ts'
import { createUtilities } from './utilities.ts'

/** Services that Google has and this host does not: naming one says so. */
const ABSENT = [
  'DriveApp',
  'DocumentApp',
  'SlidesApp',
  'FormApp',
  'GmailApp',
  'MailApp',
  'CalendarApp',
  'Charts',
]

export function createGlobals(surroundings: ScriptSurroundings): Record<string, unknown> {
  const { callHost, realm } = surroundings
  const absent = ABSENT.map(name => [name, guarded(name, {}, realm)] as const)
  return {
    ...Object.fromEntries(absent),
    SpreadsheetApp: createSpreadsheetApp(surroundings),
    PropertiesService: createPropertiesService(surroundings),
    CacheService: createCacheService(surroundings),
    LockService: createLockService(surroundings),
    UrlFetchApp: createFetch(surroundings),
    HtmlService: createHtmlService(surroundings),
    Utilities: createUtilities(surroundings),
    Session: createSession(surroundings),
    ScriptApp: createScriptApp(surroundings),
    ...createConsole(callHost),
  }
}
