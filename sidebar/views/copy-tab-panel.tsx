/** A copy of the current tab: beside it as a backup, or in another spreadsheet. */
import { useState } from 'preact/hooks'
import type { App } from '../state/app.ts'
import { isDestination } from '../state/destination.ts'
import { type Explanation, explainCopy } from '../words/errors.ts'
import { t } from '../words/texts.ts'
import { ErrorCard } from './error-card.tsx'

/** What is wrong with the address as it stands, or why the copy failed. */
type Problem = 'copy.empty' | 'copy.invalid' | Explanation

export function CopyTabPanel({ app }: { app: App }) {
  const [destination, setDestination] = useState('')
  const [working, setWorking] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)

  async function copy(target: string | null): Promise<void> {
    if (working) return
    if (target !== null && !isDestination(target)) {
      setProblem(target === '' ? 'copy.empty' : 'copy.invalid')
      return
    }
    setProblem(null)
    setWorking(true)
    const error = await app.copyTab(target)
    setWorking(false)
    setProblem(error && explainCopy(error, target !== null))
  }

  return (
    <>
      <p>{t('copy.this', { tab: app.context.value?.tab.name ?? '' })}</p>
      <button type="button" class="button primary" disabled={working} onClick={() => void copy(null)}>
        {t(working ? 'copy.working' : 'copy.backup')}
      </button>
      <form
        onSubmit={event => {
          event.preventDefault()
          void copy(destination.trim())
        }}
      >
        <label for="destination">{t('copy.label')}</label>
        <input
          id="destination"
          value={destination}
          autocomplete="off"
          onInput={event => setDestination(event.currentTarget.value)}
        />
        <button type="submit" class="button" disabled={working}>
          {t('copy.button')}
        </button>
      </form>
      {problem === null ? null : typeof problem === 'string' ? (
        <p class="problem" role="alert">
          {t(problem)}
        </p>
      ) : (
        <ErrorCard app={app} explanation={problem} />
      )}
    </>
  )
}
