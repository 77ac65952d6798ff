/** Notes on cells, and ranges that are protected. */
import { z } from 'zod'
import { overlaps, splitRanges } from '../sheets/a1.ts'
import { fromGridRange, toGridRange } from '../sheets/grid-range.ts'
import { guardProtected } from './support/guards.ts'
import { onTab, rangesInOrder, resolveTargets } from './support/ranges.ts'
import { Refusal } from './support/refusal.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import { rangeFields, resolveTarget, type Target, targetFields } from './support/target.ts'

const noteArgs = z.object({
  notes: z
    .array(z.object({ range: z.string(), note: z.string().max(5_000).describe('"" removes it') }))
    .min(1)
    .max(200),
})

export const setNotes = spreadsheetTool({
  name: 'set_notes',
  brief: 'notes [{range, note}]',
  description:
    'Sets or removes notes of cells; values stay. Example: {"notes":[{"range":"B4","note":"Estimate of May"}]}',
  args: noteArgs,
  fields: ({ notes }, context) => rangeFields(splitRanges(notes[0]?.range ?? '')[0], context),
  async run({ notes }, context) {
    const read = rangesInOrder(context)
    const noted: { target: Target; note: string }[] = []
    for (const { range, note } of notes) {
      for (const target of await read(range)) noted.push({ target, note })
    }
    const targets = noted.map(({ target }) => target)
    for (const target of targets) guardProtected(context, target)
    await context.spreadsheet.batchUpdate(
      noted.map(({ target, note }) => ({
        repeatCell: {
          range: toGridRange(target.tab.sheetId, target.box),
          cell: { note },
          fields: 'note',
        },
      })),
    )
    return {
      state: 'succeeded',
      output: { noted: targets.map(({ full }) => full) },
      fields: targetFields(targets[0]!),
    }
  },
})

const protectArgs = z.object({
  action: z.enum(['protect', 'unprotect']).optional().describe('Default protect'),
  range: z.string().describe("A range, or 'My tab' for the whole tab"),
  description: z.string().max(200).optional(),
  warning_only: z.boolean().optional().describe('Warn and let edit'),
  except: z.array(z.string()).max(20).optional().describe('Ranges inside that stay free'),
})

export const protectRange = spreadsheetTool({
  name: 'protect_range',
  brief: 'range, description, except; action unprotect',
  description:
    'Protects a range or tab against editing, or lifts it. Example: {"range":"A1:F1","description":"Header","warning_only":true}',
  args: protectArgs,
  fields: ({ range }, context) => rangeFields(range, context),
  async run({ action, range, description, warning_only: warningOnly, except = [] }, context) {
    const target = await resolveTarget(context, range)
    if (action === 'unprotect') {
      guardProtected(context, target)
      const answer = await context.spreadsheet.get({
        fields: 'sheets(properties(sheetId),protectedRanges(protectedRangeId,range))',
      })
      const own = answer.sheets?.find(({ properties }) => (properties?.sheetId ?? 0) === target.tab.sheetId)
      const hit = (own?.protectedRanges ?? []).filter(one =>
        overlaps(fromGridRange(one.range ?? {}).box, target.box),
      )
      if (hit.length === 0) throw new Refusal(`${target.full} is not protected. Nothing was changed.`)
      await context.spreadsheet.batchUpdate(
        hit.map(one => ({ deleteProtectedRange: { protectedRangeId: one.protectedRangeId ?? 0 } })),
      )
      return { state: 'succeeded', output: { unprotected: hit.length }, fields: targetFields(target) }
    }
    const free = await resolveTargets(onTab(context, target.tab), except)
    await context.spreadsheet.batchUpdate([
      {
        addProtectedRange: {
          protectedRange: {
            range: toGridRange(target.tab.sheetId, target.open),
            ...(description === undefined ? {} : { description }),
            warningOnly: warningOnly ?? false,
            ...(free.length > 0
              ? { unprotectedRanges: free.map(({ tab, box }) => toGridRange(tab.sheetId, box)) }
              : {}),
          },
        },
      },
    ])
    return { state: 'succeeded', output: { protected: target.full }, fields: targetFields(target) }
  },
})
