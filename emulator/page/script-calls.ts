/** What starts a script from a page: opening it, a menu item, and `google.script.run` in a panel. */
import type { ScriptHost } from '../apps-script/host.ts'
import type { PageSession } from './page-session.ts'
import type { PageMessage, ScriptFailure, ScriptOutcome } from './protocol.ts'
import type { BridgeControl } from './test-control.ts'

export interface ScriptCalls {
  open(session: PageSession): Promise<void>
  runMenuItem(session: PageSession, functionName: string): Promise<void>
  run(session: PageSession, call: Extract<PageMessage, { type: 'run' }>): Promise<ScriptOutcome>
}

export function createScriptCalls(host: ScriptHost | undefined, control: BridgeControl): ScriptCalls {
  return {
    async open(session) {
      if (!host) return
      const args = [{ authMode: 'LIMITED', source: null }]
      const outcome = await host.run({ functionName: 'onOpen', args, authMode: 'LIMITED', page: session })
      if (!outcome.ok) session.send({ type: 'menuFailed', functionName: 'onOpen', failure: outcome.failure })
    },

    async runMenuItem(session, functionName) {
      if (!host) return
      session.send({ type: 'menuRun', state: 'running' })
      const outcome = await host.run({ functionName, args: [], authMode: 'FULL', page: session })
      session.send({ type: 'menuRun', state: 'done' })
      if (!outcome.ok) session.send({ type: 'menuFailed', functionName, failure: outcome.failure })
    },

    async run(session, { functionName, argumentsJson }) {
      // A private function does not exist for a page, whatever the page sends.
      if (!host || functionName.endsWith('_')) return notFound(functionName)
      await control.wait(session.latencyMs)
      const failure = control.takeFailure(functionName)
      if (failure && !failure.afterRunning) return failure.outcome
      const args = JSON.parse(argumentsJson) as unknown[]
      const outcome = await host.run({ functionName, args, authMode: 'FULL', page: session })
      await control.wait(session.latencyMs)
      if (failure) return failure.outcome
      return outcome.ok ? outcome : { ok: false, failure: asScriptError(outcome.failure) }
    },
  }
}

/** What a failure handler gets: one error whose message begins with the original's name. */
function asScriptError({ name, message, stack }: ScriptFailure): ScriptFailure {
  return {
    name: 'ScriptError',
    message: name === 'Error' ? `Error: ${message}` : `${name}: ${message}`,
    stack,
  }
}

function notFound(functionName: string): ScriptOutcome {
  return {
    ok: false,
    failure: { name: 'ScriptError', message: `Script function not found: ${functionName}`, stack: '' },
  }
}
