/** The long jobs of an office, in the order in which they are run. */
import type { Job } from './job.ts'
import { abcAnalysis } from './office/abc-analysis.ts'
import { agingReceivables } from './office/aging-receivables.ts'
import { amortisation } from './office/amortisation.ts'
import { attendance } from './office/attendance.ts'
import { auditBudget } from './office/audit-budget.ts'
import { budgetActual } from './office/budget-actual.ts'
import { cashForecast } from './office/cash-forecast.ts'
import { cohortRetention } from './office/cohort-retention.ts'
import { commission } from './office/commission.ts'
import { companyMatch } from './office/company-match.ts'
import { crmCleanup } from './office/crm-cleanup.ts'
import { depreciation } from './office/depreciation.ts'
import { expenseReport } from './office/expense-report.ts'
import { gantt } from './office/gantt.ts'
import { gradebook } from './office/gradebook.ts'
import { inventoryCount } from './office/inventory-count.ts'
import { mergeMonths } from './office/merge-months.ts'
import { orderLog } from './office/order-log.ts'
import { payroll } from './office/payroll.ts'
import { priceUpdate } from './office/price-update.ts'
import { projectTracker } from './office/project-tracker.ts'
import { reconcileBank } from './office/reconcile-bank.ts'
import { rota } from './office/rota.ts'
import { salesDashboard } from './office/sales-dashboard.ts'
import { shippingRates } from './office/shipping-rates.ts'
import { stockReorder } from './office/stock-reorder.ts'
import { supplierQuotes } from './office/supplier-quotes.ts'
import { surveySummary } from './office/survey-summary.ts'
import { unpivotBudget } from './office/unpivot-budget.ts'
import { vatReturn } from './office/vat-return.ts'

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
  priceUpdate,
  commission,
  inventoryCount,
  expenseReport,
  cashForecast,
  depreciation,
  vatReturn,
  abcAnalysis,
  shippingRates,
  attendance,
  orderLog,
  companyMatch,
]
