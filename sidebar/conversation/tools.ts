/** What is known of tools by their names. A tool that nobody has heard of may write. */
import type { NEEDS_PERMISSION } from '../../contract/permissions.ts'
import type { ToolEntry } from './entries.ts'

/** They look at the sheet, and their success changes nothing in it. */
const looking = [
  'get_sheet_overview',
  'read_range',
  'read_spreadsheet_fields',
  'view_range',
  'find',
  'trace',
  'try_formula',
  'check',
]
const otherReading = ['web_search', 'read_page', 'load_skill', 'create_skill', 'load_tools']

export const isLooking = (tool: string): boolean => looking.includes(tool)
export const isWriting = (tool: string): boolean => !isLooking(tool) && !otherReading.includes(tool)

/** How a call begins to say that it was not made, because the person is to be asked first. */
const ASKS: typeof NEEDS_PERMISSION = 'Needs your permission: '

export function permissionAsked({ state, fields }: ToolEntry): string | null {
  const { message } = fields
  return state === 'failed' && typeof message === 'string' && message.startsWith(ASKS)
    ? message.slice(ASKS.length)
    : null
}
