/** Ten minutes of hasty use over a bridge that takes a second: nothing lost, nothing doubled, nothing blank. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltAddon, buildForTest } from '../addon/built.ts'
import { createPlainService } from '../support/plain-service/service.ts'
import { type Bench, createBench } from './bench-host.ts'

const BRIDGE_MS = 1_000
const ROUNDS = 150

let built: BuiltAddon
beforeAll(async () => {
  built = await buildForTest()
})
afterAll(() => built.remove())

/** Numbers that are the same in every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** One thing that a person does without waiting for the last. */
function act(bench: Bench, random: (below: number) => number, accepted: string[], round: number): void {
  const { app } = bench
  switch (random(8)) {
    case 0:
    case 1:
    case 2: {
      const prompt = `Prompt ${round}`
      app.composer.write(prompt)
      const isTaken = !app.busy.value
      void app.send()
      if (isTaken) accepted.push(prompt)
      void app.send()
      return
    }
    case 3:
      void app.conversation.stop()
      return
    case 4:
      app.newConversation()
      return
    case 5: {
      const { value } = app.conversations
      const chosen = value[random(Math.max(1, value.length))]
      if (chosen) void app.openConversation(chosen.agentId)
      return
    }
    case 6:
      void app.selectRange('Orders', 'A1:B2')
      return
    default:
      void app.refreshContext(true)
  }
}

describe('ten minutes of hasty use with a bridge of one second', () => {
  it.each([1, 2, 3, 4])('seed %i: each accepted prompt was started once', async seed => {
    let nowMs = () => 0
    const service = createPlainService(() => nowMs())
    const bench = createBench(built.folder, request => service.handle(request), BRIDGE_MS)
    nowMs = () => bench.clock.now()
    bench.google.user.set('ROWHAND_API_KEY', service.key)
    void bench.app.start()
    await bench.clock.pass(3_000)

    const random = randomFrom(seed)
    const accepted: string[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      act(bench, random, accepted, round)
      await bench.clock.pass(random(8_000))
      expect(bench.app.screen.value.name, 'never a blank state').toBe('chat')
    }
    await bench.clock.pass(60_000)

    const started = service.requests
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/agents'))
      .map(({ body }) => (JSON.parse(body) as { prompt: string }).prompt)
    expect(started.toSorted()).toEqual(accepted.toSorted())
    expect(accepted.length).toBeGreaterThan(15)
  })
})
