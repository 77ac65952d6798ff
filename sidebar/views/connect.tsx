/** Without a key: what this is, where a key comes from, and a box to paste it in. */
import { useState } from 'preact/hooks'
import type { RpcError } from '../../contract/rpc.ts'
import type { App } from '../state/app.ts'
import { explainRequest } from '../words/errors.ts'
import { t } from '../words/texts.ts'
import { Mark } from './icons.tsx'

export function ConnectScreen({ app }: { app: App }) {
  return (
    <main class="connect">
      <Mark size={44} />
      <h1>{t('connect.title')}</h1>
      <p>{t('connect.lead')}</p>
      <KeyForm app={app} />
      <a class="where" href={app.serviceUrl.value} target="_blank" rel="noreferrer noopener">
        {t('connect.where')}
      </a>
      {app.backupWaits.value ? <p class="quiet">{t('connect.backup')}</p> : null}
      {app.composer.text.value === '' ? null : <p class="quiet">{t('connect.pending')}</p>}
      <p class="privacy">{t('connect.privacy')}</p>
    </main>
  )
}

function KeyForm({ app }: { app: App }) {
  const [key, setKey] = useState('')
  const [checking, setChecking] = useState(false)
  const [problem, setProblem] = useState<RpcError | 'empty' | null>(null)

  async function submit(): Promise<void> {
    if (checking) return
    if (key.trim() === '') {
      setProblem('empty')
      return
    }
    setProblem(null)
    setChecking(true)
    const error = await app.connect(key)
    setChecking(false)
    setProblem(error)
  }

  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      <label for="key">{t('connect.label')}</label>
      <input
        id="key"
        type="password"
        autocomplete="off"
        spellcheck={false}
        placeholder={t('connect.placeholder')}
        value={key}
        aria-invalid={problem !== null}
        aria-describedby="key-problem"
        onInput={event => setKey(event.currentTarget.value)}
      />
      <div id="key-problem" role="alert">
        {problem === null ? null : <p class="problem">{problemWords(problem)}</p>}
      </div>
      <button type="submit" class="button primary" disabled={checking}>
        {t(checking ? 'connect.checking' : 'connect.button')}
      </button>
    </form>
  )
}

function problemWords(problem: RpcError | 'empty'): string {
  if (problem === 'empty') return t('connect.empty')
  const { title, text } = explainRequest(problem)
  return `${title}. ${text}`
}
