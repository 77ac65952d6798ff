/** Line icons on a 20 × 20 grid, drawn for this sidebar. */
const paths = {
  plus: 'M10 4v12M4 10h12',
  history: 'M4 10a6 6 0 1 0 2-4.5M4 4v3h3M10 7v3.3l2.3 1.4',
  more: 'M10 4.6v.8M10 9.6v.8M10 14.6v.8',
  close: 'M5 5l10 10M15 5L5 15',
  send: 'M10 16V4.5M5 9l5-5 5 5',
  stop: 'M6 6h8v8H6z',
  book: 'M5 4h10v13l-5-3.2L5 17z',
  chevron: 'M7 8.5l3 3 3-3',
  check: 'M5 10.5l3.3 3.3L15 6.8',
  cross: 'M6 6l8 8M14 6l-8 8',
  wait: 'M4 10a6 6 0 1 0 12 0 6 6 0 1 0-12 0M10 7v3l2 1.3',
  eye: 'M3 10s2.6-4.5 7-4.5S17 10 17 10s-2.6 4.5-7 4.5S3 10 3 10zM10 10h.01',
  pen: 'M4 16l.8-3.3L13 4.5l2.5 2.5-8.2 8.2z',
  copy: 'M7 7h9v9H7zM13 7V4H4v9h3',
  globe: 'M3.5 10a6.5 6.5 0 1 0 13 0 6.5 6.5 0 1 0-13 0M3.5 10h13M10 3.5c4 4 4 9 0 13M10 3.5c-4 4-4 9 0 13',
  rows: 'M4 5.5h12M4 10h12M4 14.5h7',
  brush: 'M12 4l4 4-6 6H6v-4zM4 17h12',
  sort: 'M6 4v12M3.5 13.5L6 16l2.5-2.5M11 6h6M11 10h4.5M11 14h3',
  broom: 'M15.5 4.5l-5 5M7 9l4 4-4 3.5L3.5 13z',
  table: 'M4 4.5h12v11H4zM4 8.5h12M9 8.5v7',
  chart: 'M4 16V4M4 16h12M7.5 13v-3M11 13V7M14.5 13V9',
  spark: 'M10 3.5l1.7 4.8 4.8 1.7-4.8 1.7L10 16.5l-1.7-4.8L3.5 10l4.8-1.7z',
  tool: 'M5 15l6-6M11 9a3.2 3.2 0 1 1 4-4l-2 2 1.5 1.5 2-2',
  undo: 'M7.500 5.500L4.500 8.500l3 3M4.500 8.500h7a4 4 0 0 1 0 8H9',
  clip: 'M14.500 9.500l-5 5a3.200 3.200 0 0 1-4.500-4.500l6-6a2.100 2.100 0 0 1 3 3l-6 6a1 1 0 0 1-1.500-1.500l5-5',
  plan: 'M4 5.500h2M4 10h2M4 14.500h2M9 5.500h7M9 10h7M9 14.500h4.500',
  link: 'M8 12l4-4M7 9l-2 2a2.8 2.8 0 0 0 4 4l2-2M13 11l2-2a2.8 2.8 0 0 0-4-4L9 7',
  trash: 'M5 6h10M8 6V4h4v2M6.5 6l.7 10h5.6l.7-10',
  selection: 'M4 7V4h3M13 4h3v3M16 13v3h-3M7 16H4v-3',
  user: 'M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM4.5 16.5c.6-3 2.8-4 5.5-4s4.9 1 5.5 4',
  help: 'M7.7 7.800a2.3 2.3 0 1 1 3.3 2.100c-.7.4-1 .8-1 1.600M10 14.500h.01',
  warn: 'M10 4l7 12H3zM10 8.500v3.500M10 14h.01',
  models:
    'M6.5 6.500h7v7h-7zM8 3.500v3M12 3.500v3M8 13.500v3M12 13.500v3M3.5 8h3M3.5 12h3M13.5 8h3M13.5 12h3',
} as const

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
