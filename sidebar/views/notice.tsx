/** What just happened beside the conversation: a copy was made, a range is gone. */
import type { App } from '../state/app.ts'
import { t } from '../words/texts.ts'
import { RequestError } from './error-card.tsx'
import { Icon } from './icons.tsx'

export function NoticeLine({ app }: { app: App }) {
  const notice = app.notice.value
  if (!notice) return null
  return (
    <div class={`notice notice-${notice.kind}`} role="status">
      <div class="notice-body">
        {notice.kind === 'bad' ? (
          <RequestError app={app} error={notice.error} onRetry={notice.retry} />
        ) : (
          <p>
            {notice.text}{' '}
            {notice.link ? (
              <a href={notice.link.url} target="_blank" rel="noreferrer noopener">
                {notice.link.label}
              </a>
            ) : null}
          </p>
        )}
      </div>
      <button
        type="button"
        class="icon-button"
        aria-label={t('app.close')}
        onClick={() => {
          app.notice.value = null
        }}
      >
        <Icon name="close" size={14} />
      </button>
    </div>
  )
}
