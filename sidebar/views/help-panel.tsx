/** The few things worth knowing, and what to do when Google mixes up accounts. */
import { t } from '../words/texts.ts'

export const HelpPanel = () => (
  <>
    <ul class="help">
      <li>{t('help.ask')}</li>
      <li>{t('help.ranges')}</li>
      <li>{t('help.keys')}</li>
      <li>{t('help.close')}</li>
      <li>{t('help.undo')}</li>
    </ul>
    <h3>{t('accounts.title')}</h3>
    <p>{t('accounts.text')}</p>
    <p>{t('accounts.steps')}</p>
  </>
)
