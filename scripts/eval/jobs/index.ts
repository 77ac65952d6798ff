/** The long jobs of an office, in the order in which they are run. */
import type { Job } from './job.ts'
import { agingReceivables } from './office/aging-receivables.ts'
import { amortisation } from './office/amortisation.ts'
import { auditBudget } from './office/audit-budget.ts'
import { budgetActual } from './office/budget-actual.ts'
import { cohortRetention } from './office/cohort-retention.ts'
import { crmCleanup } from './office/crm-cleanup.ts'
import { gantt } from './office/gantt.ts'
import { gradebook } from './office/gradebook.ts'
import { mergeMonths } from './office/merge-months.ts'
import { payroll } from './office/payroll.ts'
import { projectTracker } from './office/project-tracker.ts'
import { reconcileBank } from './office/reconcile-bank.ts'
import { rota } from './office/rota.ts'
import { salesDashboard } from './office/sales-dashboard.ts'
import { stockReorder } from './office/stock-reorder.ts'
import { supplierQuotes } from './office/supplier-quotes.ts'
import { surveySummary } from './office/survey-summary.ts'
import { unpivotBudget } from './office/unpivot-budget.ts'

export const jobs: readonly Job[] = [
  reconcileBank,
  salesDashboard,
  amortisation,
  cohortRetention,
  auditBudget,
  crmCleanup,
  gantt,
  unpivotBudget,
  rota,
  supplierQuotes,
  stockReorder,
  budgetActual,
  agingReceivables,
  payroll,
  surveySummary,
  gradebook,
  projectTracker,
  mergeMonths,
]
