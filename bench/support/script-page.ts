/** A page of the local Google without a browser: its websocket, its sidebar's document, its script calls. */
import { randomUUID } from 'node:crypto'
import WebSocket from 'ws'
import type { PageMessage, ServerMessage } from '../../emulator/page/protocol.ts'

export interface ScriptPage {
  /** Through the add-on's menu, as a person does; the status of the panel's document. */
  openSidebar(): Promise<{ instance: string; status: number }>
  /** As `google.script.run` does; a failure is its message. */
  run(functionName: string, ...args: unknown[]): Promise<unknown>
  closePanel(instance: string): void
  close(): void
}

export async function openScriptPage(url: string, spreadsheetId: string): Promise<ScriptPage> {
  const address = `${url.replace('http', 'ws')}/page/ws/${spreadsheetId}`
  const socket = new WebSocket(address, { origin: url })
  const waiting = new Map<number, (answer: unknown) => void>()
  let sidebarOpened: ((instance: string) => void) | undefined
  let nextCallId = 1
  const send = (message: PageMessage) => socket.send(JSON.stringify(message))

  socket.on('message', raw => {
    const message = JSON.parse(String(raw)) as ServerMessage
    if (message.type === 'sidebar') sidebarOpened?.(message.instance)
    if (message.type !== 'result') return
    const { callId, outcome } = message
    waiting.get(callId)?.(outcome.ok ? JSON.parse(outcome.valueJson) : outcome.failure.message)
    waiting.delete(callId)
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const selection = { sheetId: 0, areas: [] }
  send({ type: 'hello', pageId: randomUUID(), locale: 'en', revisionId: '', selection })

  return {
    async openSidebar() {
      const opened = new Promise<string>(resolve => {
        sidebarOpened = resolve
      })
      send({ type: 'menu', functionName: 'openSidebar' })
      const instance = await opened
      const response = await fetch(`${url}/page/sidebar/${instance}`)
      await response.text()
      return { instance, status: response.status }
    },
    run(functionName, ...args) {
      const callId = nextCallId++
      return new Promise(resolve => {
        waiting.set(callId, resolve)
        send({ type: 'run', callId, functionName, argumentsJson: JSON.stringify(args) })
      })
    },
    closePanel: instance => send({ type: 'panelClosed', instance }),
    close: () => socket.close(),
  }
}
