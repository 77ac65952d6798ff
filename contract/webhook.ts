/** The one event: a turn has ended. */
import { z } from 'zod'
import { named, nanoDollars, uuid } from './schema.ts'

export const turnOutcomes = ['succeeded', 'failed', 'interrupted', 'cancelled'] as const
export type TurnOutcome = (typeof turnOutcomes)[number]

/** `sha256=` and the hex HMAC-SHA256 of the raw body, keyed with the key's webhook secret. */
export const WEBHOOK_SIGNATURE_HEADER = 'X-Webhook-Signature'

/** The same with the key's next secret, while one is exchanged for another. */
export const WEBHOOK_NEXT_SIGNATURE_HEADER = 'X-Webhook-Signature-Next'

export const webhookPayload = named(
  'WebhookPayload',
  z.strictObject({
    agent_id: uuid,
    turn_id: uuid,
    status: z.enum(turnOutcomes),
    error_message: z.string().nullable().describe('Null unless the turn failed or was interrupted.'),
    error_code: z.string().nullable().describe('The code to branch on.'),
    usage: nanoDollars
      .nullable()
      .describe('Total nano-dollars; null unless the turn ran to its natural end.'),
  }),
)
export type WebhookPayload = z.infer<typeof webhookPayload>
