/**
 * /emulator/…: what a test does to the local Google from outside its process. Faults, quota, calls so far,
 * sharing. Google has none of these; they are here because the emulator listens on loopback only.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readJson, sendJson } from './http.ts'
import type { Grants } from './oauth/grants.ts'
import type { EmulatorDeps } from './parts.ts'
import type { Fault, Traffic } from './sheets/http/traffic.ts'

export interface ControlsOptions {
  deps: EmulatorDeps
  traffic: Traffic
  grants: Grants
}

export function emulatorRoutes({ deps, traffic, grants }: ControlsOptions) {
  const actions: Record<string, (body: Record<string, unknown>) => object> = {
    'POST /emulator/faults': body => {
      traffic.addFault({ match: '', ...body } as Fault)
      return {}
    },
    'DELETE /emulator/faults': () => {
      traffic.clearFaults()
      return {}
    },
    'PUT /emulator/quota': ({ perMinute }) => {
      traffic.setQuota(typeof perMinute === 'number' ? perMinute : undefined)
      return {}
    },
    'GET /emulator/calls': () => ({ ...traffic.counts, calls: traffic.calls }),
    'DELETE /emulator/calls': () => {
      traffic.forgetCalls()
      return {}
    },
    'POST /emulator/share': ({ spreadsheetId, email, role }) => {
      deps.library.share(
        String(spreadsheetId),
        String(email),
        role === 'writer' || role === 'reader' ? role : undefined,
      )
      return {}
    },
    'POST /emulator/revoke': ({ email }) => ({ revoked: grants.revokeAll(String(email)) }),
    'GET /emulator/users': () => ({ users: deps.users }),
  }

  return {
    async handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<boolean> {
      if (!url.pathname.startsWith('/emulator/')) return false
      const action = actions[`${request.method} ${url.pathname}`]
      if (action === undefined) {
        sendJson(response, 404, {
          error: `The emulator has no ${request.method} ${url.pathname}. It has: ${Object.keys(actions).join(', ')}.`,
        })
        return true
      }
      const body = await readJson(request)
      if (typeof body !== 'object' || body === null) {
        sendJson(response, 400, { error: 'The body must be a JSON object.' })
        return true
      }
      sendJson(response, 200, action(body as Record<string, unknown>))
      return true
    },
  }
}
