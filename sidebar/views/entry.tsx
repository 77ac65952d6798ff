/** One entry of a turn: prompt, answer, tool call, or something this version doesn't know. */
import type { ASKS_TO_GO_ON, NOTHING_DONE } from '../../contract/permissions.ts'
import type { EntryCell } from '../conversation/lines.ts'
import type { Turn } from '../conversation/thread.ts'
import { readChoices } from '../markdown/choices.ts'
import type { App } from '../state/app.ts'
import { t } from '../words/texts.ts'
import { PromptFiles } from './attachments.tsx'
import { ChoicesView } from './choices.tsx'
import { Markdown, type References } from './markdown.tsx'
import { ToolCard } from './tool-card.tsx'

export interface EntryProps {
  app: App
  turn: Turn
  cell: EntryCell
  references: References
}

export function EntryView({ app, turn, cell, references }: EntryProps) {
  const entry = cell.entry.value
  switch (entry.type) {
    case 'user':
      return (
        <>
          <div class="prompt">
            <span class="hidden">{t('thread.you')}: </span>
            {entry.text}
          </div>
          <PromptFiles turn={turn} />
        </>
      )
    case 'assistant':
      // The card below says the same, and can be clicked.
      if (asksAgain(turn, entry.text)) return null
      return <Answer app={app} turn={turn} cell={cell} text={entry.text} references={references} />
    case 'tool':
      return <ToolCard app={app} turn={turn} entry={entry} index={cell.index} />
    case 'unknown':
      return (
        <div class="plain-entry">
          {t('tool.unknownEntry', { name: entry.name })}
          {entry.text === '' ? null : <Markdown text={entry.text} references={references} />}
        </div>
      )
  }
}

/** The last answer of a turn may offer something to press, as long as nothing came after it. */
function Answer({ app, turn, cell, text, references }: EntryProps & { text: string }) {
  const isLast =
    app.conversation.thread.turns.value.at(-1) === turn &&
    turn.status.value.state === 'done' &&
    cell.index === turn.cells.value.length - 1
  const choices = isLast ? readChoices(text) : null
  return choices ? (
    <ChoicesView app={app} choices={choices} references={references} />
  ) : (
    <Markdown text={text} references={references} />
  )
}

/** How our service asks clients that have no card for it: another sentence there does not compile here. */
const ASKS: typeof ASKS_TO_GO_ON = 'I need your permission to go on:'
const NOTHING: typeof NOTHING_DONE = 'Nothing of this was done.'

const asksAgain = (turn: Turn, text: string): boolean =>
  text.startsWith(ASKS) &&
  text.includes(NOTHING) &&
  turn.permissions.value.some(({ effect }) => text.replaceAll('\\', '').includes(effect))
