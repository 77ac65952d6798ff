/** What Google keeps between executions of the add-on, in memory; a test looks at it and moves it. */

export interface SentRequest {
  url: string
  method: string
  headers: Record<string, string>
  payload: string | null
  /** What was sent in place of text. */
  bytes?: number[]
}
export interface Reply {
  status: number
  body?: unknown
  headers?: Record<string, string>
  /** An answer that isn't JSON. */
  text?: string
}
export type Fetch = (request: SentRequest) => Reply

export interface MenuEntry {
  caption: string
  functionName: string
}

export interface FakeSheet {
  id: number
  name: string
  values: string[][]
}

/** What a test looks at and moves: everything that Google keeps between executions. */
export class FakeGoogle {
  readonly counts: Record<string, number> = {}
  readonly user = new Map<string, string>()
  readonly cache = new Map<string, string>()
  readonly requests: SentRequest[] = []
  readonly menu: MenuEntry[] = []
  readonly sidebars: string[] = []
  /** The HTML of the sidebar that was shown last. */
  shown = ''
  readonly prompts: string[] = []
  readonly activated: string[] = []
  sheets: FakeSheet[] = [
    {
      id: 0,
      name: 'Orders',
      values: [
        ['Customer', 'Qty', 'Price'],
        ['Blue Door', '12', '$14.50'],
        ['Northlight', '3', '$9.00'],
      ],
    },
    { id: 77, name: "Mira's tab", values: [] },
  ]
  spreadsheetId = 'SPREADSHEET'
  activeSheet = 0
  selection: { a1: string; rows: number; columns: number } | null = { a1: 'B2:C3', rows: 2, columns: 2 }
  locale = 'en'
  /** What the person types into a dialog; null cancels it. */
  wish: string | null = null
  lockIsFree = true
  lockIsHeld = false
  nowMs = Date.parse('2026-11-20T13:00:00Z')
  answer: Fetch = () => ({ status: 200, body: {} })

  count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1
  }

  get fetches(): number {
    return this.requests.length
  }

  lastRequest(): SentRequest {
    const last = this.requests.at(-1)
    if (!last) throw new Error('Nothing was sent.')
    return last
  }

  lastBody(): Record<string, unknown> {
    return JSON.parse(this.lastRequest().payload ?? 'null') as Record<string, unknown>
  }
}
