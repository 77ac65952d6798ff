/** What each table is for; `npm run data-model` puts it into docs/data-model.md. */
export interface TableWords {
  holds: string
  growsWith: string
  endedBy: string
}

const conversation = 'the conversation: `ROWHAND_KEEP_CONVERSATIONS_DAYS`, or its deletion'

export const tableWords: Record<string, TableWords> = {
  agents: {
    holds: 'a conversation about one spreadsheet',
    growsWith: 'conversations',
    endedBy: conversation,
  },
  api_keys: {
    holds: 'keys by their hash, sealed webhook secrets',
    growsWith: 'keys',
    endedBy: 'their space or person; a deleted key stays as a row without use',
  },
  attachments: {
    holds: 'files that a person gave with a prompt',
    growsWith: 'attachments',
    endedBy: 'their turn, or a day without one',
  },
  bootstrap_grants: {
    holds: 'which grant of `ROWHAND_BOOTSTRAP` was taken over',
    growsWith: 'nothing',
    endedBy: 'the person',
  },
  audit_log: {
    holds: 'who did what, by which key, to which spreadsheet; no contents',
    growsWith: 'changes, permissions, settings',
    endedBy: '`ROWHAND_KEEP_AUDIT_DAYS`',
  },
  bulk_rows: {
    holds: 'results of a bulk run, row by row',
    growsWith: 'rows of bulk runs',
    endedBy: '`ROWHAND_KEEP_BULK_ROWS_DAYS`',
  },
  bulk_runs: {
    holds: 'plan of a bulk run',
    growsWith: 'bulk runs',
    endedBy: '`ROWHAND_KEEP_BULK_ROWS_DAYS`',
  },
  call_notes: {
    holds: 'what a tool call found, for itself when it runs again',
    growsWith: 'tool calls',
    endedBy: conversation,
  },
  changes: { holds: 'what a write changed, in words and ranges', growsWith: 'writes', endedBy: conversation },
  entries: {
    holds: 'messages and tool calls as clients see them',
    growsWith: 'messages and calls',
    endedBy: conversation,
  },
  executors: { holds: 'heartbeats of living replicas', growsWith: 'replicas', endedBy: 'an hour of silence' },
  google_connections: {
    holds: 'sealed Google grants',
    growsWith: 'people',
    endedBy: 'disconnecting, or the person',
  },
  idempotent_requests: {
    holds: 'starts and copies by their idempotency key',
    growsWith: 'starts',
    endedBy: 'a day',
  },
  invitations: {
    holds: 'addresses that may join a space',
    growsWith: 'invitations',
    endedBy: 'joining, withdrawing',
  },
  ledger: {
    holds: 'charges and credits',
    growsWith: 'model calls',
    endedBy: '`ROWHAND_KEEP_CHARGES_DAYS`; credits stay',
  },
  key_spending_months: {
    holds: 'what each key spent in a month',
    growsWith: 'keys and months',
    endedBy: 'the key’s space or person',
  },
  members: { holds: 'who belongs to a space', growsWith: 'people', endedBy: 'the space or person' },
  migrations: { holds: 'which migrations were applied', growsWith: 'versions', endedBy: 'nothing' },
  permissions: {
    holds: 'what an agent asked for, and the answer',
    growsWith: 'questions',
    endedBy: conversation,
  },
  rate_windows: {
    holds: 'requests of the last minute, one row a key',
    growsWith: 'keys',
    endedBy: 'a day after the key was deleted',
  },
  shared_windows: {
    holds: 'requests of the last minute, one row a person and a space',
    growsWith: 'people and spaces',
    endedBy: 'the person or space',
  },
  service_facts: { holds: 'what a start and a probe look at', growsWith: 'nothing', endedBy: 'nothing' },
  sessions: {
    holds: 'who is signed in to the dashboard',
    growsWith: 'sign-ins',
    endedBy: 'their end, within the hour',
  },
  skills: { holds: "a space's instructions for its agents", growsWith: 'skills', endedBy: 'the space' },
  spaces: { holds: 'accounts that pay', growsWith: 'spaces', endedBy: '`admin spaces erase`' },
  spending_months: {
    holds: 'what each person spent in a month',
    growsWith: 'people and months',
    endedBy: 'the space',
  },
  tool_results: {
    holds: 'what tools answered the model',
    growsWith: 'tool calls',
    endedBy: '`ROWHAND_KEEP_TOOL_RESULTS_DAYS`',
  },
  turn_context: {
    holds: 'what the service told the model of the sheet',
    growsWith: 'turns',
    endedBy: conversation,
  },
  turn_deeds: {
    holds: 'what a turn made itself, which it may change again unasked',
    growsWith: 'turns',
    endedBy: conversation,
  },
  turn_steps: {
    holds: "the model's steps of an agent's latest turns",
    growsWith: 'steps',
    endedBy: 'later turns',
  },
  turn_watches: {
    holds: 'what was looked at beyond a turn’s own cells',
    growsWith: 'turns',
    endedBy: conversation,
  },
  turns: { holds: 'one prompt and its end', growsWith: 'prompts', endedBy: conversation },
  undo_steps: { holds: 'how far an undo has come', growsWith: 'undos', endedBy: conversation },
  undos: { holds: 'what was taken back', growsWith: 'undos', endedBy: conversation },
  users: { holds: 'people', growsWith: 'people', endedBy: '`admin users erase`' },
  webhook_deliveries: {
    holds: 'webhooks to send and sent',
    growsWith: 'turns with a webhook',
    endedBy: '`ROWHAND_KEEP_DELIVERIES_DAYS`',
  },
  write_images: {
    holds: 'cells before and after a write, compressed',
    growsWith: 'cells written',
    endedBy: 'the retention of images',
  },
  writes: {
    holds: 'each write to a spreadsheet and how it ended',
    growsWith: 'writes',
    endedBy: conversation,
  },
}
