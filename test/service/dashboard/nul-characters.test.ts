/** A NUL character in a form: the database keeps none in text, and that is no reason for an error page. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDashboard, type TestDashboard } from './harness.ts'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(() => dashboard.close())

it('is left out of a name, and names nobody who could be invited', async () => {
  const { path, owner } = await dashboard.makeTeam()
  const created = await owner.visit.post(`${path}/keys`, { do: 'create', name: 'Night\0ly', once: 'a' })
  expect(created.status).toBe(200)
  expect(await created.text()).toContain('Nightly')
  const cancelled = await owner.visit.post(`${path}/members`, { do: 'cancel-invitation', email: 'a\0@b.co' })
  expect(cancelled.status).toBe(404)
})
