/**
 * spreadsheets.batchUpdate: the request kinds by name, run in order as one atomic change.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import { GoogleError, invalid } from '../google/errors.ts'
import type { Context, Handler, Handlers, RequestKind } from '../objects/context.ts'
import type { Actor } from '../objects/protected-ranges.ts'
import { CommandRefused, type Workbook } from '../workbook/workbook.ts'
import { cellHandlers } from './cells.ts'
import { cleanHandlers } from './cleaning.ts'
import { copyHandlers } from './copying.ts'
import { dimensionHandlers } from './dimensions.ts'
import { layoutHandlers } from './layout.ts'
import { objectHandlers } from './objects.ts'
import { sortHandlers } from './sorting.ts'
import { tabHandlers } from './tabs.ts'

const HANDLERS: Handlers = {
  ...tabHandlers,
  ...dimensionHandlers,
  ...cellHandlers,
  ...copyHandlers,
  ...sortHandlers,
  ...cleanHandlers,
  ...layoutHandlers,
  ...objectHandlers,
}

/** Kinds that read values, which earlier requests of the same batch may have changed. */
const READ_VALUES = new Set<string>([
  'appendCells',
  'autoFill',
  'autoResizeDimensions',
  'copyPaste',
  'cutPaste',
  'deleteDuplicates',
  'findReplace',
  'setBasicFilter',
  'sortRange',
  'textToColumns',
  'trimWhitespace',
  'updateCells',
] satisfies RequestKind[])

export function runBatch(
  workbook: Workbook,
  requests: readonly sheets_v4.Schema$Request[],
  actor: Actor,
): sheets_v4.Schema$Response[] {
  if (requests.length === 0) throw invalid('Must specify at least one request.')
  const steps = requests.map((request, i) => prepare(request, i))
  return workbook.change(tx =>
    steps.map(({ kind, run, given }, i) => {
      const context: Context = { workbook, tx, actor, path: `requests[${i}].${kind}` }
      if (i > 0 && READ_VALUES.has(kind)) tx.evaluate()
      const reply = inGooglesWords(context, () => run(given, context))
      return reply === undefined ? {} : { [kind]: reply }
    }),
  )
}

interface Step {
  kind: string
  given: object
  run: Handler<object>
}

/** Unknown kinds are refused before anything is done. */
function prepare(request: sheets_v4.Schema$Request, index: number): Step {
  const given = Object.entries(request).filter(([, value]) => value != null)
  const [first, second] = given
  if (first === undefined) throw invalid(`Invalid requests[${index}]: No request set.`)
  if (second !== undefined)
    throw invalid(
      `Invalid value at 'requests[${index}]' (oneof), oneof field 'kind' is already set. Cannot set '${second[0]}'`,
    )
  const [kind, value] = first as [RequestKind & string, object]
  const run = HANDLERS[kind] as Handler<object> | undefined
  if (run === undefined)
    throw invalid(`Invalid requests[${index}]: the local emulator does not have the request kind "${kind}".`)
  return { kind, given: value, run }
}

/** What the engine refuses is the caller's mistake; the path says where. */
function inGooglesWords<T>(context: Context, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof CommandRefused)
      throw invalid(`Invalid ${context.path}: ${REFUSALS[error.reasons[0] ?? ''] ?? error.message}`)
    if (error instanceof GoogleError && !error.message.startsWith('Invalid requests['))
      throw new GoogleError(error.status, `Invalid ${context.path}: ${error.message}`, error.details)
    throw error
  }
}

const REFUSALS: Record<string, string> = {
  MergeOverlap: 'You must select all cells in a merged range to merge or unmerge them.',
  FrozenPaneOverlap: "You can't merge frozen and non-frozen cells.",
  MergeInTable: "You can't merge cells in a range that has a filter.",
  WillRemoveExistingMerge: "You can't perform a paste that partially intersects a merge.",
  TableOverlap: 'The range overlaps an existing filter or table.',
  TooManyHiddenElements: "You can't hide all the rows or columns on the sheet.",
  ForbiddenCharactersInSheetName: 'The sheet name contains characters that are not allowed.',
  TargetOutOfSheet: 'The range is outside the grid.',
  NotEnoughElements: "You can't delete all the rows or columns on the sheet.",
  NotEnoughSheets: "You can't remove all the sheets in a document.",
}
