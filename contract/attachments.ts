/** Files that a person gives with a prompt: what the service read from them. */
import { z } from 'zod'
import { dateTime, named, uuid } from './schema.ts'

/** Files of one turn. */
export const MAX_ATTACHMENTS = 10
export const MAX_ATTACHMENT_BYTES = 10_000_000

export const attachment = named(
  'Attachment',
  z.strictObject({
    id: uuid.describe('Give it as one of attachment_ids when an agent is started.'),
    name: z.string(),
    media_type: z.string(),
    size_bytes: z.int().min(0),
    tables: z
      .array(
        z.strictObject({
          name: z.string().describe('The sheet of a workbook; the file itself for CSV.'),
          rows: z.int().min(0).describe('The header included.'),
          columns: z.int().min(0),
        }),
      )
      .describe('Empty for texts, PDF and pictures.'),
    expires_at: dateTime.describe('Until then it waits for a turn; with one it stays as long as the turn.'),
  }),
)
export type Attachment = z.infer<typeof attachment>

/** Most files in one answer. */
export const MAX_LISTED_ATTACHMENTS = 200

export const turnAttachment = named(
  'TurnAttachment',
  attachment.omit({ expires_at: true }).extend({
    turn_id: uuid.describe('The turn that it came with; later ones see it as well.'),
    created_at: dateTime,
  }),
)
export type TurnAttachment = z.infer<typeof turnAttachment>

export const attachmentsResponse = named(
  'AttachmentsResponse',
  z.strictObject({
    attachments: z.array(turnAttachment).max(MAX_LISTED_ATTACHMENTS).describe('Newest first.'),
  }),
)
export type AttachmentsResponse = z.infer<typeof attachmentsResponse>
