/** Which models work: for the next turn, and always. */

import { useEffect } from 'preact/hooks'
import type { App } from '../state/app.ts'
import { type ModelKind, modelKinds } from '../state/language-models.ts'
import { t } from '../words/texts.ts'
import { RequestError } from './error-card.tsx'

export function ModelsPanel({ app }: { app: App }) {
  const { options, error, load } = app.models
  useEffect(() => void load(), [])
  if (error.value) return <RequestError app={app} error={error.value} onRetry={() => void load(true)} />
  if (!options.value) return <p class="quiet">{t('models.loading')}</p>
  return (
    <>
      {modelKinds.map(kind => (
        <ModelFields key={kind} app={app} kind={kind} />
      ))}
      <button type="button" class="button plain" onClick={() => void load(true)}>
        {t('models.refresh')}
      </button>
    </>
  )
}

function ModelFields({ app, kind }: { app: App; kind: ModelKind }) {
  const { models } = app
  return (
    <fieldset class="models">
      <legend>
        {t(`models.${kind}`)} <span class="list-note">{t(`models.${kind}.hint`)}</span>
      </legend>
      <Picker
        label={t('models.next')}
        app={app}
        kind={kind}
        value={models.forTurn.value[kind]}
        fallback={models.defaults.value[kind]}
        onChoose={id => models.choose(kind, id)}
      />
      <Picker
        label={t('models.always')}
        app={app}
        kind={kind}
        value={models.defaults.value[kind]}
        fallback={undefined}
        onChoose={id => models.chooseDefault(kind, id)}
      />
    </fieldset>
  )
}

interface PickerProps {
  label: string
  app: App
  kind: ModelKind
  value: string | undefined
  fallback: string | undefined
  onChoose: (id: string | null) => void
}

function Picker({ label, app, kind, value, fallback, onChoose }: PickerProps) {
  const { models } = app
  return (
    <label class="picker">
      <span>{label}</span>
      <select value={value ?? ''} onChange={event => onChoose(event.currentTarget.value || null)}>
        <option value="">{t('models.default', { model: models.labelOf(kind, fallback) || '–' })}</option>
        {(models.options.value?.[kind] ?? []).map(option => (
          <option key={option.id} value={option.id}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}
