/** A copy of the current tab: beside it as a backup, or in another spreadsheet. */
import { useState } from 'preact/hooks'
import type { RpcError } from '../../contract/rpc.ts'
import type { App } from '../models/app.ts'
import { t } from '../models/texts.ts'
import { RequestError } from './error-card.tsx'

export function CopyTabPanel({ app }: { app: App }) {
  const [destination, setDestination] = useState('')
  const [working, setWorking] = useState(false)
  const [problem, setProblem] = useState<RpcError | 'empty' | null>(null)

  async function copy(target: string | null): Promise<void> {
    if (working) return
    if (target === '') {
      setProblem('empty')
      return
    }
    setProblem(null)
    setWorking(true)
    const error = await app.copyTab(target)
    setWorking(false)
    setProblem(error)
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
      {problem === 'empty' ? (
        <p class="problem" role="alert">
          {t('copy.empty')}
        </p>
      ) : problem ? (
        <RequestError app={app} error={problem} />
      ) : null}
    </>
  )
}
