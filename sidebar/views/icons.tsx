/** Icons as the views show them, and the mark. */
import { paths } from '../words/icon-paths.ts'

export type IconName = keyof typeof paths

const toolIcons: Record<string, IconName> = {
  get_sheet_overview: 'eye',
  read_range: 'eye',
  read_spreadsheet_fields: 'eye',
  write_range: 'pen',
  copy_paste_range: 'copy',
  web_search: 'globe',
  bulk_prompt: 'rows',
  bulk_search: 'globe',
  load_skill: 'book',
  create_skill: 'book',
  format_range: 'brush',
  sort_filter_range: 'sort',
  clean_range: 'broom',
  edit_structure: 'table',
  insert_chart: 'chart',
  insert_pivot_table: 'table',
}

export const iconOf = (tool: string): IconName => toolIcons[tool] ?? 'tool'

export const Icon = ({ name, size = 18 }: { name: IconName; size?: number }) => (
  <svg class="icon" viewBox="0 0 20 20" width={size} height={size} aria-hidden="true">
    <path d={paths[name]} />
  </svg>
)

/** The mark: a row of a sheet, held by its fill handle. */
export const Mark = ({ size = 28 }: { size?: number }) => (
  <svg class="mark" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
    <rect class="mark-ground" width="32" height="32" rx="7" />
    <path class="mark-rows" d="M7 8.5h18M7 23.5h18" />
    <path class="mark-row" d="M5.5 13h18.500v6H5.500z" />
    <circle class="mark-hand" cx="24" cy="19" r="3.4" />
  </svg>
)
