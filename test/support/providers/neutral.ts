/** A model's side of a conversation, written once, whatever wire format it is then spoken in. */
export type WireKind = 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini'
export const wireKinds: readonly WireKind[] = ['openai-chat', 'openai-responses', 'anthropic', 'gemini']

export interface ScriptedCall {
  name: string
  args: unknown
  id?: string
  /** Sent as the arguments exactly as written, for malformed calls. Gemini can only send objects. */
  rawArgs?: string
}

export type Fault =
  | { status: number; retryAfterSeconds?: number; code?: string; message?: string }
  /** 200 with a body that isn't JSON. */
  | 'malformed_json'
  /** 200 with JSON that isn't an answer. */
  | 'wrong_shape'
  | 'refusal'
  | 'empty'
  | 'context_overflow'
  /** The connection is cut before the answer. */
  | 'reset'
  /** The connection is cut in the middle of the answer. */
  | 'reset_midway'
  /** No answer until the client gives up. */
  | 'hang'
  /** An answer that has no end. */
  | 'endless'
  /** 400 for requests with a response format, the plain answer for others. */
  | 'no_response_format'

export interface Reply {
  text?: string
  calls?: ScriptedCall[]
  /** `input` without the cached tokens. Left out: no usage is sent where the format allows it. */
  usage?: { input: number; cached?: number; output: number } | null
  finish?: 'stop' | 'length'
  delayMs?: number
  /** The answer waits for this. */
  once?: Promise<void>
  fault?: Fault
}

export interface NeutralRequest {
  kind: WireKind
  path: string
  headers: Record<string, string>
  body: Record<string, unknown>
  /** Everything the model is told outside the conversation. */
  instructions: string
  /** Texts of the conversation in order, tool results excluded. */
  texts: string[]
  toolNames: string[]
  /** What tools answered, in order. */
  toolResults: { id: string; output: string }[]
  /** Whether an answer in JSON was asked for. */
  wantsJson: boolean
}

/** Answers in order, or a function of the request. Answers past the end of a list are an error. */
export type Script = Reply[] | ((request: NeutralRequest, index: number) => Reply)

export interface WireFormat {
  readRequest(
    path: string,
    body: Record<string, unknown>,
  ): Omit<NeutralRequest, 'kind' | 'path' | 'headers' | 'body'>
  /** `id` is unique for the reply. */
  renderReply(reply: Reply, id: string, model: string): unknown
  renderRefusal(id: string, model: string): unknown
  renderError(status: number, code: string, message: string): unknown
  contextOverflow: { status: number; code: string; message: string }
}

type Json = Record<string, unknown>
export const list = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : [])
export const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
/** Text of a message's content: a string, or parts of which some have text. */
export const textsOf = (content: unknown): string[] =>
  typeof content === 'string'
    ? [content]
    : list(content).flatMap(part => (typeof part.text === 'string' ? [part.text] : []))
