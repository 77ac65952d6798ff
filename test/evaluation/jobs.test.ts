/** What holds of every long job, whatever it asks for. */
import { describe, expect, test } from 'vitest'
import { jobs } from '../../scripts/eval/jobs/index.ts'
import { prepare } from '../../scripts/eval/jobs/run.ts'
import { useDesk } from './desk.ts'

const { judge } = useDesk()
const cellsOf = (id: string, seed: number) =>
  prepare(jobs.find(job => job.id === id)!, seed).tabs.map(({ title, cells, merges }) => ({
    title,
    cells: [...cells],
    merges,
  }))

test('every long job has a name of its own', () => {
  expect(new Set(jobs.map(({ id }) => id)).size).toBe(jobs.length)
})

describe.each(jobs.map(({ id }) => id))('%s', id => {
  test(`${id} is the same for one seed and another for the next`, () => {
    expect(cellsOf(id, 1)).toEqual(cellsOf(id, 1))
    expect(cellsOf(id, 1)).not.toEqual(cellsOf(id, 2))
  })

  test(`${id} fails where nothing was done`, async () => {
    const failed = await judge(id, async () => {})
    expect(failed.length).toBeGreaterThan(0)
    expect(failed.filter(text => text.includes(' as before'))).toEqual([])
  })
})
