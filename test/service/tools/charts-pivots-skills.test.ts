import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { insertChart } from '../../../service/tools/charts/insert-chart.ts'
import { insertPivotTable } from '../../../service/tools/pivots/insert-pivot-table.ts'
import { createSkill, listSkills, loadSkill } from '../../../service/tools/skills.ts'
import { type Cell, expectOnlyChanged, refused, succeeded, useWorkbench } from './workbench.ts'

const { openBench } = useWorkbench()

const SALES: Cell[][] = [
  ['Region', 'Month', 'Revenue'],
  ['North', 'Jan', 100],
  ['South', 'Jan', 50],
  ['North', 'Feb', 120],
  ['South', 'Feb', 80],
]
const sales = (prompt = '') => openBench({ tabs: [{ title: 'Sales', rows: SALES }], prompt })

describe('insert_chart', () => {
  test('a chart is drawn once, however often its call runs, and no cell changes', async () => {
    const bench = await sales()
    const before = await bench.snapshot()
    const toolCallId = randomUUID()
    const args = { type: 'column', data_range: 'A1:C5', x_column: 'Month', title: 'Revenue' }
    expect(succeeded(await bench.run(insertChart, args, { toolCallId }))).toMatchObject({ series: 1 })
    succeeded(await bench.run(insertChart, args, { toolCallId }))
    const answer = await bench.spreadsheet.get({ fields: 'sheets.charts(chartId,spec)' })
    expect(answer.sheets?.[0]?.charts).toHaveLength(1)
    expect(JSON.stringify(answer.sheets?.[0]?.charts?.[0]?.spec)).toContain('"COLUMN"')
    expectOnlyChanged(before, await bench.snapshot(), [])
  })

  test('a range without data and an unknown column are refused', async () => {
    const bench = await sales()
    expect(refused(await bench.run(insertChart, { type: 'pie', data_range: 'J1:K1' }))).toContain(
      'no data rows',
    )
    expect(
      refused(await bench.run(insertChart, { type: 'line', data_range: 'A1:C5', series: ['Profit'] })),
    ).toContain('"Profit" is no column')
  })
})

describe('insert_pivot_table', () => {
  test('a table is summed by group on a tab of its own, once', async () => {
    const bench = await sales()
    const before = await bench.snapshot()
    const toolCallId = randomUUID()
    const args = {
      source_range: 'A1:C',
      rows: ['Region'],
      values: [{ column: 'Revenue', summarize: 'SUM' }],
      new_tab: 'By region',
    }
    const output = succeeded<{ shown: string[][] }>(await bench.run(insertPivotTable, args, { toolCallId }))
    expect(output.shown.flat()).toEqual(expect.arrayContaining(['North', 'South', '220', '130']))
    succeeded(await bench.run(insertPivotTable, args, { toolCallId }))
    expectOnlyChanged(before, await bench.snapshot(), [], ['By region'])
  })

  test('a pivot table is not put over filled cells', async () => {
    const bench = await sales()
    const before = await bench.snapshot()
    const args = { source_range: 'A1:C5', rows: ['Region'], values: [{ column: 'C' }], target: 'A3' }
    expect(refused(await bench.run(insertPivotTable, args))).toContain('hold something')
    expectOnlyChanged(before, await bench.snapshot(), [])
  })
})

describe('skills', () => {
  test('a skill is stored, listed, loaded and replaced within its space', async () => {
    const bench = await sales('Remember how the monthly report is made')
    const { db, turn } = bench.context
    const skill = {
      name: 'Monthly Report!',
      description: 'When the monthly report is asked for',
      content: 'Use tab Sales.',
    }
    expect(succeeded(await bench.run(createSkill, skill))).toEqual({
      name: 'monthly-report',
      replaced: false,
    })
    expect(await listSkills(db, turn.spaceId)).toEqual([
      { name: 'monthly-report', description: skill.description },
    ])
    const outcome = await bench.run(loadSkill, { names: ['monthly report', 'other'] })
    expect(outcome).toMatchObject({
      state: 'succeeded',
      output: { skills: [{ content: 'Use tab Sales.' }], missing: ['other'] },
      fields: { skill: 'monthly-report' },
    })
    expect(succeeded(await bench.run(createSkill, { ...skill, content: 'New.' }))).toMatchObject({
      replaced: true,
    })
    const stranger = await sales()
    expect(refused(await stranger.run(loadSkill, { names: ['monthly-report'] }))).toContain('none yet')
  })

  test('a skill of another user is replaced only where the message names it', async () => {
    const bench = await sales('Save this as a skill')
    const skill = { name: 'Monthly report', description: 'For reports', content: 'Use tab Sales.' }
    succeeded(await bench.run(createSkill, skill))
    const userId = randomUUID()
    const { db, turn } = bench.context
    await db.query('insert into users (id, email) values ($1, $2)', [userId, `${userId}@example.com`])
    const replace = (prompt: string) =>
      bench.run(createSkill, { ...skill, content: 'Changed' }, { turn: { ...turn, userId, prompt } })
    expect(refused(await replace('Save this as a skill for monthly things'))).toContain(
      'in place of one that somebody else made',
    )
    expect(succeeded(await replace('Update the monthly report skill'))).toMatchObject({ replaced: true })
  })
})
