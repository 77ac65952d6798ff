/**
 * What every tool on the spreadsheet shares: its arguments are checked, and a refusal becomes a failed
 * outcome, so that none ever ends a turn.
 */
import { z } from 'zod'
import type { ToolCallFields } from '../../../contract/index.ts'
import { SheetsError } from '../../sheets/errors.ts'
import type { Tool, ToolContext, ToolOutcome } from '../tool.ts'
import { Refusal } from './refusal.ts'

/** A tool on the spreadsheet: arguments checked here, refusals and Google's 400 answers made outcomes. */
export function spreadsheetTool<Args extends z.ZodType>(tool: Tool<Args>): Tool<Args> {
  return {
    ...tool,
    fields(args, context) {
      const parsed = tool.args.safeParse(args)
      return parsed.success ? tool.fields(parsed.data, context) : {}
    },
    async run(args, context) {
      const parsed = tool.args.safeParse(args)
      if (!parsed.success) {
        return {
          state: 'failed',
          message: `The arguments of ${tool.name} are not right; nothing was changed. ${z.prettifyError(parsed.error)}`,
        }
      }
      return runGuarded(tool, parsed.data, context)
    },
  }
}

async function runGuarded<Args extends z.ZodType>(
  tool: Tool<Args>,
  args: z.output<Args>,
  context: ToolContext,
): Promise<ToolOutcome> {
  context.signal.throwIfAborted()
  context.spreadsheet.cancelWith?.(context.signal)
  try {
    return await tool.run(args, context)
  } catch (error) {
    const fields: ToolCallFields = tool.fields(args, context)
    if (error instanceof Refusal) return failed(error.message, error.output, fields)
    if (error instanceof SheetsError && isToolsOwn(error)) {
      return failed(
        `Google refused this: ${error.message} Nothing was changed by the refused call.`,
        undefined,
        fields,
      )
    }
    throw error
  }
}

/** A wrong request or a protected cell is this call's failure; a lost grant or spreadsheet ends the turn. */
const isToolsOwn = (error: SheetsError): boolean =>
  error.failure === 'BAD_REQUEST' ||
  (error.failure === 'SPREADSHEET_FORBIDDEN' && /protected/.test(error.message))

function failed(message: string, output: unknown, fields: ToolCallFields): ToolOutcome {
  return output === undefined
    ? { state: 'failed', message, fields }
    : { state: 'failed', message, output, fields }
}
