/** Webhooks as the rest of the service sees them: written when a turn ends, delivered by a worker beside it. */

import type { Dispatcher } from 'undici'
import { errorFacts, type Log } from '../log.ts'
import { observed } from '../seeing/observed.ts'
import type { Queryable } from '../store/db.ts'
import type { OnTurnEnded } from '../turns/ports.ts'
import { PausedHosts } from './paused-hosts.ts'
import { webhookPayloadOf } from './payload.ts'
import {
  claimWebhooks,
  type Delivery,
  enqueueWebhook,
  finishWebhook,
  tidyWebhooks,
  WEBHOOK_CHANNEL,
} from './queue.ts'

/** Most of the time they wait for receivers: sixteen spaces with hanging ones keep no other waiting. */
const PARALLEL = 64
const CONNECT_TIMEOUT_MS = 5_000
// Notices wake the worker; this is for webhooks of processes that died and notices that were lost.
const LOOK_EVERY_MS = 5_000
const TIDY_EVERY_MS = 10 * 60_000

export interface Webhooks {
  onTurnEnded: OnTurnEnded
  /** Begins to deliver, what an earlier process left over too. */
  start(): Promise<void>
  /** Lets deliveries in flight end. */
  stop(options?: { hurry?: boolean }): Promise<void>
}

/** What signs, and what soon will. */
interface Secrets {
  secret: string | null
  next: string | null
}

export interface WebhooksDeps {
  db: Queryable
  listen(channel: string, onNotice: () => void): Promise<() => Promise<void>>
  secretsOf(keyId: string): Promise<Secrets>
  log: Log
  allowPrivate: boolean
  version: string
}

/** Whichever process has webhooks to deliver takes it from here. */
export const writeWebhook: OnTurnEnded = async (tx, turn) => {
  if (turn.webhookUrl === null) return
  const body = JSON.stringify(webhookPayloadOf(turn))
  await enqueueWebhook(tx, { turnId: turn.turnId, keyId: turn.keyId, url: turn.webhookUrl, body })
}

/** What sends is loaded with the first delivery: most processes have none at their start. */
function createSender({ allowPrivate, version }: Pick<WebhooksDeps, 'allowPrivate' | 'version'>) {
  let dispatcher: Dispatcher | undefined
  return {
    async send(delivery: Delivery, secrets: Secrets): Promise<string> {
      const { publicOnlyAgent } = await import('../network/public-agent.ts')
      const { sendWebhook } = await import('./send.ts')
      dispatcher ??= publicOnlyAgent({ allowPrivate, connectTimeoutMs: CONNECT_TIMEOUT_MS })
      return sendWebhook(delivery, secrets, { dispatcher, userAgent: `Rowhand/${version}` })
    },
    destroy: async () => dispatcher?.destroy(),
    close: async () => dispatcher?.close(),
  }
}

export function createWebhooks(deps: WebhooksDeps): Webhooks {
  const { db, log } = deps
  const sender = createSender(deps)
  const inFlight = new Set<Promise<void>>()
  const hosts = new PausedHosts(() => performance.now())
  let looking: Promise<void> | null = null
  let lookAgain = false
  let stopped = false

  async function deliver(delivery: Delivery): Promise<void> {
    const secrets = await deps.secretsOf(delivery.keyId)
    const outcome = await observed('webhook', {}, async facts => {
      const sent = await sender.send(delivery, secrets)
      facts.outcome = sent
      return sent
    })
    hosts.note(delivery.url, /^\d+$/.test(outcome))
    await finishWebhook(db, delivery.turnId, outcome)
    log.info('webhook sent', { turn_id: delivery.turnId, outcome })
  }

  function track(delivery: Delivery): void {
    const work = deliver(delivery)
      .catch(error => log.error('webhook not finished', { turn_id: delivery.turnId, ...errorFacts(error) }))
      .finally(() => {
        inFlight.delete(work)
        wake()
      })
    inFlight.add(work)
  }

  async function look(): Promise<void> {
    do {
      lookAgain = false
      const room = PARALLEL - inFlight.size
      if (room <= 0 || stopped) return
      const claimed = await claimWebhooks(db, room, hosts.paused())
      for (const delivery of claimed) track(delivery)
    } while (lookAgain)
  }

  function wake(): void {
    lookAgain = true
    if (looking || stopped) return
    looking = look()
      .catch(error => log.error('webhooks not claimed', errorFacts(error)))
      .finally(() => {
        looking = null
        if (lookAgain && inFlight.size < PARALLEL) wake()
      })
  }

  let end = async () => {}
  return {
    onTurnEnded: writeWebhook,
    async start() {
      const unlisten = await deps.listen(WEBHOOK_CHANNEL, wake)
      const timer = setInterval(wake, LOOK_EVERY_MS)
      const tidier = setInterval(() => {
        tidyWebhooks(db).catch(error => log.error('webhooks not tidied', errorFacts(error)))
      }, TIDY_EVERY_MS)
      end = async () => {
        clearInterval(timer)
        clearInterval(tidier)
        await unlisten()
      }
      wake()
    },
    async stop({ hurry = false } = {}) {
      stopped = true
      await end()
      await looking
      // What is cut off is sent once more by the next process, as after a crash.
      if (hurry) return sender.destroy()
      await Promise.all(inFlight)
      await sender.close()
    },
  }
}
