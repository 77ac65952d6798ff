/**
 * Embedded charts. Google's spec is kept as it was given, its source ranges as ranges that move; the engine
 * gets the nearest chart it can draw, so that the page shows one.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import type { Annotation } from '../../dialect/engine.ts'
import { gidOf } from '../../dialect/ids.ts'
import { invalid } from '../google/errors.ts'
import { updateMask } from '../google/fields.ts'
import { areaOf, gridRangeOf, sheetOf } from '../workbook/a1.ts'
import type { Workbook } from '../workbook/workbook.ts'
import { engineChart } from './chart-drawing.ts'
import { specOfPage, titlesOfPage } from './chart-of-page.ts'
import { mapSources, sourcesOf } from './chart-sources.ts'
import type { Context } from './context.ts'
import { numberOf } from './metadata.ts'
import { isObjectSheet, objectSheetAnnotation } from './object-sheets.ts'
import { movedOverlay } from './overlay.ts'

type Chart = sheets_v4.Schema$EmbeddedChart
type Spec = sheets_v4.Schema$ChartSpec
type Position = sheets_v4.Schema$EmbeddedObjectPosition

/** The data of an annotation of kind 'chart'. Its ranges are the spec's sources, in order of appearance. */
/** A chart of a file: its series may have names that stand in no cell, for which Google's interface has no word. */
export type NamedChart = Chart & { seriesNames?: readonly (string | undefined)[] }

interface SavedChart {
  spec: Spec
  /** The tab the engine's figure is on, and its id there. */
  figureId: string
  border?: sheets_v4.Schema$EmbeddedObjectBorder
}

const SIZE = { width: 600, height: 371 }

// ---- reading

export function chartsOf(workbook: Workbook, sheetId: string): Chart[] {
  const figures = workbook.getters.getFigures(sheetId)
  const kept = workbook.getters.getAnnotations('chart', sheetId)
  const known = new Set(kept.map(it => (it.data as SavedChart).figureId))
  return [
    ...kept.map(it => ({
      chartId: numberOf(it),
      spec: readSpec(workbook, it),
      ...position(workbook, sheetId, (it.data as SavedChart).figureId),
      ...borderOf(it),
    })),
    // Charts that were made in the page.
    ...figures
      .filter(figure => figure.tag === 'chart' && !known.has(figure.id))
      .map(figure => ({
        chartId: gidOf(figure.id),
        spec: specOfEngine(workbook, sheetId, figure.id),
        ...position(workbook, sheetId, figure.id),
      })),
  ]
}

function borderOf({ data }: Annotation): Pick<Chart, 'border'> {
  const { border } = data as SavedChart
  return border === undefined ? {} : { border }
}

function readSpec(workbook: Workbook, { data, ranges }: Annotation): Spec {
  const queue = [...ranges]
  return mapSources((data as SavedChart).spec, () => {
    const range = queue.shift()
    return range === undefined
      ? undefined
      : gridRangeOf(workbook, { sheetId: range.sheetId, zone: range.zone })
  })
}

function position(workbook: Workbook, sheetId: string, figureId: string): { position?: Position } {
  const figure = workbook.getters.getFigures(sheetId).find(it => it.id === figureId)
  if (figure === undefined) return {}
  if (isObjectSheet(workbook, sheetId)) return { position: { sheetId: workbook.gidOf(sheetId) } }
  const anchorCell = { sheetId: workbook.gidOf(sheetId), rowIndex: figure.row, columnIndex: figure.col }
  return {
    position: {
      overlayPosition: {
        anchorCell,
        ...(figure.offset.x ? { offsetXPixels: Math.round(figure.offset.x) } : {}),
        ...(figure.offset.y ? { offsetYPixels: Math.round(figure.offset.y) } : {}),
        widthPixels: Math.round(figure.width),
        heightPixels: Math.round(figure.height),
      },
    },
  }
}

function specOfEngine(workbook: Workbook, sheetId: string, figureId: string): Spec {
  const chartId = engineChartOf(workbook, sheetId, figureId)
  if (chartId === undefined) return {}
  return specOfPage(workbook, sheetId, workbook.getters.getChartDefinition(chartId))
}

const engineChartOf = ({ getters }: Workbook, sheetId: string, figureId: string): string | undefined =>
  getters.getChartIds(sheetId).find(id => getters.getFigureIdFromChartId(id) === figureId)

export interface SeriesTitles {
  /** Names that stand in no cell, by the place of the series. */
  names: readonly (string | undefined)[]
  /** The first cell of each series is its name. */
  hasTitles: boolean
}

/** How a chart's series are called, as the page shows it. */
export function seriesTitles(workbook: Workbook, sheetId: string, id: number): SeriesTitles {
  const kept = findChart(workbook, id)?.data as SavedChart | undefined
  const figureId =
    kept?.figureId ?? workbook.getters.getFigures(sheetId).find(figure => gidOf(figure.id) === id)?.id
  return titlesOf(workbook, sheetId, figureId ?? '')
}

function titlesOf(workbook: Workbook, sheetId: string, figureId: string): SeriesTitles {
  const chartId = engineChartOf(workbook, sheetId, figureId)
  if (chartId === undefined) return { names: [], hasTitles: false }
  return titlesOfPage(workbook.getters.getChartDefinition(chartId))
}

// ---- writing

export function addChart(context: Context, given: NamedChart | undefined): Chart {
  const { workbook, path } = context
  if (!given?.spec) throw invalid(`Invalid ${path}: chart.spec is required`)
  const id = given.chartId ?? workbook.newGid()
  if (findChart(workbook, id) !== undefined)
    throw invalid(`Invalid ${path}: A chart with id ${id} already exists.`)
  const place = readPosition(context, given.position)
  const figureId = `chart-${id}`
  save(context, id, place.sheetId, {
    spec: given.spec,
    figureId,
    ...(given.border ? { border: given.border } : {}),
  })
  context.tx.dispatch('CREATE_CHART', {
    sheetId: place.sheetId,
    chartId: figureId,
    figureId,
    col: place.col,
    row: place.row,
    offset: place.offset,
    size: place.size,
    definition: engineChart(context, given.spec, given.seriesNames),
  })
  return chartsOf(workbook, place.sheetId).find(it => it.chartId === id) ?? {}
}

function save({ workbook, tx, path }: Context, id: number, sheetId: string, data: SavedChart): void {
  const areas = sourcesOf(data.spec).map(range => areaOf(workbook, range, path))
  tx.setAnnotation({
    id: `chart:${id}`,
    kind: 'chart',
    sheetId,
    lasts: 'always',
    ranges: areas.map(area => ({ _sheetId: area.sheetId, _zone: area.zone })),
    data,
  })
}

export function updateChartSpec(
  context: Context,
  { chartId, spec }: sheets_v4.Schema$UpdateChartSpecRequest,
): void {
  const { annotation, sheetId } = requireChart(context, chartId)
  if (!spec) throw invalid(`Invalid ${context.path}: spec is required`)
  const saved = annotation.data as SavedChart
  const { figureId } = saved
  save(context, numberOf(annotation), sheetId, { ...saved, spec })
  const engineId = engineChartOf(context.workbook, sheetId, figureId)
  context.tx.dispatch('UPDATE_CHART', {
    sheetId,
    chartId: engineId ?? figureId,
    figureId,
    definition: engineChart(context, spec, titlesOf(context.workbook, sheetId, figureId).names),
  })
}

export function updateObjectPosition(
  context: Context,
  request: sheets_v4.Schema$UpdateEmbeddedObjectPositionRequest,
): { position?: Position } {
  const { annotation, sheetId } = requireChart(context, request.objectId)
  const { figureId } = annotation.data as SavedChart
  const before = position(context.workbook, sheetId, figureId).position?.overlayPosition ?? undefined
  const place = readPosition(context, { overlayPosition: movedOverlay(before, request, context.path) })
  if (place.sheetId !== sheetId)
    throw invalid(`Invalid ${context.path}: A chart cannot be moved to another sheet.`)
  context.tx.dispatch('UPDATE_FIGURE', {
    sheetId,
    figureId,
    col: place.col,
    row: place.row,
    offset: place.offset,
    ...place.size,
  })
  return position(context.workbook, sheetId, figureId)
}

/** Kept and told; the page draws none. */
export function updateObjectBorder(
  context: Context,
  { objectId, border, fields }: sheets_v4.Schema$UpdateEmbeddedObjectBorderRequest,
): void {
  const { annotation, sheetId } = requireChart(context, objectId)
  updateMask(fields, 'EmbeddedObjectBorder', context.path)
  const { border: _, ...saved } = annotation.data as SavedChart
  const spec = readSpec(context.workbook, annotation)
  const isNone = Object.keys(border ?? {}).length === 0
  save(context, numberOf(annotation), sheetId, { ...saved, spec, ...(isNone ? {} : { border: border! }) })
}

export function deleteObject(context: Context, objectId: number | null | undefined): void {
  const { workbook, tx } = context
  for (const sheetId of workbook.getters.getSheetIds()) {
    const chart = chartsOf(workbook, sheetId).find(it => it.chartId === objectId)
    if (chart === undefined) continue
    const annotation = findChart(workbook, objectId ?? 0)
    const figureId =
      (annotation?.data as SavedChart | undefined)?.figureId ??
      workbook.getters.getFigures(sheetId).find(figure => gidOf(figure.id) === objectId)?.id
    if (figureId !== undefined && workbook.getters.getFigures(sheetId).some(it => it.id === figureId))
      tx.dispatch('DELETE_FIGURE', { sheetId, figureId })
    if (annotation !== undefined) tx.removeAnnotation(annotation.id)
    return
  }
  throw invalid(`Invalid ${context.path}: No embedded object with id: ${objectId}`)
}

/** A duplicated tab has both what Google said of its charts and the engine's charts: each finds its own. */
export function adoptCharts({ workbook, tx }: Context, from: string, to: string): void {
  const { getters } = workbook
  const originals = getters.getFigures(from).map(figure => figure.id)
  const copies = getters.getFigures(to).map(figure => figure.id)
  for (const { id, kind, lasts, ranges, data } of getters.getAnnotations('chart', to)) {
    const figureId = copies[originals.indexOf((data as SavedChart).figureId)]
    if (figureId === undefined) tx.removeAnnotation(id)
    else
      tx.setAnnotation({
        id,
        kind,
        sheetId: to,
        ...(lasts === undefined ? {} : { lasts }),
        ranges: ranges.map(range => ({ _sheetId: range.sheetId, _zone: range.unboundedZone })),
        data: { ...(data as SavedChart), figureId } satisfies SavedChart,
      })
  }
}

function findChart(workbook: Workbook, id: number): Annotation | undefined {
  return workbook.getters.getAnnotation(`chart:${id}`)
}

function requireChart(
  { workbook, path }: Context,
  id: number | null | undefined,
): { annotation: Annotation; sheetId: string } {
  const annotation = workbook.getters.getAnnotation(`chart:${id}`)
  if (annotation?.sheetId === undefined) throw invalid(`Invalid ${path}: No chart with id: ${id}`)
  return { annotation, sheetId: annotation.sheetId }
}

interface Place {
  sheetId: string
  row: number
  col: number
  offset: { x: number; y: number }
  size: { width: number; height: number }
}

function readPosition({ workbook, path, tx }: Context, given: Position | null | undefined): Place {
  const overlay = given?.overlayPosition
  if (given?.newSheet) {
    const sheetId = String(workbook.newGid())
    const taken = workbook.getters.getSheetIds().map(id => workbook.getters.getSheetName(id))
    let n = 1
    while (taken.includes(`Chart${n}`)) n++
    tx.dispatch('CREATE_SHEET', { sheetId, position: taken.length, name: `Chart${n}` })
    tx.setAnnotation(objectSheetAnnotation(sheetId))
    return { sheetId, row: 0, col: 0, offset: { x: 0, y: 0 }, size: { width: 900, height: 500 } }
  }
  const anchor = overlay?.anchorCell
  const gid = anchor?.sheetId ?? given?.sheetId
  const sheetId = sheetOf(workbook, gid, path)
  const [row, col] = [anchor?.rowIndex ?? 0, anchor?.columnIndex ?? 0]
  if (row >= workbook.getters.getNumberRows(sheetId) || col >= workbook.getters.getNumberCols(sheetId))
    throw invalid(`Invalid ${path}: The anchor cell is outside the grid.`)
  return {
    sheetId,
    row,
    col,
    offset: { x: overlay?.offsetXPixels ?? 0, y: overlay?.offsetYPixels ?? 0 },
    size: { width: overlay?.widthPixels ?? SIZE.width, height: overlay?.heightPixels ?? SIZE.height },
  }
}
