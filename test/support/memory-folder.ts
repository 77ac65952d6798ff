/**
 * Where temporary files of a test run go: a folder in memory where the machine has a roomy one. Hundreds of
 * databases are made and thrown away in a run, and a disk has part in none of what they test.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const SHARED_MEMORY = '/dev/shm'
const NAME = /^rowhand-test-(\d+)-/
const GIB = 1024 ** 3
/** A run was seen to hold 1.1 GiB at the most. */
const NEEDED_BYTES = 4 * GIB

/** What is kept between runs stays where other runs find it. */
export const lastingFolder = (): string => process.env.ROWHAND_TEST_CACHE ?? tmpdir()

/** Shared memory of a container is often 64 MB. */
export function hasRoomInMemory(bytes = NEEDED_BYTES): boolean {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    return bavail * bsize >= bytes && freemem() >= 2 * bytes
  } catch {
    return false
  }
}

/** From here on the temporary files of this process, and of those that it starts, are in memory. Returns what ends that. */
export function moveTemporaryFiles(): () => void {
  const before = process.env.TMPDIR
  const folder = hasRoomInMemory() ? makeFolder() : null
  if (folder === null) return () => {}
  process.env.ROWHAND_TEST_CACHE = tmpdir()
  process.env.TMPDIR = folder
  return () => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Null where nothing may be written, or what is written may not be run, as some tests do. */
function makeFolder(): string | null {
  try {
    forgetEndedRuns()
    const folder = mkdtempSync(join(SHARED_MEMORY, `rowhand-test-${process.pid}-`))
    // Postgres runs as another user below root.
    chmodSync(folder, 0o755)
    const script = join(folder, 'may-run')
    writeFileSync(script, '#!/bin/sh\n', { mode: 0o755 })
    if (spawnSync(script).status === 0) return folder
    rmSync(folder, { recursive: true, force: true })
  } catch {}
  return null
}

/** What runs that were killed left behind. */
function forgetEndedRuns(): void {
  for (const name of readdirSync(SHARED_MEMORY)) {
    const pid = Number(NAME.exec(name)?.[1])
    if (pid && !isAlive(pid)) rmSync(join(SHARED_MEMORY, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
