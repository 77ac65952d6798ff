/** Files that go with the next prompt: read here, sent at once, named to the service by the id that it gave them. */
import { computed, signal } from '@preact/signals'
import type { RpcError } from '../../contract/rpc.ts'
import { parseTurnFile, type TurnFile } from '../conversation/files.ts'
import type { Host } from '../host/host.ts'

/** The bridge takes a file as text, a third longer; beyond this it gets slow and then fails. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024
export const MAX_FILES = 10

/** What a file picker offers first. The service decides. */
export const FILE_TYPES = '.csv,.tsv,.xlsx,.pdf,.txt,.md,.json,image/*'

export interface Attachment {
  key: number
  name: string
  state:
    | { name: 'sending' }
    | { name: 'ready'; file: TurnFile }
    | { name: 'failed'; why: 'tooLarge' | 'empty' | 'unreadable' | RpcError }
}

export type Attachments = ReturnType<typeof createAttachments>

export function createAttachments(
  host: Pick<Host, 'attachFile'>,
  readBase64: (file: File) => Promise<string | null>,
) {
  const list = signal<readonly Attachment[]>([])
  /** Files beyond the most that a prompt can have. */
  const tooMany = signal(false)
  /** Sent with a prompt that is not accepted yet: they come back with it. */
  const sent = new Map<string, Attachment>()
  let made = 0

  const change = (key: number, state: Attachment['state']) => {
    list.value = list.peek().map(file => (file.key === key ? { ...file, state } : file))
  }

  async function add(files: readonly File[]): Promise<void> {
    const room = Math.max(0, MAX_FILES - list.peek().length)
    tooMany.value = files.length > room
    await Promise.all(files.slice(0, room).map(addOne))
  }

  async function addOne(file: File): Promise<void> {
    made += 1
    const key = made
    const entry: Attachment = { key, name: file.name, state: { name: 'sending' } }
    list.value = [...list.peek(), entry]
    change(key, await send(file))
  }

  async function send(file: File): Promise<Attachment['state']> {
    if (file.size > MAX_FILE_BYTES) return { name: 'failed', why: 'tooLarge' }
    if (file.size === 0) return { name: 'failed', why: 'empty' }
    const base64 = await readBase64(file)
    if (base64 === null) return { name: 'failed', why: 'unreadable' }
    const answer = await host.attachFile({ name: file.name, mediaType: file.type, base64 })
    if (!answer.ok) return { name: 'failed', why: answer.error }
    const read = parseTurnFile(answer.value)
    if (read === null) return { name: 'failed', why: unexpected }
    return { name: 'ready', file: { ...read, name: read.name || file.name, bytes: read.bytes || file.size } }
  }

  function remove(key: number): void {
    tooMany.value = false
    list.value = list.peek().filter(file => file.key !== key)
  }

  /** Takes what is ready along with a prompt. */
  function take(): TurnFile[] {
    const taken = list.peek().flatMap(entry => {
      if (entry.state.name !== 'ready') return []
      sent.set(entry.state.file.id, entry)
      return [entry.state.file]
    })
    list.value = []
    tooMany.value = false
    return taken
  }

  /** Puts files back that went with a prompt which was not started. */
  function restore(ids: readonly string[]): void {
    const known = new Set(list.peek().map(({ key }) => key))
    const back = ids.flatMap(id => sent.get(id) ?? []).filter(({ key }) => !known.has(key))
    list.value = [...back, ...list.peek()]
  }

  const isSending = computed(() => list.value.some(({ state }) => state.name === 'sending'))
  return { list, tooMany, isSending, add, remove, take, restore }
}

const unexpected: RpcError = { status: 200, code: 'UNEXPECTED_ANSWER', message: '', requestId: null }
