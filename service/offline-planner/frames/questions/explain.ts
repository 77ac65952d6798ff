/** Formulas and errors told in words, what the sheet holds, help; and the bulk model's work. */

import { formatRange } from '../../../sheets/a1.ts'
import { describeTab } from '../../answers/describe.ts'
import { errors, explain as explainCells, fallback } from '../../answers/explaining.ts'
import { call, notDone, type Plan, told } from '../../plan.ts'
import type { Draft } from '../../reading/draft.ts'
import { examplesOf } from '../examples.ts'
import type { Frame } from '../frame.ts'
import { OTHER_KINDS } from '../support/others.ts'
import { cellRange, counted, nameOf, nextFreeColumn, rowsOf, tableRange } from '../support/table.ts'

export const explain: Frame = {
  name: 'Explain formulas',
  does: 'Says in plain words which cells a formula uses, what it does step by step, and what it gives. Leaves the sheet as it is.',
  examples: [
    'Explain the formula in Orders!J2, step by step. Leave the sheet as it is.',
    'What does the formula in H2:H20 do?',
    'Explain the formulas',
  ],
  effect: 'read',
  cues: ['explain', 'formula'],
  uses: 'explain formula what which cell column row show keep in value why with howmany beside calculate find total add is to',
  prior: 0.6,
  read(draft) {
    if (
      draft.asks('newcolumn chart sort delete highlight fixerrors error fill write') ||
      (!draft.has('explain') && !draft.has('what'))
    )
      return null
    const node = draft.free().find(each => each.range)
    const isSaid = draft.cue('formula')
    draft.cue('explain')
    const columns = node ? [] : formulaColumns(draft)
    const rows = rowsOf(draft)
    if (!node && !isSaid && columns.length === 0) return null
    draft.take(node, ...draft.free().filter(each => each.values.length > 0))
    if (!node && (!rows || columns.length === 0))
      return {
        plan: () =>
          told(
            `I see no column of formulas in **${draft.tab.title}**. For a single cell, name it: “Explain the formula in B3”.`,
          ),
      }
    const ranges = node
      ? [formatRange(node.range!.tab ?? draft.tab.title, node.range!.box)]
      : columns.slice(0, 3).map(column => cellRange(draft.tab, column, rows!.first))
    return { plan: () => explainCells(ranges, draft.tab, draft), says: 'Explain the formulas there' }
  },
}

/** The columns of formulas: the one that is named, or all. */
function formulaColumns(draft: Draft): string[] {
  const [named] = draft.columns()
  const found = draft.tab.columns
    .filter(({ formula, formula_pattern }) => formula ?? formula_pattern)
    .map(({ column }) => column)
  return named ? found.filter(column => column === named.column) : found
}

export const formulaErrors: Frame = {
  name: 'Formula errors',
  does: 'Lists the cells that show an error, with their formulas and what the errors mean. Changes them only where asked to put IFERROR around them.',
  examples: [
    'Find the formula errors in Orders!H2:J20, say what causes them, and fix them.',
    'Fix the errors in H2:J20',
    'Are there any errors?',
  ],
  effect: 'read',
  cues: ['error'],
  uses: 'error explain fixerrors formula what which isthere cell column row show keep in value why with find wrong change add to all is back beside replace',
  prior: 0.7,
  read(draft, text) {
    if (draft.asks(...OTHER_KINDS, 'newcolumn')) return null
    const node = draft.free().find(each => each.range)
    draft.cue('error', 'explain', 'formula')
    const wraps = draft.cue('fixerrors')
    const [column] = draft.columns()
    const rows = rowsOf(draft)
    if (!node && !rows) return null
    draft.take(node, ...draft.free().filter(each => each.values.length > 0))
    const range = node
      ? formatRange(node.range!.tab ?? draft.tab.title, node.range!.box)
      : column && wraps
        ? cellRange(draft.tab, column.column, rows!.first, rows!.last)
        : tableRange(draft.tab, rows!)
    return {
      plan: () => errors(range, wraps ? fallback(text) : null, draft.tab.title, draft),
      says: 'List the errors',
      effect: wraps ? 'change' : 'read',
    }
  },
}

export const describe: Frame = {
  name: 'Describe the sheet',
  does: 'Says which tabs and columns there are, with types, samples, formulas and errors.',
  examples: [
    'Describe the sheet',
    'What is in this spreadsheet?',
    'What columns are there?',
    'Give me an overview',
    'Which tabs does it have?',
  ],
  effect: 'read',
  cues: ['describe'],
  uses: 'describe tab table what which column show isthere row value keep all header data add',
  prior: 0.4,
  read(draft) {
    if (
      draft.has('by', 'per', 'newcolumn', 'chart', 'total', 'average', 'howmany', 'translate') ||
      draft.free().some(node => node.columns.some(({ quality }) => quality > 0.9))
    )
      return null
    draft.cue('describe', 'tab')
    const range = draft.free().find(node => node.range)
    draft.take(range)
    return {
      plan: () => told(describeTab(draft, range?.range?.box ?? {})),
      says: 'Tell what the sheet holds',
    }
  },
}

const UNDO =
  "I can't undo changes myself, so nothing was changed. Press Undo under the turn that you want to take back, here in the sidebar. In Google Sheets there are also Ctrl+Z (⌘Z on a Mac) in the grid and File ▸ Version history."

export const smallTalk: Frame = {
  name: 'Help and undo',
  does: 'Says what it can do, and how to undo; answers a greeting.',
  examples: ['Help', 'What can you do?', 'Undo', 'Undo that'],
  effect: 'read',
  cues: ['help', 'undo', ''],
  uses: 'help undo what all',
  prior: 0.2,
  read(draft) {
    if (isGreeting(draft)) {
      draft.take(...draft.free())
      return { plan: () => told(GREETING), bonus: 4 }
    }
    if (draft.nodes.length > 8 || !draft.has('help', 'undo')) return null
    if (draft.cue('undo')) return { plan: () => told(UNDO) }
    draft.cue('help')
    return {
      plan: () =>
        told(
          `I'm the offline planner: I read plain sentences about this sheet by rules. For example:\n\n${examplesOf()
            .map(example => `- ${example}`)
            .join('\n')}`,
        ),
    }
  },
}

const GREETING =
  'I’m here. Write what you want done in this sheet, or “help” to see what I can do. Nothing was changed.'

/** "Hello", "thanks!", "thank you very much", and nothing else. */
const isGreeting = ({ nodes }: Draft): boolean =>
  isThanks(nodes.map(({ text }) => text).join(' ')) ||
  (nodes.length < 7 &&
    /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks?|thank you|thx|cheers|bye|goodbye)(?: (?:there|you|so much|very much|a lot|again|rowhand|for (?:your|the) help))*[ !.,]*$/i.test(
      nodes.map(({ text }) => text).join(' '),
    ))

/** "Cheers for sorting the rates, all good now": done already, and nothing more is asked. */
const isThanks = (text: string): boolean =>
  /^(?:thanks?|thank you|thx|cheers|ta)(?: (?:so|very) much| a lot)? for \w+ing\b/i.test(text) &&
  !/\b(?:but|please|can you|could you|also|next)\b/i.test(text)

export const needsModel: Frame = {
  name: 'Needs a language model',
  does: 'Says of wishes that take understanding what texts mean that a language model is needed.',
  examples: [],
  effect: 'read',
  isForRulesAlone: true,
  cues: ['translate', 'attachment'],
  uses: 'translate attachment newtab add write tab table column value all row per to in',
  prior: 1,
  read(draft, text) {
    const isFile = draft.has('attachment') && draft.cue('attachment')
    draft.cue('translate')
    draft.columns()
    draft.take(...draft.free().filter(node => node.isUnknown))
    return {
      problem: `“${text.slice(0, 200)}” needs a language model, because it takes ${isFile ? 'reading a file that is attached' : 'understanding what the texts mean'}. I'm the offline planner and only follow rules. Nothing was changed for this.`,
      bonus: 1,
    }
  },
}

export const sentiment: Frame = {
  name: 'Row by row with the bulk model',
  does: 'Runs a small task for each row with the bulk model; offline, sentiment goes by English keywords only.',
  examples: ['Classify the sentiment of each Customer'],
  effect: 'add',
  isForRulesAlone: true,
  cues: ['classifyword'],
  uses: 'classifyword tier per newcolumn column add each row with',
  prior: 0.8,
  read(draft) {
    const [column] = draft.columns('text')
    const rows = rowsOf(draft)
    if (!column || !rows) return null
    draft.cue('classifyword', 'tier')
    const letters = nextFreeColumn(draft.tab)
    return {
      *plan(): Plan {
        const range = tableRange(draft.tab, { header: null, first: rows.first, last: rows.last }, false)
        const result = yield* call('bulk_prompt', {
          range,
          prompt_template: `Sentiment: {{${column.column}}}`,
          output_column: letters,
          output_header: 'Sentiment',
        })
        return result.error === undefined
          ? `Wrote the sentiment of **${nameOf(column)}** in ${counted(rows.last - rows.first + 1, 'row')}, by English keywords.`
          : notDone(result)
      },
      says: `Write the sentiment of each ${nameOf(column)} into a new column, by English keywords`,
    }
  },
}
