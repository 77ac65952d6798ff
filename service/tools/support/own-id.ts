/**
 * Ids for things that a call creates, drawn from the call's own id: a call that runs again after a crash
 * asks Google for the same id, finds the thing there, and does not make a second one.
 */
import { createHash } from 'node:crypto'
import type { ToolContext } from '../tool.ts'

/** A positive 31-bit number, as tabs and charts have them. */
export function ownId(context: Pick<ToolContext, 'toolCallId'>, purpose: string): number {
  const digest = createHash('sha256').update(`${context.toolCallId}:${purpose}`).digest()
  return digest.readUInt32BE(0) & 0x7fffffff || 1
}
