import { defineConfig } from 'vitest/config'

/** Files that share a process, one after the other: code and engines are loaded once, not once a file. */
const TOGETHER = ['changes', 'permissions', 'sheets', 'offline-planner', 'search', 'tools'].map(
  folder => `test/service/${folder}/**/*.test.ts`,
)

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    // Whole products start in some tests: patient enough for a busy machine, short enough to end a hang.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      { test: { name: 'apart', include: ['test/**/*.test.{ts,tsx}'], exclude: TOGETHER } },
      { test: { name: 'together', include: TOGETHER, isolate: false } },
    ],
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
})
