import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FolderInUseError, lockFolder } from '../../../service/store/folder-lock.ts'

const lockModule = join(import.meta.dirname, '../../../service/store/folder-lock.ts')

/** Another process that holds the lock until it is killed. */
async function holder(folder: string) {
  const script = `
    import { lockFolder } from ${JSON.stringify(lockModule)}
    await lockFolder(${JSON.stringify(folder)})
    process.stdout.write('held')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise(done => child.stdout.once('data', done))
  return {
    pid: child.pid!,
    kill: () =>
      new Promise(done => {
        child.once('exit', done)
        child.kill('SIGKILL')
      }),
  }
}

describe('the lock on a data folder', () => {
  let parent: string
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'rowhand-'))
  })
  afterEach(() => rmSync(parent, { recursive: true, force: true }))

  it.each([
    ['a short path', (folder: string) => folder],
    ['a path too long for a socket', (folder: string) => join(folder, 'x'.repeat(120))],
  ])('names the process that has it, and is free when that is killed, on %s', async (_, folderOf) => {
    const folder = folderOf(parent)
    mkdirSync(folder, { recursive: true })
    const other = await holder(folder)
    const refused = await lockFolder(folder).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(FolderInUseError)
    expect((refused as Error).message).toContain(
      `data folder ${folder} is in use by another process (pid ${other.pid})`,
    )
    await other.kill()
    const lock = await lockFolder(folder)
    await lock.release()
    await (await lockFolder(folder)).release()
  })

  it('is given to one of many that find it left behind', async () => {
    const dead = await holder(parent)
    await dead.kill()
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(parent)))
    const held = tries.filter(result => result.status === 'fulfilled')
    expect(held).toHaveLength(1)
    expect(
      tries.filter(result => result.status === 'rejected').map(result => (result.reason as Error).name),
    ).toEqual(Array.from({ length: 7 }, () => 'FolderInUseError'))
    await held[0]!.value.release()
  })

  it('waits for an owner that is about to end, and says for whom', async () => {
    const owner = await lockFolder(parent)
    owner.leaving()
    const told = Promise.withResolvers<string>()
    const next = lockFolder(parent, told.resolve)
    expect(await told.promise).toBe(`${process.pid}`)
    await owner.release()
    await (await next).release()
  })
})
