import { signal } from '@preact/signals'
import { beforeEach, describe, expect, it } from 'vitest'
import type { PollAnswer, PollRequest, RpcResult } from '../../contract/rpc.ts'
import { createPoller } from '../../sidebar/conversation/poller.ts'
import { sleep } from '../../sidebar/host/host.ts'
import { FakeClock } from './clock.ts'

const LATENCY_MS = 300
const TEN_MINUTES_MS = 600_000

let clock: FakeClock
let visible: { value: boolean }
let calls: PollRequest[]
/** Delay between each change on the service and the page hearing of it. */
let delaysMs: number[]
let isOver: boolean

beforeEach(() => {
  clock = new FakeClock(0)
  visible = signal(true)
  calls = []
  delaysMs = []
  isOver = false
})

/** A service that holds its answer back until something changes: the extension of ours. */
function followHolding(changesAtMs: number[]): void {
  const versionAt = (ms: number) => changesAtMs.filter(at => at <= ms).length
  async function pollAgent(request: PollRequest): Promise<RpcResult<PollAnswer>> {
    calls.push(request)
    await sleep(clock, LATENCY_MS / 2)
    const seen = Number(request.etag ?? -1)
    const untilMs = clock.now() + request.waitSeconds * 1000
    while (versionAt(clock.now()) <= seen && clock.now() < untilMs) await sleep(clock, 50)
    const version = versionAt(clock.now())
    const waited = request.waitSeconds > 0
    await sleep(clock, LATENCY_MS / 2)
    return version > seen
      ? {
          ok: true,
          value: { changed: true, waited, agent: version, etag: String(version), conversation: null },
        }
      : { ok: true, value: { changed: false, waited } }
  }
  let heard = 0
  const poller = createPoller({ pollAgent }, clock, visible as never, {
    onTrouble: () => true,
    onAnswer({ agent }) {
      const version = Number(agent)
      for (; heard < version; heard += 1) delaysMs.push(clock.now() - (changesAtMs[heard] ?? 0))
      isOver = version === changesAtMs.length
      return isOver ? 'over' : 'news'
    },
  })
  poller.follow('agent', null)
}

const every = (stepMs: number, untilMs = TEN_MINUTES_MS) =>
  Array.from({ length: Math.floor(untilMs / stepMs) }, (_, index) => (index + 1) * stepMs)

describe('following a service that holds its answers back', () => {
  it('takes at most 60 calls for ten minutes in which nothing happens but the end', async () => {
    followHolding([TEN_MINUTES_MS])
    await clock.pass(TEN_MINUTES_MS + 1_000)
    expect(isOver).toBe(true)
    expect(calls.length).toBeLessThanOrEqual(60)
  })

  it.each([1_000, 3_000, 10_000])(
    'takes at most 60 calls for ten minutes with a change every %i ms',
    async step => {
      followHolding(every(step))
      await clock.pass(TEN_MINUTES_MS + 60_000)
      expect(isOver).toBe(true)
      expect(calls.length).toBeLessThanOrEqual(60)
    },
  )

  it('has each change of a usual turn on screen within half a second beyond the bridge', async () => {
    // Twelve tool calls in twenty seconds, then one every half minute.
    followHolding([...every(1_600, 20_000), ...every(30_000)].toSorted((one, other) => one - other))
    await clock.pass(TEN_MINUTES_MS + 1_000)
    expect(isOver).toBe(true)
    expect(Math.max(...delaysMs)).toBeLessThanOrEqual(500 + LATENCY_MS)
    expect(calls.length).toBeLessThanOrEqual(60)
  })

  it('asks with what it has seen, and to be held for less than an execution may take', async () => {
    followHolding([5_000, 9_000])
    await clock.pass(12_000)
    expect(calls.map(({ etag }) => etag)).toEqual([null, '0', '1'])
    expect(calls.map(({ waitSeconds }) => waitSeconds)).toEqual([0, 25, 25])
  })
})

describe('following through failures', () => {
  it('waits longer after each, at least as long as it was told, and recovers', async () => {
    const times: number[] = []
    const troubles: boolean[] = []
    const answers: RpcResult<PollAnswer>[] = [
      { ok: false, error: { status: 500, code: 'X', message: '', requestId: null } },
      { ok: false, error: { status: 429, code: 'X', message: '', retryAfterSeconds: 30, requestId: null } },
      { ok: true, value: { changed: false, waited: false } },
    ]
    const poller = createPoller(
      {
        pollAgent: async () => {
          times.push(clock.now())
          return answers[times.length - 1] ?? { ok: true, value: { changed: false, waited: false } }
        },
      },
      clock,
      visible as never,
      {
        onAnswer: () => 'same',
        onTrouble: error => {
          troubles.push(error !== null)
          return true
        },
      },
    )
    poller.follow('agent', null)
    await clock.pass(33_000)
    poller.stop()
    expect(times.slice(0, 3)).toEqual([0, 1_500, 31_500])
    expect(troubles).toEqual([true, true, false])
  })

  it('ends when it is told to', async () => {
    let asked = 0
    const poller = createPoller(
      {
        pollAgent: async () => {
          asked += 1
          return { ok: true, value: { changed: false, waited: false } }
        },
      },
      clock,
      visible as never,
      { onAnswer: () => 'same', onTrouble: () => true },
    )
    poller.follow('agent', null)
    await clock.pass(2_000)
    poller.stop()
    const before = asked
    await clock.pass(60_000)
    expect(asked).toBe(before)
  })

  it('slows down to five seconds while nothing changes', async () => {
    const times: number[] = []
    const poller = createPoller(
      {
        pollAgent: async () => {
          times.push(clock.now())
          return { ok: true, value: { changed: false, waited: false } }
        },
      },
      clock,
      visible as never,
      { onAnswer: () => 'same', onTrouble: () => true },
    )
    poller.follow('agent', null)
    await clock.pass(60_000)
    poller.stop()
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    expect(gaps[0]).toBeLessThan(1_500)
    expect(gaps.at(-1)).toBe(5_000)
  })
})
