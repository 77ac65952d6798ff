/** Tabs are deleted, hidden and renamed only where nothing else was said with it. */
import { describe, expect, test } from 'vitest'
import { useWorkbench } from '../tools/workbench.ts'
import { talk } from './talk.ts'

const { workbench, openBench } = useWorkbench()

const TABS = [
  {
    title: 'Orders',
    rows: [
      ['Date', 'Qty'],
      ['2026-03-04', 5],
      ['2026-03-05', 7],
    ],
  },
  {
    title: 'Leads',
    rows: [
      ['Company', 'Email'],
      ['Ajax', 'a@ajax.test'],
      ['Borel', 'b@borel.test'],
    ],
  },
  {
    title: 'Budget',
    rows: [
      ['Team', 'Amount'],
      ['North', 100],
    ],
  },
]

/** Titles of the tabs that are seen after `prompt`, and what was answered. */
async function tabsAfter(prompt: string) {
  const sheet = await openBench({ tabs: TABS, activeTab: 'Orders', prompt })
  const { answer } = await talk(sheet).say(prompt)
  const { data } = await workbench().api.spreadsheets.get({ spreadsheetId: sheet.id })
  const seen = (data.sheets ?? []).filter(({ properties }) => !properties?.hidden)
  return { titles: seen.map(({ properties }) => properties?.title), answer }
}

describe('a wish about a tab', () => {
  test.each([
    'remove duplicate leads and delete the Budget tab if it is empty',
    'delete the Budget tab if it is empty',
    'hide the Budget tab if it is empty',
    'delete the Leads tab but keep Budget',
    'delete the tabs Leads and Budget',
    'delete the Budget tab unless somebody uses it',
  ])('“%s” leaves every tab where it is', async prompt => {
    const { titles, answer } = await tabsAfter(prompt)
    expect(titles).toEqual(['Orders', 'Leads', 'Budget'])
    expect(answer).toMatch(/nothing was changed/i)
  })

  test.each([
    ['please delete the tab Leads', ['Orders', 'Budget']],
    ['can you get rid of the Budget sheet, thanks', ['Orders', 'Leads']],
    ['Hide the tab Budget please', ['Orders', 'Leads']],
    ['rename Leads to Contacts', ['Orders', 'Contacts', 'Budget']],
  ])('“%s” does that and no more', async (prompt, expected) => {
    expect((await tabsAfter(prompt)).titles).toEqual(expected)
  })
})
