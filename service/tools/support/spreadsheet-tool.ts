/**
 * What every tool on the spreadsheet shares: its arguments are checked, and a refusal becomes a failed
 * outcome, so that none ever ends a turn.
 */
import { z } from 'zod'
import type { ToolCallFields } from '../../../contract/index.ts'
import { SheetsError } from '../../sheets/errors.ts'
import type { FailureCode, Tool, ToolContext, ToolOutcome } from '../tool.ts'
import { onTab } from './ranges.ts'
import { Refusal } from './refusal.ts'
import { strictArgs, takesTab } from './strict-args.ts'
import { findTab } from './target.ts'

/** A tool on the spreadsheet: arguments checked here, refusals and Google's 400 answers made outcomes. */
export function spreadsheetTool<Args extends z.ZodType>(tool: Tool<Args>): Tool<Args> {
  const taken = strictArgs(tool.args)
  return {
    ...tool,
    args: taken,
    fields(args, context) {
      const parsed = taken.safeParse(args)
      return parsed.success ? tool.fields(parsed.data, named(tool, parsed.data, context)) : {}
    },
    async run(args, context) {
      const parsed = taken.safeParse(args)
      if (!parsed.success) {
        return {
          state: 'failed',
          code: 'BAD_ARGUMENTS',
          message: `The arguments of ${tool.name} are not right; nothing was changed. ${z.prettifyError(parsed.error)}`,
        }
      }
      return runGuarded(tool, parsed.data, context)
    },
  }
}

function tabIn<Args extends z.ZodType>(tool: Tool<Args>, args: unknown): string | undefined {
  if (!takesTab(tool.args) || typeof args !== 'object' || args === null) return undefined
  return 'tab' in args && typeof args.tab === 'string' ? args.tab : undefined
}

/** For the entry, which is made before the tab is looked up. */
function named<Args extends z.ZodType>(
  tool: Tool<Args>,
  args: unknown,
  context: Pick<ToolContext, 'turn'>,
): Pick<ToolContext, 'turn'> {
  const title = tabIn(tool, args)
  return title === undefined ? context : { ...context, turn: { ...context.turn, sheetName: title } }
}

async function runGuarded<Args extends z.ZodType>(
  tool: Tool<Args>,
  args: z.output<Args>,
  context: ToolContext,
): Promise<ToolOutcome> {
  context.signal.throwIfAborted()
  context.spreadsheet.cancelWith?.(context.signal)
  try {
    const title = tabIn(tool, args)
    if (title === undefined) return await tool.run(args, context)
    const tab = findTab(context, await context.spreadsheet.meta(), title)
    return await tool.run(args, onTab(context, tab))
  } catch (error) {
    const fields: ToolCallFields = tool.fields(args, named(tool, args, context))
    if (error instanceof Refusal) return failed('REFUSED', error.message, error.output, fields)
    if (error instanceof SheetsError && isToolsOwn(error)) {
      return failed(
        error.failure,
        `Google refused this: ${error.message} Nothing was changed by the refused call.`,
        undefined,
        fields,
      )
    }
    throw error
  }
}

/** A wrong request or a protected cell is this call's failure; a lost grant or spreadsheet ends the turn. */
const isToolsOwn = (
  error: SheetsError,
): error is SheetsError & { failure: 'BAD_REQUEST' | 'SPREADSHEET_FORBIDDEN' } =>
  error.failure === 'BAD_REQUEST' ||
  (error.failure === 'SPREADSHEET_FORBIDDEN' && /protected/.test(error.message))

function failed(code: FailureCode, message: string, output: unknown, fields: ToolCallFields): ToolOutcome {
  return output === undefined
    ? { state: 'failed', code, message, fields }
    : { state: 'failed', code, message, output, fields }
}
