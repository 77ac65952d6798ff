/**
 * A picture of a range for models that take pictures: cells with their looks and the charts above them,
 * drawn from what Google tells of them, because Google's API draws nothing.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import { z } from 'zod'
import { type ClosedBox, overlaps } from '../sheets/a1.ts'
import { guardPictures, showPicture } from './attachments/shown.ts'
import { COLUMN_PIXELS, chartsOf, DEFAULT_SIZE, type PlacedChart, ROW_PIXELS } from './charts/place.ts'
import { runApart } from './support/apart.ts'
import { Refusal } from './support/refusal.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import { onGrid, rangeFields, resolveTarget, type Target, targetFields, withBox } from './support/target.ts'
import type { ToolContext } from './tool.ts'
import { chartData } from './view/chart-data.ts'
import { chartPicture } from './view/chart-picture.ts'
import { gridPicture, type Layout, layoutOf } from './view/grid-picture.ts'

const MOST_ROWS = 60
const MOST_COLUMNS = 40
const MOST_PIXELS_WIDE = 1_500
const LIMITS = { milliseconds: 60_000, megabytes: 400 }

const args = z.object({ range: z.string().describe('With its tab, for example Dashboard!A1:L40') })

const FIELDS =
  'sheets(data(rowMetadata(pixelSize,hiddenByUser,hiddenByFilter),columnMetadata(pixelSize,hiddenByUser),rowData(values(formattedValue,effectiveValue,effectiveFormat(backgroundColor,backgroundColorStyle,borders,horizontalAlignment,verticalAlignment,wrapStrategy,textFormat)))))'

export const viewRange = spreadsheetTool({
  name: 'view_range',
  reads: true,
  showsPictures: true,
  brief: 'range; its picture, charts too',
  description: `Shows you a picture of a range with formats and charts, drawn simply, at most ${MOST_ROWS} rows by ${MOST_COLUMNS} columns. Check dashboards and reports with it before you say done. Colours that rules give to empty cells are not in it.`,
  args,
  fields: ({ range }, context) => rangeFields(range, context),
  async run({ range }, context) {
    guardPictures(context, 'Read the range with read_range, its looks with read_spreadsheet_fields.')
    const asked = await resolveTarget(context, range)
    const target = onGrid(asked)
    if (!target) throw new Refusal(`${asked.a1} is outside of ${asked.tab.title}. Nothing was changed.`)
    const seen = cut(target)
    const { svg, layout, charts } = await draw(context, seen)
    const picture = await runApart<Uint8Array>(
      new URL('./view/render-thread.ts', import.meta.url),
      { svg, width: Math.min(MOST_PIXELS_WIDE, Math.ceil(layout.width)) },
      LIMITS,
    )
    if (!picture)
      throw new Refusal('The range is too much to draw. Nothing was changed. Ask for a smaller one.')
    const base64 = Buffer.from(picture).toString('base64')
    await showPicture(context, { name: seen.full, mediaType: 'image/png', base64 })
    return {
      state: 'succeeded',
      output: {
        range: seen.full,
        picture: 'in the next message',
        ...(seen.a1 === target.a1
          ? {}
          : { shown: `the first ${MOST_ROWS} rows and ${MOST_COLUMNS} columns` }),
        charts: charts.length > 0 ? charts.map(({ id, title }) => ({ chart_id: id, title })) : 'none',
      },
      fields: targetFields(seen),
    }
  },
})

const cut = (target: Target): Target =>
  withBox(target, {
    ...target.box,
    endRow: Math.min(target.box.endRow, target.box.startRow + MOST_ROWS),
    endColumn: Math.min(target.box.endColumn, target.box.startColumn + MOST_COLUMNS),
  })

async function draw(context: ToolContext, { box, tab, full, details }: Target) {
  const [answer, all] = await Promise.all([
    context.spreadsheet.get({ fields: FIELDS, ranges: [full] }),
    chartsOf(context),
  ])
  const data = answer.sheets?.[0]?.data?.[0]
  const layout = layoutOf(box, data)
  const merges = details.merges.flatMap(merge => closed(merge, box))
  const charts = all.filter(
    chart => chart.sheetId === tab.sheetId && chart.covers !== null && overlaps(chart.covers, box),
  )
  const cells = gridPicture(box, layout, data?.rowData ?? [], merges)
  const pictures = await Promise.all(
    charts.map(async chart => chartPicture(await chartData(context, chart), frameOf(chart, box, layout))),
  )
  const { width, height } = layout
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Open Sans">${cells}${pictures.join('')}</svg>`
  return { svg, layout, charts }
}

function closed(merge: Partial<ClosedBox>, within: ClosedBox): ClosedBox[] {
  const { startRow = 0, endRow = within.endRow, startColumn = 0, endColumn = within.endColumn } = merge
  const box = { startRow, endRow, startColumn, endColumn }
  return overlaps(box, within) ? [box] : []
}

/** A chart that begins above or left of the range is drawn from there, as it would be seen. */
function frameOf({ position }: PlacedChart, box: ClosedBox, { lefts, tops }: Layout) {
  const anchor: sheets_v4.Schema$GridCoordinate = position?.anchorCell ?? {}
  const edge = (edges: number[], at: number, usual: number) =>
    at < 0 ? edges[0]! + at * usual : (edges[at] ?? edges.at(-1)! + (at - edges.length + 1) * usual)
  return {
    x:
      edge(lefts, (anchor.columnIndex ?? 0) - box.startColumn, COLUMN_PIXELS) +
      (position?.offsetXPixels ?? 0),
    y: edge(tops, (anchor.rowIndex ?? 0) - box.startRow, ROW_PIXELS) + (position?.offsetYPixels ?? 0),
    width: position?.widthPixels ?? DEFAULT_SIZE.width,
    height: position?.heightPixels ?? DEFAULT_SIZE.height,
  }
}
