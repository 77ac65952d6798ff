/** What a query says, read: its clauses and the expressions in them. Knows no data. */

export type Aggregate = 'avg' | 'count' | 'max' | 'min' | 'sum'

export type Expression =
  | { kind: 'column'; id: string; key: string }
  | { kind: 'literal'; value: number | string | boolean | null; type: LiteralType; key: string }
  | { kind: 'aggregate'; name: Aggregate; of: Expression; key: string }
  | { kind: 'function'; name: string; args: Expression[]; key: string }

export type LiteralType = 'number' | 'string' | 'boolean' | 'date' | 'datetime' | 'timeofday'

export type Comparison =
  | '='
  | '!='
  | '<'
  | '>'
  | '<='
  | '>='
  | 'contains'
  | 'starts with'
  | 'ends with'
  | 'matches'
  | 'like'

export type Condition =
  | { op: 'and' | 'or'; left: Condition; right: Condition }
  | { op: 'not'; of: Condition }
  | { op: 'null'; of: Expression; isNull: boolean }
  | { op: 'compare'; by: Comparison; left: Expression; right: Expression }

export interface Query {
  /** None: all columns. */
  select: Expression[] | undefined
  where: Condition | undefined
  groupBy: Expression[]
  pivot: Expression[]
  orderBy: { by: Expression; isDescending: boolean }[]
  skipping: number
  limit: number | undefined
  offset: number
  /** By the key of an expression of select. */
  labels: Map<string, string>
  formats: Map<string, string>
  options: Set<string>
}

export class QueryFault extends Error {}
