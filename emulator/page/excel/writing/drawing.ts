/** What lies over the cells of a tab: charts and pictures, where they lie and how large. */
import type { Figure } from '../../../dialect/engine.ts'
import { chartsOf, seriesTitles } from '../../../sheets/objects/charts.ts'
import type { Workbook } from '../../../sheets/workbook/workbook.ts'
import { chartXml } from './chart-xml.ts'
import { element } from './markup.ts'
import type { Parts } from './parts.ts'

const EMU_PER_PIXEL = 9_525
const TYPE = 'application/vnd.openxmlformats-officedocument'

export interface DrawingNumbers {
  drawing: number
  chart: number
  picture: number
}

interface Drawing {
  workbook: Workbook
  sheetId: string
  path: string
  numbers: DrawingNumbers
  parts: Parts
}

/** The id of the drawing for the tab; undefined where nothing lies there. */
export function putDrawing(
  workbook: Workbook,
  sheetId: string,
  sheetPath: string,
  numbers: DrawingNumbers,
  parts: Parts,
): string | undefined {
  const path = `xl/drawings/drawing${numbers.drawing + 1}.xml`
  const drawing = { workbook, sheetId, path, numbers, parts }
  const anchors = [...chartAnchors(drawing), ...pictureAnchors(drawing)]
  if (anchors.length === 0) return undefined
  numbers.drawing++
  const namespaces = {
    'xmlns:xdr': 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing',
    'xmlns:a': 'http://schemas.openxmlformats.org/drawingml/2006/main',
    'xmlns:r': 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
    'xmlns:c': 'http://schemas.openxmlformats.org/drawingml/2006/chart',
  }
  parts.put(path, `${TYPE}.drawing+xml`, element('xdr:wsDr', namespaces, anchors.join('')))
  return parts.relate(sheetPath, 'drawing', path)
}

function chartAnchors({ workbook, sheetId, path, numbers, parts }: Drawing): string[] {
  const titleOf = (gid: number) => workbook.titleOf(workbook.sheetIdOf(gid) ?? sheetId)
  return chartsOf(workbook, sheetId).flatMap(({ chartId, spec, position }, i) => {
    const place = position?.overlayPosition ?? (position?.sheetId == null ? undefined : {})
    if (!spec || !place || !(spec.pieChart || spec.basicChart?.series?.length)) return []
    const world = { titleOf, ...seriesTitles(workbook, sheetId, chartId ?? 0) }
    const chart = `xl/charts/chart${++numbers.chart}.xml`
    parts.put(chart, `${TYPE}.drawingml.chart+xml`, chartXml(spec, world))
    const id = parts.relate(path, 'chart', chart)
    if (position?.sheetId != null) return [wholeTabXml(chartFrame(id, i))]
    return [
      anchorXml(
        {
          row: place.anchorCell?.rowIndex ?? 0,
          col: place.anchorCell?.columnIndex ?? 0,
          x: place.offsetXPixels ?? 0,
          y: place.offsetYPixels ?? 0,
          width: place.widthPixels ?? 600,
          height: place.heightPixels ?? 371,
        },
        chartFrame(id, i),
      ),
    ]
  })
}

const chartFrame = (id: string, i: number) =>
  `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="${i + 2}" name="Chart ${i + 1}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart r:id="${id}"/></a:graphicData></a:graphic></xdr:graphicFrame>`

/** About a sheet of paper, as Excel says. */
const wholeTabXml = (inside: string) =>
  `<xdr:absoluteAnchor><xdr:pos x="0" y="0"/><xdr:ext cx="9308969" cy="6078325"/>${inside}<xdr:clientData/></xdr:absoluteAnchor>`

const PICTURE = /^data:image\/(png|jpeg|gif|bmp|webp);base64,(.+)$/s

/** Those that the workbook holds itself. */
function pictureAnchors({ workbook, sheetId, path, numbers, parts }: Drawing): string[] {
  const pictures = workbook.getters.getFigures(sheetId).filter(({ tag }) => tag === 'image')
  return pictures.flatMap((figure, i) => {
    const [, extension, data] = PICTURE.exec(workbook.getters.getImage(figure.id).path) ?? []
    if (extension === undefined || data === undefined) return []
    const picture = `xl/media/image${++numbers.picture}.${extension}`
    parts.putBytes(picture, Buffer.from(data, 'base64'))
    const id = parts.relate(path, 'image', picture)
    const size = `<a:ext cx="${emu(figure.width)}" cy="${emu(figure.height)}"/>`
    return [
      anchorXml(
        placeOf(figure),
        `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${1000 + i}" name="Picture ${i + 1}"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="${id}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:xfrm><a:off x="0" y="0"/>${size}</a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic>`,
      ),
    ]
  })
}

interface Place {
  row: number
  col: number
  x: number
  y: number
  width: number
  height: number
}

const placeOf = ({ row, col, offset, width, height }: Figure): Place => ({
  row,
  col,
  x: offset.x,
  y: offset.y,
  width,
  height,
})

const emu = (pixels: number) => Math.max(0, Math.round(pixels * EMU_PER_PIXEL))

const anchorXml = ({ row, col, x, y, width, height }: Place, inside: string) =>
  `<xdr:oneCellAnchor><xdr:from><xdr:col>${col}</xdr:col><xdr:colOff>${emu(x)}</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>${emu(y)}</xdr:rowOff></xdr:from><xdr:ext cx="${emu(width)}" cy="${emu(height)}"/>${inside}<xdr:clientData/></xdr:oneCellAnchor>`
