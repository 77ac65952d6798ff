/** One entry of a turn: prompt, answer, tool call, or something this version doesn't know. */
import type { EntryCell } from '../conversation/lines.ts'
import type { Turn } from '../conversation/thread.ts'
import type { App } from '../state/app.ts'
import { t } from '../words/texts.ts'
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
        <div class="prompt">
          <span class="hidden">{t('thread.you')}: </span>
          {entry.text}
        </div>
      )
    case 'assistant':
      return <Markdown text={entry.text} references={references} />
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
