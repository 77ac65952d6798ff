/** One service with its own local Google, on which tasks are run one after the other. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Stack, startStack } from '../local/stack.ts'
import { type Meter, startMeter, type Usage } from './meter.ts'

export interface Lane {
  stack: Stack
  /** What the model's server was asked since the last call; null where no server of one's own is used. */
  usage(): Usage | null
  close(): Promise<void>
}

/** Patience for a mind that answers by hand; what the environment says goes first. */
const PATIENCE = { ROWHAND_MODEL_TIMEOUT_SECONDS: '3600', ROWHAND_MAX_TURN_MINUTES: '600' }

/** `modelUrl`: root of an OpenAI-compatible server; the environment's where left out. */
export async function openLane(modelUrl: string | undefined): Promise<Lane> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rowhand-eval-'))
  const meter: Meter | null = modelUrl ? await startMeter(modelUrl) : null
  const environment: Record<string, string> = {}
  for (const [name, value] of Object.entries(PATIENCE)) environment[name] = process.env[name] ?? value
  if (meter) {
    environment.OPENAI_COMPATIBLE_BASE_URL = meter.url
    environment.OPENAI_COMPATIBLE_MODELS = process.env.OPENAI_COMPATIBLE_MODELS ?? 'relay'
  }
  const stack = await startStack(dataDir, { serviceEnvironment: environment })
  return {
    stack,
    usage: () => meter?.take() ?? null,
    async close() {
      await stack.stop()
      await meter?.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
