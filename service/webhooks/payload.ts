/** The body of a webhook and its signature. */
import { createHmac } from 'node:crypto'
import type { WebhookPayload } from '../../contract/index.ts'
import type { EndedTurn } from '../turns/ports.ts'

/** Message and code only where something went wrong; usage only where the turn came to its natural end. */
export function webhookPayloadOf(turn: EndedTurn): WebhookPayload {
  const wentWrong = turn.status === 'failed' || turn.status === 'interrupted'
  return {
    agent_id: turn.agentId,
    turn_id: turn.turnId,
    status: turn.status,
    error_message: wentWrong ? turn.errorMessage : null,
    error_code: wentWrong ? turn.errorCode : null,
    usage: turn.status === 'succeeded' ? Number(turn.usageNanoDollars) : null,
  }
}

export const signatureOf = (body: string, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
