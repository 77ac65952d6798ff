/** The whole pane: a screen, a panel over it, and the words for screen readers. */

import { useEffect } from 'preact/hooks'
import type { App } from '../state/app.ts'
import type { Screen } from '../state/shell.ts'
import { locale, t } from '../words/texts.ts'
import { dropProps } from './attachments.tsx'
import { ComposerView } from './composer.tsx'
import { ConnectScreen } from './connect.tsx'
import { RequestError } from './error-card.tsx'
import { Header } from './header.tsx'
import { Mark } from './icons.tsx'
import { NoticeLine } from './notice.tsx'
import { Panels } from './panels.tsx'
import { ThreadView } from './thread.tsx'

export function Sidebar({ app }: { app: App }) {
  const language = locale()
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return (
    <>
      <CurrentScreen app={app} />
      <Panels app={app} />
      <div class="hidden" role="status">
        {app.announcer.message}
      </div>
    </>
  )
}

function CurrentScreen({ app }: { app: App }) {
  const screen = app.screen.value
  switch (screen.name) {
    case 'failed':
      return (
        <main class="opening">
          <Mark size={40} />
          <h1 class="hidden">Rowhand</h1>
          <RequestError app={app} error={screen.error} onRetry={() => void app.start()} />
        </main>
      )
    case 'connect':
      return <ConnectScreen app={app} />
    case 'loading':
    case 'chat':
      return <Pane app={app} screen={screen} />
  }
}

/**
 * The box is the same element from the page's own HTML on, whatever comes to stand around it: each part keeps
 * its place in the list. As it stands while loading, sidebar/index.html has it too.
 */
function Pane({ app, screen }: { app: App; screen: Screen }) {
  const isOpen = screen.name === 'chat'
  return (
    <div class="pane" {...dropProps(app)}>
      {app.isDropping.value ? <p class="drop">{t('files.drop')}</p> : null}
      {isOpen ? <Header app={app} /> : null}
      {isOpen ? <ThreadView app={app} /> : <Opening />}
      {isOpen ? <NoticeLine app={app} /> : null}
      {isOpen || (screen.name === 'loading' && screen.hasBox) ? <ComposerView app={app} /> : null}
    </div>
  )
}

const Opening = () => (
  <main class="opening">
    <Mark size={40} />
    <h1 class="hidden">Rowhand</h1>
    <p>{t('app.loading')}</p>
    <p class="opening-hint">{t('app.stillOpening')}</p>
  </main>
)
