/**
 * Between the add-on's panels and the server: takes the messages of `google.script` from the panels' frames,
 * sends the calls on, and brings the answers back. A call whose line broke fails as on Google.
 */
import type { PageMessage, ScriptOutcome } from '../protocol.ts'

type RunCall = Extract<PageMessage, { type: 'run' }>

type PanelMessage =
  | { type: 'run'; callId: number; functionName: string; argumentsJson: string }
  | { type: 'close' }
  | { type: 'focusEditor' }
  | { type: 'resize'; width?: number; height?: number }

export interface PanelOptions {
  /** False when there is no line to the server. */
  send(call: RunCall): boolean
  close(instance: string): void
  focusGrid(): void
  resize(instance: string, size: { width?: number; height?: number }): void
}

export interface Panels {
  /** From now on, messages of this frame are the panel's. */
  add(instance: string, frame: HTMLIFrameElement): void
  remove(instance: string): void
  finish(callId: number, outcome: ScriptOutcome): void
  /** The line broke: nothing that is under way will be answered any more. */
  failAll(): void
}

const CONNECTION_FAILURE: ScriptOutcome = {
  ok: false,
  failure: { name: 'NetworkError', message: 'Connection failure due to HTTP 0', stack: '' },
}

export function createPanels(options: PanelOptions): Panels {
  const frames = new Map<string, HTMLIFrameElement>()
  const calls = new Map<number, { frame: HTMLIFrameElement; panelCallId: number }>()
  let nextCallId = 1

  const finish = (callId: number, outcome: ScriptOutcome) => {
    const call = calls.get(callId)
    calls.delete(callId)
    // The panel's origin is opaque, so it cannot be named as the target.
    call?.frame.contentWindow?.postMessage({ result: { callId: call.panelCallId, outcome } }, '*')
  }
  const run = (frame: HTMLIFrameElement, message: Extract<PanelMessage, { type: 'run' }>) => {
    const callId = nextCallId++
    calls.set(callId, { frame, panelCallId: message.callId })
    if (!options.send({ ...message, callId })) finish(callId, CONNECTION_FAILURE)
  }

  addEventListener('message', event => {
    const message = (event.data as { panel?: PanelMessage } | null)?.panel
    const found = [...frames].find(([, frame]) => frame.contentWindow === event.source)
    if (!message || !found) return
    const [instance, frame] = found
    switch (message.type) {
      case 'run':
        return run(frame, message)
      case 'close':
        return options.close(instance)
      case 'focusEditor':
        return options.focusGrid()
      case 'resize':
        return options.resize(instance, message)
    }
  })

  return {
    add: (instance, frame) => void frames.set(instance, frame),
    remove: instance => void frames.delete(instance),
    finish,
    failAll() {
      for (const callId of [...calls.keys()]) finish(callId, CONNECTION_FAILURE)
    },
  }
}
