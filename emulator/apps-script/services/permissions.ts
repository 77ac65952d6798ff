/**
 * What a script may call in which authorisation mode, and which scope its manifest must name. The words are
 * Google's, so that an add-on meets here what it would meet there.
 */
import type { AuthMode, HostCalls } from '../bridge.ts'

interface Need {
  /** As Google names it in the message. */
  member: string
  /** Any one of these in the manifest is enough. */
  scopes: string[]
}

const SCOPE = 'https://www.googleapis.com/auth/'
const NETWORK: Need = { member: 'UrlFetchApp.fetch', scopes: [`${SCOPE}script.external_request`] }
const DIALOGS = [`${SCOPE}script.container.ui`]
const SPREADSHEET = [`${SCOPE}spreadsheets.currentonly`, `${SCOPE}spreadsheets`]

const NEEDS_FULL: Partial<Record<keyof HostCalls, Need>> = {
  'fetch.all': NETWORK,
  'ui.showSidebar': { member: 'Ui.showSidebar', scopes: DIALOGS },
  'ui.showDialog': { member: 'Ui.showModalDialog', scopes: DIALOGS },
}

const NEEDS_LIMITED: Partial<Record<keyof HostCalls, Need>> = {
  'spreadsheet.info': { member: 'SpreadsheetApp.getActiveSpreadsheet', scopes: SPREADSHEET },
  'sheet.extent': { member: 'Sheet.getLastRow', scopes: SPREADSHEET },
  'sheet.read': { member: 'Range.getValues', scopes: SPREADSHEET },
  'selection.get': { member: 'SpreadsheetApp.getActiveRange', scopes: SPREADSHEET },
  'selection.set': { member: 'SpreadsheetApp.setActiveRange', scopes: SPREADSHEET },
  'properties.all': { member: 'PropertiesService.getUserProperties', scopes: [] },
  'properties.change': { member: 'PropertiesService.getUserProperties', scopes: [] },
  'cache.get': { member: 'CacheService.getUserCache', scopes: [] },
  'cache.put': { member: 'CacheService.getUserCache', scopes: [] },
}

/** Why the call is refused, or `null`. `manifestScopes` is `null` where the manifest names none. */
export function refusal(
  call: keyof HostCalls,
  mode: AuthMode,
  manifestScopes: string[] | null,
): string | null {
  const need = NEEDS_FULL[call] ?? NEEDS_LIMITED[call]
  if (!need) return null
  const allowed = mode === 'FULL' || (mode === 'LIMITED' && !NEEDS_FULL[call])
  const required = need.scopes.length > 0 ? ` Required permissions: ${need.scopes.join(' || ')}` : ''
  if (!allowed) return `You do not have permission to call ${need.member}.${required}`
  const listed = manifestScopes === null || need.scopes.length === 0
  if (listed || need.scopes.some(scope => manifestScopes.includes(scope))) return null
  return `Specified permissions are not sufficient to call ${need.member}.${required}`
}
