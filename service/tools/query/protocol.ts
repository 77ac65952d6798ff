/** What the throwaway database and its owner say to one another. Each message to it but `rows` is answered once, in order. */
export type ToChild =
  /** The first message: a database as an earlier child left it when it was new, where there is one. */
  | { kind: 'open'; image: Uint8Array | null }
  | { kind: 'create'; sql: string }
  | { kind: 'rows'; table: string; text: Uint8Array }
  | { kind: 'fill'; table: string }
  | { kind: 'run'; sql: string; mostRows: number }

export interface Result {
  columns: { name: string; typeId: number }[]
  rows: (string | number | boolean | null)[][]
  /** Before they were cut to the most that were asked for. */
  total: number
}

export type FromChild =
  | { kind: 'done' }
  | { kind: 'failed'; message: string }
  | { kind: 'result'; result: Result }
  /** A new database with its extensions, for the children to come. */
  | { kind: 'image'; image: Uint8Array }
