/** Puts the sidebar together: Google's bridge, the browser's clock and visibility, the state, the views. */
import { signal } from '@preact/signals'
import { render } from 'preact'
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

declare const google: { script: { run: ScriptRun; host?: { editor: { focus(): void } } } } | undefined

const root = document.getElementById('app')
// Outside Google's page there is nobody to talk to: the static words stay.
if (root && typeof google !== 'undefined') {
  const visible = signal(!document.hidden)
  const app = createApp({
    host: createGoogleHost(google.script.run, browserClock),
    clock: browserClock,
    visible,
    newId: () => crypto.randomUUID(),
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
  void app.start()
  // Until the script has answered, the page says already what the first screen would.
  const stop = app.screen.subscribe(({ name }) => {
    if (name === 'loading') return
    root.textContent = ''
    render(<Sidebar app={app} />, root)
    takeKeyboard(window)
    stop()
  })
}
