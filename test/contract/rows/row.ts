/** A test of one row of the interface's tables. `rows.test.ts` holds that each row has one. */
import { it } from 'vitest'
import type { World } from '../support/world.ts'

export type GetWorld = () => World

/** `name` as support/interface.ts gives it; `facts` says what the row promises. */
export const row = (name: string, fact: string, test: () => Promise<void> | void) =>
  it(`${name}: ${fact}`, test, 60_000)

/** Something costly that several rows look at: made once, by the first that asks. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
