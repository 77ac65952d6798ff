/**
 * Kinds of charts that the engine knows and the page's drawing library does not. Drawing one would take the
 * whole grid down: they are not offered, become columns where the engine would choose one, and stay empty where
 * a workbook has one already.
 */
import { engine, type PageModel } from './globals.ts'

/** The engine's kind → what it asks the drawing library for. */
const UNDRAWABLE: Record<string, string> = { treemap: 'treemap', geo: 'choropleth' }

interface Treemap {
  type: string
  title?: object
  dataSource: { dataSets: { dataRange: string }[]; labelRange?: string; dataSetsHaveTitle: boolean }
}

export function installCharts(): void {
  const kinds = engine().registries.chartDataSourceRegistry.get('range').supportedChartTypes
  for (const kind of Object.keys(UNDRAWABLE)) if (kinds.includes(kind)) kinds.splice(kinds.indexOf(kind), 1)
  for (const id of Object.values(UNDRAWABLE))
    Chart.register(
      class extends Chart.DatasetController {
        static id = id
        static defaults = { dataElementType: 'bar' }
        override update() {}
        override draw() {}
      },
    )
}

/** From now on, what is put into this model can be drawn. */
export function drawCharts(model: PageModel): void {
  const { dispatch } = model
  model.dispatch = (type, payload) => {
    const { definition } = (payload ?? {}) as { definition?: Treemap }
    const isTreemap = (type === 'CREATE_CHART' || type === 'UPDATE_CHART') && definition?.type === 'treemap'
    return dispatch(type, isTreemap ? { ...payload, definition: asColumns(definition) } : payload)
  }
}

/** A treemap names its figures where others name their labels. */
function asColumns({ title, dataSource }: Treemap): object {
  const { dataSets, labelRange, dataSetsHaveTitle } = dataSource
  return {
    type: 'bar',
    title: title ?? {},
    stacked: false,
    aggregated: true,
    legendPosition: 'none',
    dataSetStyles: {},
    dataSource: {
      type: 'range',
      dataSets: labelRange === undefined ? dataSets : [{ dataRange: labelRange, dataSetId: '0' }],
      labelRange: dataSets[0]?.dataRange,
      dataSetsHaveTitle,
    },
  }
}
