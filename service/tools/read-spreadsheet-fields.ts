/** Google's own description of the spreadsheet, for what no other tool shows. */
import { z } from 'zod'
import { formatRange } from '../sheets/a1.ts'
import { SheetsError } from '../sheets/errors.ts'
import { compactFields } from './support/compact-fields.ts'
import { fieldMask, SHORT_FIELDS } from './support/field-mask.ts'
import { resolveTargets } from './support/ranges.ts'
import { Refusal } from './support/refusal.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import { cellsOf, type Target } from './support/target.ts'
import type { ToolContext } from './tool.ts'

const MOST_CHARACTERS = 20_000

const args = z.object({
  fields: z
    .string()
    .min(1)
    .describe(`${SHORT_FIELDS.join(', ')}; or a mask of spreadsheets.get`),
  ranges: z.array(z.string()).max(20).optional(),
})

export const readSpreadsheetFields = spreadsheetTool({
  name: 'read_spreadsheet_fields',
  brief: 'fields formats | notes | rules | validation | merges | … or a mask, ranges [..]',
  reads: true,
  description:
    'Reads Google Sheets API fields that other tools do not show: formats, validation rules, conditional formats, notes, charts. Example: {"fields":"notes,validation","ranges":["A1:D20"]}',
  args,
  fields: ({ fields }) => ({ fields }),
  async run({ fields: asked, ranges }, context) {
    const fields = fieldMask(asked)
    guardBounded(fields, ranges)
    const targets = await resolveTargets(context, ranges ?? [])
    guardSize(targets)
    const answer = await readMask(context, {
      fields: targets.length > 0 ? `${fields},sheets.properties.sheetId` : fields,
      ...(targets.length > 0 ? { ranges: targets.map(({ tab, box }) => formatRange(tab.title, box)) } : {}),
    })
    const told = await compactFields(answer, targets)
    const json = JSON.stringify(told)
    if (json.length <= MOST_CHARACTERS) return { state: 'succeeded', output: told, fields: { fields } }
    return {
      state: 'succeeded',
      output: {
        truncated: `The answer has ${json.length} characters; these are the first ${MOST_CHARACTERS}. Ask for fewer fields or a smaller range.`,
        json: json.slice(0, MOST_CHARACTERS),
      },
      fields: { fields },
    }
  },
})

/** What Google finds wrong with a mask is told with the mask, and with the words that stand for one. */
async function readMask(context: ToolContext, params: { fields: string; ranges?: string[] }) {
  try {
    return await context.spreadsheet.get(params)
  } catch (error) {
    if (!(error instanceof SheetsError) || error.failure !== 'BAD_REQUEST') throw error
    throw new Refusal(
      `Google refused the mask ${params.fields}: ${error.message} Words that stand for a mask: ${SHORT_FIELDS.join(', ')}.`,
    )
  }
}

/** A mask that reaches the cells of all tabs would read the whole workbook. */
function guardBounded(fields: string, ranges: string[] | undefined): void {
  if (ranges && ranges.length > 0) return
  const tokens = fields.replaceAll(/\s/g, '')
  const reachesCells =
    /\*/.test(tokens) || /\bdata\b|rowData/.test(tokens) || /(?:^|,)sheets(?:,|$)/.test(tokens)
  if (!reachesCells) return
  throw new Refusal('These fields hold the cells of every tab. Give ranges as well, for example ["A1:F50"].')
}

/** Formats and rules of a cell weigh much more than its value. */
const MOST_CELLS = 20_000

function guardSize(targets: Target[]): void {
  const cells = targets.reduce((sum, target) => sum + cellsOf(target), 0)
  if (cells <= MOST_CELLS) return
  throw new Refusal(`These ranges have ${cells} cells; at most ${MOST_CELLS} at once. Give smaller ranges.`)
}
