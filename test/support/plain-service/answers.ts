/** What the second service answers, in the interface's words and no others. */
export interface PlainReply {
  status: number
  body: unknown
  headers: Record<string, string>
}

export type Entry = Record<string, unknown>

export const ok = (body: unknown, status = 200): PlainReply => ({
  status,
  body,
  headers: { 'X-Request-Id': 'req-1' },
})

export const failure = (
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): PlainReply => ({
  status,
  body: { error: { code, message }, request_id: 'req-1' },
  headers: { 'X-Request-Id': 'req-1', ...headers },
})

export function pageOf(all: readonly Entry[], query: URLSearchParams): Entry {
  const limit = Number(query.get('limit') ?? 20)
  const from = Number(query.get('after') ?? 0)
  const messages = all.slice(from, from + limit)
  const end = from + messages.length
  return {
    messages,
    end_cursor: messages.length > 0 ? String(end) : null,
    has_next_page: end < all.length,
    total: all.length,
  }
}

export const verified = (googleConnected: boolean): Entry => ({
  valid: true,
  user: { email: null },
  space: { id: '0d9f4d0e-6d1c-4d53-8e0b-2f6a3a1f9b11', name: null },
  google_connected: googleConnected,
  webhook_secret: null,
})

const option = (id: string, label: string, isDefault: boolean): Entry => ({
  id,
  label,
  provider: 'acme',
  is_default: isDefault,
})

export const configuration: Entry = {
  models: {
    agent_models: [
      option('managed:agent:acme/one', 'Acme One', true),
      option('managed:agent:acme/two', 'Two', false),
    ],
    bulk_models: [option('managed:bulk:acme/b', 'Acme Bulk', true)],
    bulk_search_models: [],
    defaults: { agent_model: 'managed:agent:acme/one' },
  },
}

export const copyOf = (body: Entry): Entry => ({
  destination_spreadsheet_id: body.destination_spreadsheet_id,
  sheet_id: 4242,
  title: 'Copy of Orders',
})
