/** A failure with its cause, whether anything changed, and the one thing to do next. */
import { useEffect, useState } from 'preact/hooks'
import type { RpcError } from '../../contract/rpc.ts'
import type { App } from '../state/app.ts'
import { type Explanation, explainRequest } from '../words/errors.ts'
import { t } from '../words/texts.ts'
import { Icon } from './icons.tsx'

interface Actions {
  app: App
  onRetry?: (() => void) | undefined
  onEdit?: (() => void) | undefined
}

export function RequestError({ error, ...actions }: Actions & { error: RpcError }) {
  return <ErrorCard explanation={explainRequest(error)} {...actions} />
}

export function ErrorCard({
  app,
  explanation,
  retryLabel,
  onRetry,
  onEdit,
}: Actions & { explanation: Explanation; retryLabel?: string }) {
  const { title, text, changed, reference } = explanation
  return (
    <div class="error-card">
      <p class="error-title">
        <Icon name="warn" size={16} />
        {title}
      </p>
      {text === '' ? null : <p>{text}</p>}
      <p class="changed">{changed}</p>
      <div class="error-actions">
        <NextButton app={app} explanation={explanation} retryLabel={retryLabel} onRetry={onRetry} />
        {onEdit ? (
          <button type="button" class="button plain" onClick={onEdit}>
            {t('next.edit')}
          </button>
        ) : null}
      </div>
      {reference === '' ? null : <p class="reference">{reference}</p>}
    </div>
  )
}

interface NextProps {
  app: App
  explanation: Explanation
  retryLabel: string | undefined
  onRetry: (() => void) | undefined
}

function NextButton({ app, explanation, retryLabel, onRetry }: NextProps) {
  const { next, retryAfterSeconds } = explanation
  const click = (action: () => void, label: string) => (
    <button type="button" class="button" onClick={action}>
      {label}
    </button>
  )
  switch (next) {
    case 'retry':
      if (!onRetry) return null
      if (retryAfterSeconds !== null) return <Countdown seconds={retryAfterSeconds} onRetry={onRetry} />
      return click(onRetry, retryLabel ?? t('next.retry'))
    case 'sendAgain':
      return onRetry ? click(onRetry, t('next.sendAgain')) : null
    case 'connect':
      return click(app.askForKey, t('next.connect'))
    case 'dashboard':
      return <DashboardActions app={app} onRetry={onRetry} />
    case 'newConversation':
      return click(app.newConversation, t('next.newConversation'))
    case 'reopen':
      return click(() => void app.reopen(), t('next.reopen'))
    case 'accountsHelp':
      return (
        <>
          {click(() => app.openPanel('help'), t('next.accountsHelp'))}
          <PlainRetry onRetry={onRetry} />
        </>
      )
    case 'none':
      return null
  }
}

function DashboardActions({ app, onRetry }: { app: App; onRetry: (() => void) | undefined }) {
  return (
    <>
      <a class="button" href={app.serviceUrl.value} target="_blank" rel="noreferrer noopener">
        {t('next.dashboard')}
      </a>
      <PlainRetry onRetry={onRetry} />
    </>
  )
}

/** Beside the step that helps more. */
const PlainRetry = ({ onRetry }: { onRetry: (() => void) | undefined }) =>
  onRetry ? (
    <button type="button" class="button plain" onClick={onRetry}>
      {t('next.retry')}
    </button>
  ) : null

function Countdown({ seconds, onRetry }: { seconds: number; onRetry: () => void }) {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return (
    <button type="button" class="button" disabled={left > 0} onClick={onRetry}>
      {left > 0 ? t('next.in', { n: left }) : t('next.retry')}
    </button>
  )
}
