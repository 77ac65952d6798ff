/** The conversation: what a person wrote, what the agent said, and each tool it called. */
import { z } from 'zod'
import { dateTime, named, uuid } from './schema.ts'

/** Statuses this service answers with. */
export const toolCallStatuses = ['pending', 'running', 'succeeded', 'failed', 'cancelled'] as const
export const toolCallStatus = z.enum(toolCallStatuses)
export type ToolCallStatus = z.infer<typeof toolCallStatus>

/** The published schema also lists these two; a client of any service accepts all seven. */
export const acceptedToolCallStatuses = [...toolCallStatuses, 'completed', 'error'] as const

const entryBase = {
  turn_id: uuid.describe('Groups the entries of one prompt execution.'),
  created_at: dateTime,
}

export const userMessageEntry = named(
  'UserMessageEntry',
  z.strictObject({
    type: z.literal('user_message'),
    ...entryBase,
    message_id: uuid,
    content: z.string().describe('The prompt as the user wrote it.'),
  }),
)

export const assistantMessageEntry = named(
  'AssistantMessageEntry',
  z.strictObject({
    type: z.literal('assistant_message'),
    ...entryBase,
    message_id: uuid,
    content: z
      .string()
      .describe('Reasoning or a reply, in markdown. The last one of a finished turn is the final answer.'),
  }),
)

const count = z.int().min(0)

/** Row counts of a bulk tool; whichever the tool has reported so far. */
export const bulkRows = z
  .strictObject({
    processed: count.optional().describe('Rows that succeeded.'),
    errors: count.optional().describe('Rows that failed.'),
    total: count.optional().describe('Rows that succeeded, failed, or never ran.'),
  })
  .describe('Bulk tools only: row counts.')

export const readCounts = z
  .strictObject({
    sheets: count,
    rows: count.describe('Per sheet, summed across sheets.'),
    columns: count.describe('Per sheet, summed across sheets.'),
    cells: count.describe('Cells returned; trailing empty ones are not counted.'),
  })
  .describe('read_range only: what was returned, as counts without contents.')

/** The fields that say what a tool did; which of them stand depends on the tool. */
export const toolCallFields = {
  range: z
    .string()
    .optional()
    .describe('Affected A1 range without its tab. Not for bulk tools or copy_paste_range.'),
  sheet_name: z.string().optional().describe('Tab that the tool worked on.'),
  updated_range: z.string().optional().describe('Bulk tools only: A1 range that was written.'),
  rows: bulkRows.optional(),
  prompt_template: z
    .string()
    .optional()
    .describe('Bulk tools only: the template for each row, columns written as {{A}}.'),
  cells: z
    .number()
    .optional()
    .describe('Cells affected: written for write_range, copied for a bounded copy_paste_range.'),
  read: readCounts.optional(),
  paste_type: z.string().optional().describe('copy_paste_range only: what is pasted.'),
  source_range: z.string().optional().describe('copy_paste_range only: A1 range copied from.'),
  target_range: z.string().optional().describe('copy_paste_range only: A1 range pasted into.'),
  source_sheet: z
    .string()
    .optional()
    .describe('copy_paste_range only: tab of the source, when it named one.'),
  target_sheet: z
    .string()
    .optional()
    .describe('copy_paste_range only: tab of the target, when it named one.'),
  fields: z.string().optional().describe('read_spreadsheet_fields only: the field mask.'),
  query: z.string().optional().describe('web_search only: the query.'),
  number_of_searches: count.optional().describe('web_search only: searches run, each one billed unit.'),
  sources: z
    .array(z.url())
    .optional()
    .describe('web_search only: pages opened and addresses cited, without repeats.'),
  skill: z.string().optional().describe('load_skill and create_skill only: name of the skill.'),
} as const

const fieldsObject = z.strictObject(toolCallFields)
export type ToolCallFields = z.infer<typeof fieldsObject>

export const toolCallEntry = named(
  'ToolCallEntry',
  z.strictObject({
    type: z.literal('tool_call'),
    ...entryBase,
    tool_call_id: uuid,
    tool: z.string().describe('Name of the tool, for example write_range.'),
    status: toolCallStatus,
    completed_at: dateTime
      .nullable()
      .optional()
      .describe('When a terminal status was reached; null while pending or running.'),
    ...toolCallFields,
    message: z.string().optional().describe('Present only when the call failed: the reason.'),
  }),
)

export const messageEntry = named(
  'MessageEntry',
  z.discriminatedUnion('type', [userMessageEntry, assistantMessageEntry, toolCallEntry]),
)

export type UserMessageEntry = z.infer<typeof userMessageEntry>
export type AssistantMessageEntry = z.infer<typeof assistantMessageEntry>
export type ToolCallEntry = z.infer<typeof toolCallEntry>
export type MessageEntry = z.infer<typeof messageEntry>

export const messagesPage = named(
  'AgentMessagesPage',
  z.strictObject({
    messages: z.array(messageEntry).describe('Oldest first.'),
    end_cursor: z.string().nullable().describe('Cursor of the last entry; null only when the page is empty.'),
    has_next_page: z.boolean().describe('Whether to ask for another page; end_cursor does not tell.'),
    total: count.describe('Entries in the whole conversation.'),
  }),
)
export type AgentMessagesPage = z.infer<typeof messagesPage>
