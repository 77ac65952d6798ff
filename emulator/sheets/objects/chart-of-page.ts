/** A chart that was made in the page, as Google would describe it: from what the engine draws. */
import type { sheets_v4 } from '@googleapis/sheets'
import { gridRangeOf } from '../workbook/a1.ts'
import type { Workbook } from '../workbook/workbook.ts'

type Spec = sheets_v4.Schema$ChartSpec

interface Definition {
  type: string
  title?: { text?: string }
  legendPosition?: string
  stacked?: boolean
  horizontal?: boolean
  fillArea?: boolean
  isDoughnut?: boolean
  axesDesign?: Record<string, { title?: { text?: string } } | undefined>
  dataSetStyles?: Record<string, { type?: string; yAxisId?: string; label?: string } | undefined>
  dataSource?: {
    dataSets?: { dataSetId: string; dataRange: string }[]
    labelRange?: string
    dataSetsHaveTitle?: boolean
  }
}

const TYPES: Record<string, string> = { bar: 'COLUMN', line: 'LINE', scatter: 'SCATTER', combo: 'COMBO' }

export function specOfPage(workbook: Workbook, sheetId: string, given: Record<string, unknown>): Spec {
  const definition = given as unknown as Definition
  const { title, type, dataSource } = definition
  const source = (range: string) => sourceOf(workbook, sheetId, range)
  const series = (dataSource?.dataSets ?? []).flatMap(it => source(it.dataRange) ?? [])
  const labels = dataSource?.labelRange === undefined ? undefined : source(dataSource.labelRange)
  const named = title?.text ? { title: title.text } : {}
  const legendPosition = `${(definition.legendPosition ?? 'right').toUpperCase().replace('NONE', 'NO')}_LEGEND`
  if (type === 'pie')
    return {
      ...named,
      pieChart: {
        legendPosition,
        ...(labels === undefined ? {} : { domain: labels }),
        ...(series[0] === undefined ? {} : { series: series[0] }),
        ...(definition.isDoughnut ? { pieHole: 0.5 } : {}),
      },
    }
  return {
    ...named,
    basicChart: {
      ...kindOf(definition),
      legendPosition,
      headerCount: dataSource?.dataSetsHaveTitle ? 1 : 0,
      ...(labels === undefined ? {} : { domains: [{ domain: labels }] }),
      ...(series.length === 0 ? {} : { series: seriesOf(definition, series) }),
      ...axesOf(definition),
    },
  }
}

/** How its series are called: each by itself, or by its first cell. */
export function titlesOfPage(given: Record<string, unknown>) {
  const { dataSource, dataSetStyles } = given as unknown as Definition
  const sets = dataSource?.dataSets ?? []
  return {
    names: sets.map(({ dataSetId }) => dataSetStyles?.[dataSetId]?.label || undefined),
    hasTitles: dataSource?.dataSetsHaveTitle ?? false,
  }
}

function kindOf({ type, horizontal, fillArea, stacked }: Definition): sheets_v4.Schema$BasicChartSpec {
  const chartType =
    type === 'bar' && horizontal
      ? 'BAR'
      : type === 'line' && fillArea
        ? 'AREA'
        : (TYPES[type] ?? type.toUpperCase())
  return { chartType, ...(stacked ? { stackedType: 'STACKED' } : {}) }
}

function seriesOf(
  { type, horizontal, dataSetStyles, dataSource }: Definition,
  sources: sheets_v4.Schema$ChartData[],
): sheets_v4.Schema$BasicChartSeries[] {
  return sources.map((series, i) => {
    const style = dataSetStyles?.[dataSource?.dataSets?.[i]?.dataSetId ?? '']
    const isRight = style?.yAxisId === 'y1'
    return {
      series,
      targetAxis: isRight ? 'RIGHT_AXIS' : horizontal ? 'BOTTOM_AXIS' : 'LEFT_AXIS',
      ...(type === 'combo'
        ? { type: (style?.type ?? (i === 0 ? 'bar' : 'line')) === 'line' ? 'LINE' : 'COLUMN' }
        : {}),
    }
  })
}

const AXES: Record<string, string> = { x: 'BOTTOM_AXIS', y: 'LEFT_AXIS', y1: 'RIGHT_AXIS' }

function axesOf({ axesDesign, horizontal }: Definition): { axis?: sheets_v4.Schema$BasicChartAxis[] } {
  const axis = Object.entries(axesDesign ?? {}).flatMap(([name, design]) => {
    const text = design?.title?.text
    const side = horizontal ? ({ x: 'y', y: 'x' }[name] ?? name) : name
    return text && AXES[side] ? [{ position: AXES[side], title: text }] : []
  })
  return axis.length === 0 ? {} : { axis }
}

function sourceOf(
  workbook: Workbook,
  sheetId: string,
  range: string,
): sheets_v4.Schema$ChartData | undefined {
  try {
    const { zone, sheetId: own } = workbook.getters.getRangeFromSheetXC(sheetId, range)
    return { sourceRange: { sources: [gridRangeOf(workbook, { sheetId: own, zone })] } }
  } catch {
    return undefined
  }
}
