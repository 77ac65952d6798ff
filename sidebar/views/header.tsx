/** The name of the conversation, and the ways to others and to everything that is not a conversation. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { App } from '../state/app.ts'
import type { PanelName } from '../state/shell.ts'
import { t } from '../words/texts.ts'
import { Icon, type IconName, Mark } from './icons.tsx'

export function Header({ app }: { app: App }) {
  const { agent, opening } = app.conversation
  const next = opening.value.state === 'yes' ? opening.value.agentId : undefined
  const agentId = agent.value?.id ?? next
  const title = app.conversations.value.find(other => other.agentId === agentId)?.title
  return (
    <header class="header">
      <Mark size={20} />
      <h1 title={title ?? ''}>{title ?? t('header.untitled')}</h1>
      <IconButton icon="plus" label={t('header.new')} onClick={app.newConversation} />
      <IconButton
        icon="history"
        label={t('header.conversations')}
        onClick={() => app.openPanel('conversations')}
      />
      <MoreMenu app={app} />
    </header>
  )
}

function IconButton({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  )
}

const items: { panel: PanelName; icon: IconName }[] = [
  { panel: 'prompts', icon: 'book' },
  { panel: 'models', icon: 'models' },
  { panel: 'copyTab', icon: 'copy' },
  { panel: 'connection', icon: 'link' },
  { panel: 'help', icon: 'help' },
]

function MoreMenu({ app }: { app: App }) {
  const [open, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    frame.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
    const closeOutside = (event: Event) => {
      if (!frame.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [open])

  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the menu inside
    <div class="more" ref={frame} onKeyDown={event => moveInMenu(event, close)}>
      <button
        ref={opener}
        type="button"
        class="icon-button"
        aria-label={t('header.more')}
        title={t('header.more')}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="more" />
      </button>
      {open ? (
        <div class="menu" role="menu" aria-label={t('header.more')}>
          {items.map(({ panel, icon }) => (
            <button
              key={panel}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                setOpen(false)
                app.openPanel(panel)
              }}
            >
              <Icon name={icon} />
              {t(`menu.${panel}` as 'menu.help')}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  )
}

function moveInMenu(event: KeyboardEvent & { currentTarget: HTMLElement }, close: () => void): void {
  if (event.key === 'Escape') {
    close()
    return
  }
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')]
  if (step === 0 || choices.length === 0) return
  event.preventDefault()
  const at = choices.indexOf(document.activeElement as HTMLElement)
  choices[(at + step + choices.length) % choices.length]?.focus()
}
