/** Before the first prompt: what can be asked, made from the sheet's own headers. */
import { signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { App } from '../models/app.ts'
import { groups, suggestionsFor } from '../models/suggestions.ts'
import { t } from '../models/texts.ts'

export function EmptyThread({ app }: { app: App }) {
  const group = useRef(signal<(typeof groups)[number]>('enrich')).current
  const suggestions = suggestionsFor(app.context.value)[group.value]
  return (
    <div class="empty">
      <h2>{t('empty.title')}</h2>
      <p>{t('empty.lead')}</p>
      <fieldset class="groups">
        <legend class="hidden">{t('groups.label')}</legend>
        {groups.map(name => (
          <button
            key={name}
            type="button"
            aria-pressed={group.value === name}
            onClick={() => {
              group.value = name
            }}
          >
            {t(`group.${name}`)}
          </button>
        ))}
      </fieldset>
      <ul class="suggestions">
        {suggestions.map(suggestion => (
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
