// npm run fuzz:undo: 2,000 random sequences of tool calls and of people's edits, each undone. UNDO_SEQUENCES
// says another number, UNDO_FIRST_SEED where to begin.
import { spawnSync } from 'node:child_process'

const { status } = spawnSync(
  'node_modules/.bin/vitest',
  ['run', 'test/service/changes/random-sequences.test.ts'],
  {
    stdio: 'inherit',
    env: { ...process.env, UNDO_SEQUENCES: process.env.UNDO_SEQUENCES ?? '2000' },
  },
)
process.exit(status ?? 1)
