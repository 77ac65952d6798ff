/** The sidebar, the add-on behind it and a service that keeps the interface literally, at a clock of their own. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Turn } from '../../sidebar/conversation/thread.ts'
import { type BuiltAddon, buildForTest } from '../addon/built.ts'
import { createPlainService, type PlainService } from '../support/plain-service/service.ts'
import { type Bench, createBench } from './bench-host.ts'

/** The sidebar on the built add-on, both new for each test, and what a person does with it. */
export function useFlows() {
  let built: BuiltAddon
  let bench: Bench
  let service: PlainService

  beforeAll(async () => {
    built = await buildForTest()
  })
  afterAll(() => built.remove())
  beforeEach(() => {
    let nowMs = () => 0
    service = createPlainService(() => nowMs())
    bench = createBench(built.folder, request => service.handle(request))
    nowMs = () => bench.clock.now()
  })

  /** Opens the sidebar of a person who is connected. */
  async function open(): Promise<void> {
    bench.google.user.set('ROWHAND_API_KEY', service.key)
    void bench.app.start()
    await bench.clock.pass(1_000)
  }

  async function ask(prompt: string, passMs = 8_000): Promise<void> {
    bench.app.composer.write(prompt)
    void bench.app.send()
    await bench.clock.pass(passMs)
  }

  const lastTurn = (): Turn => {
    const turn = bench.app.conversation.thread.turns.value.at(-1)
    if (!turn) throw new Error('There is no turn.')
    return turn
  }
  const lastState = () => lastTurn().status.value
  const entries = () => lastTurn().cells.value.map(({ entry }) => entry.value)
  const starts = () => service.countOf('POST', /\/agents$/)

  return {
    get built() {
      return built
    },
    get bench() {
      return bench
    },
    /** Another page of the same person, from now on. */
    set bench(next) {
      bench = next
    },
    get service() {
      return service
    },
    open,
    ask,
    lastTurn,
    lastState,
    entries,
    starts,
  }
}
