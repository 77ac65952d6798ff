/** The table that the everyday tools are tried on. */
import { type Cell, useWorkbench } from './workbench.ts'

export const LEADS: Cell[][] = [
  ['Name', 'City', 'Score'],
  ['Cara', 'Rome', 7],
  ['Abe', 'Oslo', 30],
  ['Bea', 'Rome', 12],
  ['Abe', 'Oslo', 30],
]

/** Spreadsheets with a tab of leads and another that nothing should touch. */
export function useLeads() {
  const { openBench } = useWorkbench()
  const leads = (rows: Cell[][] = LEADS, prompt?: string) =>
    openBench({
      ...(prompt === undefined ? {} : { prompt }),
      tabs: [
        { title: 'Leads', rows },
        { title: 'Other', rows: [['keep', '=A1']] },
      ],
    })
  return { openBench, leads }
}
