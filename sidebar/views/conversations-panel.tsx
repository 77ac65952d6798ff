/** The conversations about this spreadsheet. */
import { type Signal, signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { App } from '../state/app.ts'
import { formatDay, formatDollars, t } from '../words/texts.ts'
import { Icon } from './icons.tsx'

export function ConversationsPanel({ app }: { app: App }) {
  const list = app.conversations.value
  const openId = app.conversation.agent.value?.id
  const asked = useRef(signal<string | null>(null)).current
  if (list.length === 0) return <p class="quiet">{t('conversations.empty')}</p>
  return (
    <ul class="list">
      {list.map(conversation => (
        <li key={conversation.agentId}>
          <button
            type="button"
            class="list-main"
            aria-current={conversation.agentId === openId}
            onClick={() => void app.openConversation(conversation.agentId)}
          >
            <span class="list-title">{conversation.title}</span>
            <span class="list-note">
              {[
                conversation.agentId === openId ? t('conversations.current') : formatDay(conversation.at),
                t('conversations.turns', { n: conversation.turns }),
                conversation.spentNano > 0 ? formatDollars(conversation.spentNano) : '',
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label={t('conversations.delete', { title: conversation.title })}
            title={t('conversations.delete', { title: conversation.title })}
            onClick={() => (asked.value = conversation.agentId)}
          >
            <Icon name="trash" size={16} />
          </button>
          {asked.value === conversation.agentId ? <Confirm app={app} asked={asked} /> : null}
        </li>
      ))}
    </ul>
  )
}

/** Erasing cannot be taken back, so it takes two presses. */
function Confirm({ app, asked }: { app: App; asked: Signal<string | null> }) {
  const keep = useRef<HTMLButtonElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const isGoing = useRef(signal(false)).current
  useEffect(() => {
    frame.current?.scrollIntoView({ block: 'nearest' })
    keep.current?.focus()
  }, [])
  const erase = async () => {
    isGoing.value = true
    await app.deleteConversation(asked.peek() ?? '')
    asked.value = null
  }
  return (
    <div
      class="confirm"
      ref={frame}
      role="alertdialog"
      aria-labelledby="confirm-title"
      aria-describedby="confirm-text"
    >
      <p id="confirm-title">{t('conversations.confirm')}</p>
      <p id="confirm-text" class="list-note">
        {t('conversations.confirmText')}
      </p>
      <div class="error-actions">
        <button type="button" class="button danger" disabled={isGoing.value} onClick={() => void erase()}>
          {t(isGoing.value ? 'conversations.deleting' : 'conversations.deleteNow')}
        </button>
        <button ref={keep} type="button" class="button plain" onClick={() => (asked.value = null)}>
          {t('conversations.keep')}
        </button>
      </div>
    </div>
  )
}
