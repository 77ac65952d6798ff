/** What a menu action left to be shown when the sidebar opens. */
import type { Intent } from '../../contract/rpc.ts'
import type { Composer } from './composer.ts'
import type { createPrompting } from './prompting.ts'
import type { Shell } from './shell.ts'

interface Parts {
  shell: Shell
  composer: Composer
  prompting: Pick<ReturnType<typeof createPrompting>, 'send' | 'sendsSoon'>
}

/** `typed` was written while the sidebar opened. */
export function showIntent(intent: Intent, typed: string, parts: Parts): void {
  const { shell, prompting } = parts
  switch (intent.kind) {
    case 'draft':
      showDraft(intent.prompt, typed, parts)
      if (intent.error) shell.noticeFailure(intent.error, () => void prompting.send())
      break
    case 'panel':
      shell.openPanel(intent.panel)
      break
    case 'copied':
      shell.noticeCopied(intent.tab)
      break
    case 'failed':
      if (intent.error.code === 'NO_KEY') shell.backupWaits.value = true
      else shell.noticeFailure(intent.error, () => shell.openPanel('copyTab'))
      break
  }
}

/** What the person was writing before is one ↑ away; what was just typed goes on from the prompt. */
function showDraft(prompt: string, typed: string, { composer, prompting }: Parts): void {
  const written = composer.text.peek()
  if (prompting.sendsSoon.peek()) composer.remember(prompt)
  else if (typed !== '') composer.put(`${prompt.trimEnd()} ${typed}`)
  else {
    if (written !== '') composer.remember(written)
    composer.put(prompt)
  }
}
