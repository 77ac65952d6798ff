/** Who is connected to what, a check of it, and the way out. */
import { useEffect, useState } from 'preact/hooks'
import type { RpcError } from '../../contract/rpc.ts'
import type { App } from '../state/app.ts'
import { t } from '../words/texts.ts'
import { RequestError } from './error-card.tsx'

type Check = { state: 'checking' } | { state: 'good' } | { state: 'bad'; error: RpcError }

export function ConnectionPanel({ app }: { app: App }) {
  const [check, setCheck] = useState<Check>({ state: 'checking' })

  async function run(): Promise<void> {
    setCheck({ state: 'checking' })
    const error = await app.checkKey()
    setCheck(error ? { state: 'bad', error } : { state: 'good' })
  }
  useEffect(() => {
    void run()
  }, [])

  return (
    <>
      <Facts app={app} />
      <div role="status">
        {check.state === 'checking' ? <p class="quiet">{t('connection.checking')}</p> : null}
        {check.state === 'good' && app.account.value?.googleConnected ? (
          <p class="good">{t('connection.good')}</p>
        ) : null}
        {check.state === 'bad' ? (
          <RequestError app={app} error={check.error} onRetry={() => void run()} />
        ) : null}
      </div>
      <div class="panel-actions">
        <button type="button" class="button" disabled={check.state === 'checking'} onClick={() => void run()}>
          {t('connection.check')}
        </button>
        <button type="button" class="button danger" onClick={() => void app.disconnect()}>
          {t('connection.disconnect')}
        </button>
      </div>
      <p class="quiet">{t('connection.disconnectHint')}</p>
    </>
  )
}

function Facts({ app }: { app: App }) {
  const account = app.account.value
  const dashboard = app.serviceUrl.value
  return (
    <dl class="facts">
      {account ? (
        <>
          <dt>{t('connection.account')}</dt>
          <dd>{account.email ?? t('connection.noName')}</dd>
          <dt>{t('connection.space')}</dt>
          <dd>{account.spaceName ?? t('connection.noName')}</dd>
          <dt>{t('connection.google')}</dt>
          <dd>
            {t(account.googleConnected ? 'connection.connected' : 'connection.notConnected')}
            {account.googleConnected ? null : (
              <>
                {' · '}
                <a href={dashboard} target="_blank" rel="noreferrer noopener">
                  {t('connection.connectGoogle')}
                </a>
              </>
            )}
          </dd>
          <dt>{t('connection.key')}</dt>
          <dd>{t('connection.keyEnding', { ending: account.keyEnding })}</dd>
        </>
      ) : null}
      <dt>{t('connection.service')}</dt>
      <dd>
        <a href={dashboard} target="_blank" rel="noreferrer noopener">
          {dashboard.replace(/^https?:\/\//, '')}
        </a>
      </dd>
    </dl>
  )
}
