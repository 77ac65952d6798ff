/** Everything that lies over the conversation for a while: one panel at a time, closed by Esc. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { App } from '../state/app.ts'
import { t } from '../words/texts.ts'
import { ConnectionPanel } from './connection-panel.tsx'
import { ConversationsPanel } from './conversations-panel.tsx'
import { CopyTabPanel } from './copy-tab-panel.tsx'
import { HelpPanel } from './help-panel.tsx'
import { Icon } from './icons.tsx'
import { ModelsPanel } from './models-panel.tsx'
import { PromptsPanel } from './prompts-panel.tsx'

export function Panels({ app }: { app: App }) {
  switch (app.panel.value) {
    case 'conversations':
      return <Panel app={app} title={t('conversations.title')} body={<ConversationsPanel app={app} />} />
    case 'prompts':
      return <Panel app={app} title={t('prompts.title')} body={<PromptsPanel app={app} />} />
    case 'models':
      return <Panel app={app} title={t('models.title')} body={<ModelsPanel app={app} />} />
    case 'copyTab':
      return <Panel app={app} title={t('copy.title')} body={<CopyTabPanel app={app} />} />
    case 'connection':
      return <Panel app={app} title={t('connection.title')} body={<ConnectionPanel app={app} />} />
    case 'help':
      return <Panel app={app} title={t('help.title')} body={<HelpPanel />} />
    case null:
      return null
  }
}

/** A native dialog keeps the focus inside and gives it back. */
function Panel({ app, title, body }: { app: App; title: string; body: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => {
    app.panel.value = null
  }
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    <dialog ref={dialog} class="panel" aria-labelledby="panel-title" onClose={close}>
      <div class="panel-head">
        <h2 id="panel-title">{title}</h2>
        <button
          type="button"
          class="icon-button"
          aria-label={t('app.close')}
          title={t('app.close')}
          onClick={close}
        >
          <Icon name="close" />
        </button>
      </div>
      <div class="panel-body">{body}</div>
    </dialog>
  )
}
