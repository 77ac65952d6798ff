/**
 * The page's state over the built script over a service, all in one thread: the bridge takes as long as the
 * clock says, the script runs in gas-local, its requests go straight to the service.
 */
import { signal } from '@preact/signals'
import type { Rpc, RpcResult } from '../../contract/rpc.ts'
import { type Host, sleep } from '../../sidebar/host/host.ts'
import { createApp } from '../../sidebar/state/app.ts'
import { FakeGoogle, type Reply, type SentRequest } from '../addon/fake-google.ts'
import { loadAddon } from '../addon/google.ts'
import type { PlainReply } from '../support/plain-service/answers.ts'
import type { PlainRequest } from '../support/plain-service/service.ts'
import { FakeClock } from './clock.ts'

export interface Bench {
  app: ReturnType<typeof createApp>
  google: FakeGoogle
  clock: FakeClock
  visible: { value: boolean }
  /** Calls over the bridge that are on their way, by name. */
  readonly underWay: Map<string, number>
  /** Loses the answers of the next calls of that function; the calls themselves are made. */
  loseAnswers(name: keyof Rpc, times: number): void
  /** A sidebar opened anew over the same Google. */
  reopen(): Bench
}

export type Handle = (request: PlainRequest) => PlainReply

export function createBench(
  folder: string,
  handle: Handle,
  latencyMs = 300,
  google = new FakeGoogle(),
): Bench {
  const clock = new FakeClock(google.nowMs)
  return openBench(folder, handle, latencyMs, google, clock)
}

function openBench(
  folder: string,
  handle: Handle,
  latencyMs: number,
  google: FakeGoogle,
  clock: FakeClock,
): Bench {
  google.answer = request => throughTo(handle, request)
  const addon = loadAddon(folder, google)
  const underWay = new Map<string, number>()
  const losing = new Map<string, number>()

  async function call(name: string, args: unknown[]): Promise<unknown> {
    underWay.set(name, (underWay.get(name) ?? 0) + 1)
    await sleep(clock, latencyMs / 2)
    google.nowMs = clock.now()
    const answer = (addon[name as keyof Rpc] as (...args: unknown[]) => unknown)(...args)
    await sleep(clock, latencyMs / 2)
    underWay.set(name, (underWay.get(name) ?? 1) - 1)
    const left = losing.get(name) ?? 0
    if (left === 0) return answer
    losing.set(name, left - 1)
    const lost: RpcResult<never> = {
      ok: false,
      error: { status: 0, code: 'BRIDGE_FAILED', message: '', requestId: null },
    }
    return lost
  }

  const host = new Proxy({} as Host, {
    get: (_, name) => (typeof name === 'string' ? (...args: unknown[]) => call(name, args) : undefined),
  })
  const visible = signal(true)
  let ids = 0
  const app = createApp({ host, clock, visible, newId: () => `start-${clock.now()}-${++ids}` })
  return {
    app,
    google,
    clock,
    visible,
    underWay,
    loseAnswers: (name, times) => losing.set(name, times),
    reopen: () => openBench(folder, handle, latencyMs, google, clock),
  }
}

function throughTo(handle: Handle, request: SentRequest): Reply {
  const lowerCase = Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value])
  const reply = handle({
    method: request.method,
    path: request.url.replace(/^https?:\/\/[^/]+/, ''),
    headers: Object.fromEntries(lowerCase) as Record<string, string>,
    body: request.payload ?? '',
  })
  return {
    status: reply.status,
    headers: reply.headers,
    ...(reply.body === undefined ? {} : { body: reply.body }),
  }
}
