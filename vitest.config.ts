import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { SlowFirst } from './test/support/sequencer.ts'

/** What Node makes of a source is kept, for the tests and for every process that they start. */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/rowhand/compiled')

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    // Whole products start in some tests: patient enough for a busy machine, short enough to end a hang.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // One more than two cores: a good part of a run waits for processes, databases and clocks.
    maxWorkers: 3,
    // Files share one process a worker: code is loaded once, not once a file.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    include: ['test/**/*.test.{ts,tsx}'],
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
})
