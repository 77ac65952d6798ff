/** The conversations about this spreadsheet. */
import type { App } from '../state/app.ts'
import { formatDay, formatDollars, t } from '../words/texts.ts'
import { Icon } from './icons.tsx'

export function ConversationsPanel({ app }: { app: App }) {
  const list = app.conversations.value
  const openId = app.conversation.agent.value?.id
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
            aria-label={t('conversations.remove', { title: conversation.title })}
            onClick={() => void app.forgetConversation(conversation.agentId)}
          >
            <Icon name="trash" size={16} />
          </button>
        </li>
      ))}
    </ul>
  )
}
