/** What a page says after something was done. The address holds a code from this list, never a text. */
const texts = {
  'signed-out': 'You are signed out.',
  'signed-out-everywhere': 'You are signed out on every device.',
  'session-ended':
    'You were signed out, because you were away for a while. Nothing was changed. Sign in and do it again.',
  connected: 'Your Google spreadsheets are connected.',
  disconnected: 'Your Google spreadsheets are no longer connected.',
  'key-renamed': 'The key has its new name.',
  'key-disabled': 'The key is disabled. Programs that use it are refused until you enable it.',
  'key-enabled': 'The key is enabled.',
  'key-limited': 'The limits are saved. Requests with this key keep to them from now on.',
  'key-deleted': 'The key is deleted.',
  'secret-rotated':
    'The key has a new webhook secret. Show it below, and give it to the program that checks your webhooks.',
  'space-renamed': 'The space has its new name.',
  'space-created': 'The space is ready.',
  'space-exported': 'The export is on its way.',
  'space-deleted': 'The space is deleted, with its keys and conversations.',
  'account-deleted': 'Your account is deleted, with your keys, your conversations and your Google access.',
  'space-joined': 'You are now a member of this space.',
  'space-left': 'You have left the space.',
  'invitation-declined': 'The invitation is declined.',
  'limit-saved': 'The spending limit is saved.',
  'limit-removed': 'The spending limit is removed.',
  'models-saved': 'The models are saved. New turns use them.',
  invited: 'Invited. Nobody is told by us: ask them to sign in here with that address and to join.',
  'invitation-cancelled': 'The invitation is withdrawn.',
  'role-changed': 'The role is changed.',
  'webhook-sent-again': 'The webhook is on its way again. Reload this page to see what comes of it.',
  'member-removed': 'The member is removed. Their keys for this space are deleted.',
} as const

export type Notice = keyof typeof texts

export const noticeText = (code: string | undefined): string | null =>
  code !== undefined && Object.hasOwn(texts, code) ? texts[code as Notice] : null

export const withNotice = (path: string, notice: Notice) => `${path}?done=${notice}`
