/** Columns that look beyond their own row: running totals and ranks. */

import type { ColumnOverview } from '../../../sheets/overview.ts'
import { readNewColumn } from '../column-plan.ts'
import { findColumn, isNumeric, nameOf, noColumn } from '../columns.ts'
import { type Instruction, problem, type Scope } from '../instruction.ts'

export const running: Instruction = {
  name: 'Running total and rank',
  does: 'Adds a column with the running total or the rank of a column.',
  examples: [
    'Add a running total of Price',
    'Add a column Cumulative with the cumulative sum of Qty',
    'Rank by Price',
    'Add a column Rank that ranks Qty from lowest to highest',
  ],
  read(clause, scope) {
    const total = TOTAL.exec(clause)
    const rank = total ? null : RANK.exec(clause)
    const phrase = total?.[2] ?? rank?.[2]
    if (phrase === undefined) return null
    const column = findColumn(scope, phrase.replace(ORDER, '').trim())
    if (!column) return problem(`${noColumn(scope, [phrase])} Nothing was changed for this.`)
    if (!isNumeric(column))
      return problem(`${nameOf(column)} doesn't hold numbers. Nothing was changed for this.`)
    return total ? readTotal(total[1], column, scope) : readRank(rank?.[1], phrase, column, scope)
  },
}

const ADD = String.raw`(?:(?:add|create|insert|calculate|compute|make|show|put)\s+)?(?:(?:a|an|the)\s+)?(?:new\s+)?(?:column\s+(?:(?:called|named)\s+)?("[^"]+"|'[^']+'|[\w ]+?)\s+(?:with|for|that (?:is|has|shows|contains)|showing|:|=)\s+)?(?:(?:a|an|the)\s+)?(?:column\s+(?:with|for|of)\s+(?:(?:a|an|the)\s+)?)?`
const TOTAL = new RegExp(
  String.raw`^${ADD}(?:running|cumulative)\s+(?:total|sum|count)\s*(?:column\s*)?(?:of|for|on|over)\s+(.+)$`,
  'i',
)
const RANK =
  /^(?:add|create|insert|make)?\s*(?:(?:a|the)\s+)?(?:new\s+)?(?:column\s+(?:(?:called|named)\s+)?("[^"]+"|'[^']+'|[\w ]+?)\s+(?:that|which|to|with(?: the)?)\s+)?(?:rank(?:s|ing)?(?:\s+column)?)\s+(?:the\s+|rows?\s+|of\s+|by\s+|for\s+|each\s+)*(.+)$/i
const ORDER =
  /[\s,(]+(?:(?:from\s+)?(?:low(?:est)?|small(?:est)?) to (?:high(?:est)?|larg(?:est)?)|ascending|descending|(?:from\s+)?(?:high(?:est)?|larg(?:e|est)) to (?:low(?:est)?|small(?:est)?)|(?:high|low|larg|small)est first)\)?$/i

const formatLike = ({ type, number_format: pattern }: ColumnOverview) =>
  type === 'currency' && pattern !== undefined ? { pattern, kind: 'currency' as const } : null

const readTotal = (name: string | undefined, column: ColumnOverview, scope: Scope) =>
  readNewColumn(
    {
      name: name ?? `Running total of ${nameOf(column)}`,
      formula: ({ first }) => `=SUM(${column.column}$${first}:${column.column}${first})`,
      format: formatLike(column),
    },
    scope,
  )

function readRank(name: string | undefined, phrase: string, column: ColumnOverview, scope: Scope) {
  const isAscending = /(?:low|small)\w* to|ascending|(?:low|small)est first/i.test(phrase)
  return readNewColumn(
    {
      name: name ?? `Rank by ${nameOf(column)}`,
      formula: ({ first, last }) =>
        `=RANK(${column.column}${first},${column.column}$${first}:${column.column}$${last}${isAscending ? ',1' : ''})`,
      format: { pattern: '0', kind: 'number' },
    },
    scope,
  )
}
