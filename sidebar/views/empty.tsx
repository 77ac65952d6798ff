/** Before the first prompt: what can be asked, made from the sheet's own headers. */
import { signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { App } from '../state/app.ts'
import { type Group, groups, suggestionsFor } from '../words/suggestions.ts'
import { t } from '../words/texts.ts'

export function EmptyThread({ app }: { app: App }) {
  const group = useRef(signal<Group>('enrich')).current
  const lists = suggestionsFor(app.context.value, app.models.hasLanguageModel.value)
  const filled = groups.filter(name => lists[name].length > 0)
  const shown = filled.includes(group.value) ? group.value : filled[0]
  return (
    <div class="empty">
      <h2>{t('empty.title')}</h2>
      <p>{t('empty.lead')}</p>
      <fieldset class="groups">
        <legend class="hidden">{t('groups.label')}</legend>
        {filled.map(name => (
          <button
            key={name}
            type="button"
            aria-pressed={shown === name}
            onClick={() => {
              group.value = name
            }}
          >
            {t(`group.${name}`)}
          </button>
        ))}
      </fieldset>
      <ul class="suggestions">
        {(shown ? lists[shown] : []).map(suggestion => (
          <li key={suggestion}>
            <button type="button" onClick={() => app.composer.put(suggestion)}>
              {suggestion}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
