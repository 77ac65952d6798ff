import { afterAll, beforeAll, describe, inject } from 'vitest'
import { allRows } from './rows/all.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ postgresUrl: inject('postgresUrl') })
}, 180_000)
afterAll(() => world?.close())

describe('the interface on Postgres', () => allRows(() => world, { floods: false }))
