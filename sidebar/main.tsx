/** Puts the sidebar together: Google's bridge, the browser's clock and visibility, the state, the views. */
import { signal } from '@preact/signals'
import { hydrate } from 'preact'
import { takeEarly } from './host/early.ts'
import { createGoogleHost, type ScriptRun } from './host/google-script.ts'
import { browserClock } from './host/host.ts'
import { leaveByEscape, takeKeyboard } from './host/keyboard.ts'
import { createApp } from './state/app.ts'
import './styles/base.css'
import './styles/thread.css'
import './styles/changes.css'
import './styles/composer.css'
import './styles/panels.css'
import { Sidebar } from './views/sidebar.tsx'
import { useLanguage } from './words/texts.ts'

declare const google: { script: { run: ScriptRun; host?: { editor: { focus(): void } } } } | undefined

const root = document.getElementById('app')
// Outside Google's page there is nobody to talk to: the static words stay.
if (root && typeof google !== 'undefined') {
  const visible = signal(!document.hidden)
  const early = takeEarly(root)
  // The few words that the page stands with already, where they are not English.
  const { words } = root.dataset
  if (words) useLanguage(document.documentElement.lang, JSON.parse(words))
  const app = createApp({
    host: createGoogleHost(google.script.run, browserClock),
    clock: browserClock,
    visible,
    newId: () => crypto.randomUUID(),
    early,
  })
  document.addEventListener('visibilitychange', () => {
    visible.value = !document.hidden
    if (document.hidden) app.composer.flush()
    else void app.lookAgain()
  })
  window.addEventListener('pagehide', app.composer.flush)
  const { host } = google.script
  if (host) leaveByEscape(window, () => host.editor.focus())
  const follow = () => void app.refreshContext()
  window.addEventListener('focus', () => {
    follow()
    void app.lookAgain()
  })
  document.addEventListener('pointerenter', follow)
  // The script's answer is on its way while the page is taken over.
  void app.start()
  hydrate(<Sidebar app={app} />, root)
  const focusField = takeKeyboard(window)
  // Where a key is asked for, its field comes with that screen.
  app.screen.subscribe(() => setTimeout(focusField))
  if (early?.isSent) void app.send()
}
