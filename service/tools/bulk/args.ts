/** Arguments that both bulk tools share. */
import { z } from 'zod'
import type { ToolCallFields } from '../../../contract/index.ts'
import type { ToolContext } from '../tool.ts'

export const bulkArgs = {
  prompt_template: z
    .string()
    .min(1)
    .max(8_000)
    .describe('Prompt for one row; {{A}} or {{Header}} is its cell'),
  output_column: z.string().optional().describe('Letters or header; left out = first free column'),
  output_header: z.string().max(100).optional().describe('Header for a new column'),
  range: z.string().optional().describe('For example 2:500; left out = all data rows'),
  rows_limit: z.int().min(1).max(200_000).optional().describe('Only the first unfilled rows: try 3 first'),
  value_format: z.string().max(500).optional().describe('Shape, for example "hot, warm or cold"'),
  overwrite: z.boolean().optional().describe('Also redo rows whose result is filled'),
}

export interface BulkArgs {
  prompt_template: string
  output_column?: string | undefined
  output_header?: string | undefined
  range?: string | undefined
  rows_limit?: number | undefined
  value_format?: string | undefined
  overwrite?: boolean | undefined
}

/** Without the template: which letters its headers stand for is known once the run has read them. */
export const bulkFields = (_: BulkArgs, { turn }: Pick<ToolContext, 'turn'>): ToolCallFields => ({
  sheet_name: turn.sheetName,
})
