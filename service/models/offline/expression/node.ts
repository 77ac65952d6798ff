/** The tree of a calculation over the sheet's columns. */
import type { ColumnOverview } from '../../../sheets/overview.ts'
import type { Condition } from '../conditions.ts'

export type Node =
  | { kind: 'column'; column: ColumnOverview }
  | { kind: 'number'; value: number; isPercent: boolean }
  | { kind: 'text'; value: string }
  | { kind: 'if'; conditions: Condition[]; whenTrue: Node; whenFalse: Node | null }
  | { kind: 'binary'; operator: '+' | '-' | '*' | '/'; left: Node; right: Node }
  | { kind: 'percent_of'; left: Node; right: Node }
  /** One figure over all rows of a column. */
  | { kind: 'whole'; fn: 'SUM' | 'AVERAGE' | 'MAX' | 'MIN'; column: ColumnOverview }
  | { kind: 'join'; parts: Node[]; separator: string }
  /** `template` holds $1, $2 … for the arguments. */
  | { kind: 'function'; template: string; args: Node[]; unit: 'number' | 'text' | 'days' | 'same' }

export type Parsed = { node: Node } | { unknown: string }
