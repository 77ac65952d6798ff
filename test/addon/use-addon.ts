/** The built add-on beside a Google of its own, new before each test of the file that asks for it. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type BuiltAddon, buildForTest } from './built.ts'
import { FakeGoogle } from './fake-google.ts'
import { type Addon, loadAddon } from './google.ts'

export let built: BuiltAddon
export let google: FakeGoogle
export let addon: Addon

/** `prepare` says what Google knows before the add-on starts. */
export function useAddon(prepare: (google: FakeGoogle) => void = () => {}): void {
  beforeAll(async () => {
    built = await buildForTest()
  })
  afterAll(() => built.remove())
  beforeEach(() => {
    google = new FakeGoogle()
    prepare(google)
    addon = loadAddon(built.folder, google)
  })
}
