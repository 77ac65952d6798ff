/**
 * Keeps the grid on the page. When one part of it fails to draw, its library takes all of it away; the model is
 * whole, so it is put there again.
 */
import type { OwlApp, OwlRoot } from './globals.ts'

export interface MountOptions {
  target: HTMLElement
  notify(text: string): void
  redrawn(): void
}

export interface Mounted {
  root(): OwlRoot
  destroy(): void
}

/** What fails again within this time is broken for good. */
const AGAIN_MS = 3_000

export async function keepMounted(
  create: () => OwlApp,
  { target, notify, redrawn }: MountOptions,
): Promise<Mounted> {
  let app = create()
  let root = await app.mount(target)
  let mountedAt = performance.now()

  const mountAgain = async () => {
    app = create()
    root = await app.mount(target)
    mountedAt = performance.now()
    redrawn()
    notify('The grid was drawn anew: a part of it had failed. Look whether your last step is there.')
  }
  const look = (reason: unknown) => {
    if (!/owl lifecycle/.test(String(reason)) || target.childElementCount > 0) return
    if (performance.now() - mountedAt > AGAIN_MS) void mountAgain()
    else notify('This tab can’t be drawn. Everything is saved; reload the page to try again.')
  }
  const onError = ({ error }: ErrorEvent) => look(error)
  const onRejection = ({ reason }: PromiseRejectionEvent) => look(reason)
  addEventListener('error', onError)
  addEventListener('unhandledrejection', onRejection)

  return {
    root: () => root,
    destroy() {
      removeEventListener('error', onError)
      removeEventListener('unhandledrejection', onRejection)
      app.destroy()
    },
  }
}
