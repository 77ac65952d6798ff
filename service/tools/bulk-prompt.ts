/** Runs a prompt for each row with the bulk model and writes the results beside the rows. */
import { z } from 'zod'
import { bulkArgs, bulkFields } from './bulk/args.ts'
import { type AskRow, runBulk } from './bulk/run-bulk.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import type { ToolContext } from './tool.ts'

/** Row prompts under way at once. */
const DEFAULT_CONCURRENCY = 100

const args = z.object(bulkArgs)

export const createBulkPrompt = ({ concurrency = DEFAULT_CONCURRENCY }: { concurrency?: number } = {}) =>
  spreadsheetTool({
    name: 'bulk_prompt',
    brief: 'a prompt for each row: classify, extract, translate',
    description:
      'Runs a prompt for every row and writes one value per row: classify, extract, translate, score, write. For what a formula cannot do. Filled rows are skipped; try rows_limit 3 first on long tables. Example: {"prompt_template":"Is this review positive or negative? {{C}}","output_column":"D","output_header":"Sentiment","value_format":"positive or negative"}',
    args,
    fields: bulkFields,
    run: (input, context) =>
      runBulk({
        args: input,
        context,
        model: context.turn.bulkModel,
        concurrency,
        ask: askModel(context, input.value_format),
      }),
  })

const askModel =
  (context: ToolContext, valueFormat: string | undefined): AskRow =>
  async prompt => {
    const answer = await context.models.value({
      modelId: context.turn.bulkModel,
      prompt,
      ...(valueFormat === undefined ? {} : { instructions: valueFormat }),
      signal: context.signal,
    })
    return answer.state === 'ok'
      ? { state: 'ok', value: answer.value, message: null, costNanoDollars: answer.costNanoDollars }
      : { state: 'failed', value: null, message: answer.message, costNanoDollars: answer.costNanoDollars }
  }
