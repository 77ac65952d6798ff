/**
 * The readings that an answer offers, each a press away. Pressed, it is answered by number, as the answer asks, and
 * in its words: the conversation shows what was chosen, and what the person has agreed to.
 */
import type { Choices } from '../markdown/choices.ts'
import { wordsOfAll } from '../markdown/plain.ts'
import type { App } from '../state/app.ts'
import { t } from '../words/texts.ts'
import { drawInlines, MarkdownBlocks, type References } from './markdown.tsx'

interface Props {
  app: App
  choices: Choices
  references: References
}

export function ChoicesView({ app, choices, references }: Props) {
  const isBusy = app.busy.value
  return (
    <>
      <MarkdownBlocks blocks={choices.blocks} references={references} />
      <ol class="choices" aria-label={t('choices.label')}>
        {choices.options.map(({ number, label }) => (
          <li key={number}>
            <button
              type="button"
              disabled={isBusy}
              onClick={() =>
                void app.sendPrompt(`${number}. ${wordsOfAll(label)}`, app.planFirst.peek() ? 'plan' : 'act')
              }
            >
              <span class="choice-number">{number}</span>
              <span>{drawInlines(label, { references: null, isTable: false })}</span>
            </button>
          </li>
        ))}
      </ol>
    </>
  )
}
