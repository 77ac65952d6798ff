/** The orders that the planner is tried on, in a real sheet, and what is said to it about them. */
import { type Bench, type Cell, useWorkbench } from '../tools/workbench.ts'
import { talk } from './talk.ts'

export const ROWS: Cell[][] = [
  ['Date', 'Customer', 'First', 'Last', 'Region', 'Status', 'Qty', 'Price', 'Cost'],
  ['2026-03-02', ' Acme ', 'Ada', 'Lovelace', 'North', 'Open', 3, '$9.50', '$4.00'],
  ['2026-01-15', 'Birch', 'Grace', 'Hopper', 'South', 'Paid', 10, '$20.00', '$11.00'],
  ['2026-02-20', 'Cedar', 'Alan', 'Turing', 'North', 'Paid', 2, '$5.00', '$1.00'],
  ['2026-02-20', 'Cedar', 'Alan', 'Turing', 'North', 'Paid', 2, '$5.00', '$1.00'],
]

/** One workbench for a file; each `bench` is a spreadsheet of its own on it. */
export function useOrders() {
  const { workbench, openBench } = useWorkbench()

  async function bench(rows = ROWS): Promise<Bench> {
    return openBench({
      tabs: [
        { title: 'Orders', rows },
        { title: 'Notes', rows: [['Text'], ['x']] },
      ],
    })
  }

  async function saying(...prompts: string[]) {
    const sheet = await bench()
    const { say } = talk(sheet)
    const answers: string[] = []
    for (const prompt of prompts) answers.push((await say(prompt)).answer)
    return { sheet, answer: answers.at(-1)!, answers }
  }

  return {
    get workbench() {
      return workbench()
    },
    bench,
    saying,
  }
}
