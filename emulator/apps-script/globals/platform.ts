/** Session, ScriptApp, console and Logger. */
import { format } from 'node:util'
import type { CallHost } from '../bridge.ts'
import { guarded } from './realm.ts'
import type { ScriptSurroundings } from './surroundings.ts'

export function createSession({ callHost, realm }: ScriptSurroundings): object {
  const user = () => guarded('User', { getEmail: () => callHost('session.info').email }, realm)
  return guarded(
    'Session',
    {
      getActiveUser: user,
      getEffectiveUser: user,
      getActiveUserLocale: () => callHost('session.info').locale,
      getScriptTimeZone: () => callHost('session.info').timeZone,
      getTemporaryActiveUserKey: () => callHost('session.info').temporaryKey,
    },
    realm,
  )
}

export function createScriptApp({ callHost, realm }: ScriptSurroundings): object {
  const statuses = { REQUIRED: 'REQUIRED', NOT_REQUIRED: 'NOT_REQUIRED' }
  return guarded(
    'ScriptApp',
    {
      AuthMode: guarded(
        'AuthMode',
        { NONE: 'NONE', CUSTOM_FUNCTION: 'CUSTOM_FUNCTION', LIMITED: 'LIMITED', FULL: 'FULL' },
        realm,
      ),
      AuthorizationStatus: guarded('AuthorizationStatus', statuses, realm),
      getScriptId: () => callHost('script.info').scriptId,
      getAuthorizationInfo: () =>
        guarded(
          'AuthorizationInfo',
          { getAuthorizationStatus: () => statuses.NOT_REQUIRED, getAuthorizationUrl: () => null },
          realm,
        ),
    },
    realm,
  )
}

export function createConsole(callHost: CallHost): Record<string, object> {
  const write = (...parts: unknown[]) => callHost('log', format(...parts))
  const timers = new Map<string, number>()
  return {
    console: {
      log: write,
      info: write,
      warn: write,
      error: write,
      time: (label = 'default') => void timers.set(label, Date.now()),
      timeEnd: (label = 'default') => write(`${label}: ${Date.now() - (timers.get(label) ?? Date.now())}ms`),
    },
    Logger: { log: write, getLog: () => '', clear: () => undefined },
  }
}
