/**
 * One emulator at a time on a data folder: two would write the same journals. A lock left behind by a
 * process that was killed is taken over.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns how to give the folder free again. Throws, in one sentence, when another process has it. */
export function lockDataFolder(dataDir: string): () => void {
  const file = join(dataDir, 'emulator.lock')
  if (!tryWrite(file)) {
    const owner = Number(readFileSync(file, 'utf8'))
    if (isRunning(owner))
      throw new Error(
        `The data folder ${dataDir} is in use by another emulator (process ${owner}): stop it, or set ROWHAND_DATA_DIR to another folder.`,
      )
    rmSync(file, { force: true })
    if (!tryWrite(file))
      throw new Error(`The data folder ${dataDir} is in use by another emulator that is just starting.`)
  }
  return () => rmSync(file, { force: true })
}

function tryWrite(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
