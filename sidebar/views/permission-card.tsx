/** What the agent wants to do and did not do yet: its exact effect, and the person's yes or no. */
import type { Permission } from '../conversation/permissions.ts'
import type { Turn } from '../conversation/thread.ts'
import type { App } from '../state/app.ts'
import { t } from '../words/texts.ts'
import { Icon } from './icons.tsx'

export const Permissions = ({ app, turn }: { app: App; turn: Turn }) => (
  <>
    {turn.permissions.value.map(permission => (
      <PermissionCard key={permission.id} app={app} turn={turn} permission={permission} />
    ))}
  </>
)

function PermissionCard({ app, turn, permission }: { app: App; turn: Turn; permission: Permission }) {
  const { effect, details, state } = permission
  const effectId = `effect-${permission.id}`
  const isWaiting = app.permissions.deciding.value !== null || app.busy.value
  const decide = (isAllowed: boolean) => void app.permissions.decide(turn, permission, isAllowed)
  return (
    <section class={`permission permission-${state}`} aria-label={t('permission.label')}>
      <p class="permission-title">
        <Icon name="help" size={16} />
        <span id={effectId}>{effect}</span>
      </p>
      {details.length === 0 ? null : (
        <ul>
          {details.map(detail => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
      {state === 'open' ? (
        <div class="error-actions">
          <button
            type="button"
            class="button"
            aria-describedby={effectId}
            disabled={isWaiting}
            onClick={() => decide(true)}
          >
            {t('permission.allow')}
          </button>
          <button
            type="button"
            class="button plain"
            aria-describedby={effectId}
            disabled={isWaiting}
            onClick={() => decide(false)}
          >
            {t('permission.deny')}
          </button>
        </div>
      ) : (
        <p class="quiet">{t(`permission.${state}`)}</p>
      )}
    </section>
  )
}
