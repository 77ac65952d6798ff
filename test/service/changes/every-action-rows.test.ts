/** No tool gains an action whose undo nobody has tried. */
import { expect, test } from 'vitest'
import { tools } from '../../../service/tools/index.ts'
import { ALLOWED } from '../../../service/tools/sheet-requests.ts'
import type { Tool } from '../../../service/tools/tool.ts'
import { cellActions } from './every-action/cell-actions.ts'
import { objectActions } from './every-action/object-actions.ts'
import { requestActions, requestKinds } from './every-action/request-actions.ts'

const rows = [...cellActions, ...objectActions, ...requestActions]

/** Tools that leave nothing in the sheet, though they may write on their way. */
const LEAVE_NOTHING = new Set(['try_formula', 'check', 'use_tool', 'create_skill'])
const READING = new Set(['list'])
/** Arguments whose values are different kinds of work. */
const MODES = ['action', 'paste_type', 'clear', 'merge'] as const
/** Two names of one argument. */
const SAME: Record<string, string> = { what: 'clear' }

/** What a call does that names none of the others: its row is the tool's own. */
const DEFAULTS = new Set([
  'copy_paste_range paste_type=all',
  'format_range merge=all',
  'format_range clear=format',
  'conditional_format action=add',
  'edit_chart action=change',
  'protect_range action=protect',
])

function optionsOf(tool: Tool, key: string): string[] {
  let type = (tool.args as { shape?: Record<string, unknown> }).shape?.[key] as
    | { options?: string[]; unwrap?: () => unknown }
    | undefined
  while (type && !type.options && type.unwrap) type = type.unwrap() as typeof type
  return type?.options ?? []
}

const actionsOf = (tool: Tool): string[] => [
  tool.name,
  ...MODES.flatMap(key =>
    optionsOf(tool, key)
      .filter(option => !READING.has(option))
      .map(option => `${tool.name} ${key}=${option}`),
  ),
]

const triedBy = (tool: Tool, args: unknown): string[] => [
  tool.name,
  ...Object.entries(args as object).map(([key, value]) => `${tool.name} ${SAME[key] ?? key}=${value}`),
]

const writing = tools.filter(tool => !tool.reads && !LEAVE_NOTHING.has(tool.name))

test('every action of every tool that writes has a row that undoes it', () => {
  const tried = new Set(rows.flatMap(([, tool, args]) => triedBy(tool, args)))
  const missing = writing.flatMap(actionsOf).filter(action => !tried.has(action) && !DEFAULTS.has(action))
  expect(missing).toEqual([])
})

test('every request that sheet_requests lets through has a row that undoes it', () => {
  expect(requestKinds.toSorted()).toEqual([...ALLOWED].toSorted())
})

test('no two rows have the same name', () => {
  const names = rows.map(([name]) => name)
  expect(new Set(names).size).toBe(names.length)
})
