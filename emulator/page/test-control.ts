/**
 * What a test may change about the way between the sidebar and the script: Google's slow bridge, and its
 * two best-known failures. Off unless asked for.
 */
import { z } from 'zod'
import type { ScriptOutcome } from './protocol.ts'

const settings = z.strictObject({
  latencyMs: z.number().min(0).max(60_000).optional(),
  /** The next calls, of one function or of any, fail this way. */
  failNext: z
    .strictObject({
      kind: z.enum(['permission-denied', 'network', 'authorization-required', 'server-error']),
      count: z.int().min(0).max(1000).default(1),
      functionName: z.string().optional(),
      /** The function runs and its answer is lost, as when the network breaks on the way back. */
      afterRunning: z.boolean().default(false),
    })
    .optional(),
})
export type BridgeSettings = z.infer<typeof settings>

const FAILURES = {
  'permission-denied': {
    name: 'ScriptError',
    message: "We're sorry, a server error occurred while reading from storage. Error code PERMISSION_DENIED.",
  },
  'authorization-required': {
    name: 'ScriptError',
    message: 'Authorization is required to perform that action.',
  },
  'server-error': {
    name: 'ScriptError',
    message: "We're sorry, a server error occurred. Please wait a bit and try again.",
  },
  network: { name: 'NetworkError', message: 'Connection failure due to HTTP 0' },
}

export interface BridgeControl {
  /** Answers with what was wrong, or `null` when it was taken over. */
  change(input: unknown): string | null
  /** Waits for half of the latency: once on the way there, once on the way back. */
  wait(pageLatencyMs: number): Promise<void>
  /** The failure that this call must end with. */
  takeFailure(functionName: string): { outcome: ScriptOutcome; afterRunning: boolean } | null
}

export function createBridgeControl(): BridgeControl {
  let latencyMs = 0
  let failing: NonNullable<BridgeSettings['failNext']> | undefined

  return {
    change(input) {
      const parsed = settings.safeParse(input)
      if (!parsed.success) return z.prettifyError(parsed.error)
      latencyMs = parsed.data.latencyMs ?? latencyMs
      failing = parsed.data.failNext ?? failing
      return null
    },
    async wait(pageLatencyMs) {
      const ms = Math.max(latencyMs, pageLatencyMs) / 2
      if (ms > 0) await new Promise(resolve => setTimeout(resolve, ms))
    },
    takeFailure(functionName) {
      if (!failing || failing.count === 0) return null
      if (failing.functionName !== undefined && failing.functionName !== functionName) return null
      failing.count -= 1
      const outcome: ScriptOutcome = { ok: false, failure: { ...FAILURES[failing.kind], stack: '' } }
      return { outcome, afterRunning: failing.afterRunning }
    },
  }
}
