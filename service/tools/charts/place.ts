/** Where charts stand: which cells one covers, and which others it would lie upon. */
import type { sheets_v4 } from '@googleapis/sheets'
import { type ClosedBox, formatBox, overlaps } from '../../sheets/a1.ts'
import type { ToolContext } from '../tool.ts'

export const DEFAULT_SIZE = { width: 600, height: 371 }
/** What Google gives columns and rows unless told otherwise. */
export const COLUMN_PIXELS = 100
export const ROW_PIXELS = 21

export interface PlacedChart {
  id: number
  sheetId: number
  tab: string
  title: string
  type: string
  covers: ClosedBox | null
  spec: sheets_v4.Schema$ChartSpec
  position: sheets_v4.Schema$OverlayPosition | null
}

export async function chartsOf(context: ToolContext): Promise<PlacedChart[]> {
  const answer = await context.spreadsheet.get({ fields: 'sheets(properties(sheetId,title),charts)' })
  return (answer.sheets ?? []).flatMap(({ properties, charts = [] }) =>
    charts.map(chart => {
      const position = chart.position?.overlayPosition ?? null
      const spec = chart.spec ?? {}
      return {
        id: chart.chartId ?? 0,
        sheetId: properties?.sheetId ?? 0,
        tab: properties?.title ?? '',
        title: spec.title ?? '',
        type: (spec.basicChart?.chartType ?? (spec.pieChart ? 'PIE' : 'OTHER')).toLowerCase(),
        covers: position ? coveredBy(position) : null,
        spec,
        position,
      }
    }),
  )
}

/** By the usual size of cells: where columns were widened it is fewer. */
export function coveredBy(position: sheets_v4.Schema$OverlayPosition): ClosedBox {
  const startRow = position.anchorCell?.rowIndex ?? 0
  const startColumn = position.anchorCell?.columnIndex ?? 0
  const right = (position.offsetXPixels ?? 0) + (position.widthPixels ?? DEFAULT_SIZE.width)
  const bottom = (position.offsetYPixels ?? 0) + (position.heightPixels ?? DEFAULT_SIZE.height)
  return {
    startRow,
    endRow: startRow + Math.max(1, Math.ceil(bottom / ROW_PIXELS)),
    startColumn,
    endColumn: startColumn + Math.max(1, Math.ceil(right / COLUMN_PIXELS)),
  }
}

export function liesUpon(charts: PlacedChart[], own: PlacedChart): string[] {
  return charts
    .filter(
      other =>
        other.id !== own.id &&
        other.sheetId === own.sheetId &&
        other.covers !== null &&
        own.covers !== null &&
        overlaps(other.covers, own.covers),
    )
    .map(other => `chart ${other.id} "${other.title}" at ${formatBox(other.covers!)}`)
}

export const chartWords = ({ id, tab, title, type, covers }: PlacedChart) => ({
  chart_id: id,
  tab,
  title,
  type,
  ...(covers ? { covers: formatBox(covers) } : {}),
})
