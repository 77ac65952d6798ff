/** Prompts that a person keeps to use again. */
import type { App } from '../state/app.ts'
import { t } from '../words/texts.ts'
import { Icon } from './icons.tsx'

export function PromptsPanel({ app }: { app: App }) {
  const saved = app.savedPrompts.value
  const draft = app.composer.text.value.trim()
  const use = (prompt: string) => {
    app.panel.value = null
    app.composer.put(prompt)
  }
  return (
    <>
      {saved.length === 0 ? <p class="quiet">{t('prompts.empty')}</p> : null}
      <ul class="list">
        {saved.map(prompt => (
          <li key={prompt}>
            <button type="button" class="list-main" onClick={() => use(prompt)}>
              <span class="list-text">{prompt}</span>
            </button>
            <button
              type="button"
              class="icon-button"
              aria-label={t('prompts.remove', { prompt })}
              onClick={() => void app.savePrompts(saved.filter(other => other !== prompt))}
            >
              <Icon name="trash" size={16} />
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        class="button"
        disabled={draft === '' || saved.includes(draft)}
        onClick={() => void app.savePrompts([draft, ...saved])}
      >
        {t('prompts.save')}
      </button>
      {draft === '' ? null : <blockquote class="draft">{draft}</blockquote>}
    </>
  )
}
