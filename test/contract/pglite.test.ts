import { afterAll, beforeAll, describe } from 'vitest'
import { allRows } from './rows/all.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
}, 180_000)
afterAll(() => world?.close())

describe('the interface on the embedded database', () => allRows(() => world))
