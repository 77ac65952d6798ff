/**
 * What Google shows in a cell and the grid does not: sparklines, texts of several looks, the corner of a
 * note. Drawn over the grid's own picture of the cells that can be seen.
 */
import type { CellPosition, Getters, Style, Zone } from '../../../dialect/engine.ts'
import { noteKey, notesOf } from '../../../dialect/notes.ts'
import { sparklineAt } from '../../../formulas/sparklines.ts'
import { engine } from '../globals.ts'
import { drawRuns, type Run } from './rich-text.ts'
import { drawSparkline, type Rect } from './sparkline.ts'

interface Drawing {
  ctx: CanvasRenderingContext2D
  sheetId: string
  viewports: {
    getAllSheetViewportsZonesAndRect(sheetId: string): { zone: Zone; rect: Rect }[]
    getRect(sheetId: string, zone: Zone): Rect
  }
}

const NOTE_CORNER = 6
const NOTE_COLOR = '#f4b400'
const HAS_SPARKLINE = /\bSPARKLINE\s*\(/i

export function installCellDrawings(): void {
  const { featurePluginRegistry } = engine().registries
  if (featurePluginRegistry.contains('google_drawings')) return
  class DrawingPlugin extends engine().UIPlugin {
    static layers = ['Highlights']

    drawLayer({ ctx, sheetId, viewports }: Drawing): void {
      const notes = notesOf(this.getters, sheetId)
      for (const { zone, rect } of viewports.getAllSheetViewportsZonesAndRect(sheetId)) {
        ctx.save()
        ctx.beginPath()
        ctx.rect(rect.x, rect.y, rect.width, rect.height)
        ctx.clip()
        for (let row = zone.top; row <= zone.bottom; row++)
          for (let col = zone.left; col <= zone.right; col++)
            drawCell(ctx, this.getters, { sheetId, row, col }, notes.has(noteKey({ row, col })), cell =>
              viewports.getRect(sheetId, cell),
            )
        ctx.restore()
      }
    }
  }
  featurePluginRegistry.add('google_drawings', DrawingPlugin as never)
}

function drawCell(
  ctx: CanvasRenderingContext2D,
  getters: Getters,
  position: CellPosition,
  hasNote: boolean,
  rectOf: (zone: Zone) => Rect,
): void {
  const { row, col } = position
  const cell = getters.getCell(position)
  const runs = cell?.style?.google?.textFormatRuns as Run[] | undefined
  const sparkline =
    cell?.isFormula &&
    HAS_SPARKLINE.test(cell.compiledFormula.normalizedFormula) &&
    getters.getEvaluatedCell(position).type === 'empty'
      ? sparklineAt(getters, position)
      : undefined
  if (!hasNote && runs === undefined && sparkline === undefined) return
  const rect = rectOf(getters.getMerge(position) ?? { left: col, right: col, top: row, bottom: row })
  ctx.save()
  if (sparkline !== undefined) drawSparkline(ctx, rect, sparkline)
  if (runs !== undefined && cell !== undefined) drawText(ctx, rect, getters, position, runs)
  ctx.restore()
  if (hasNote) drawCorner(ctx, rect)
}

function drawText(
  ctx: CanvasRenderingContext2D,
  rect: Rect,
  getters: Getters,
  position: CellPosition,
  runs: Run[],
): void {
  const { type, value } = getters.getEvaluatedCell(position)
  const style: Style = getters.getCellComputedStyle(position)
  // A wrapped text of several lines is left as the grid drew it.
  if (type !== 'text' || style.wrapping === 'wrap' || String(value).includes('\n')) return
  drawRuns(ctx, rect, String(value), style, runs)
}

function drawCorner(ctx: CanvasRenderingContext2D, { x, y, width }: Rect): void {
  ctx.fillStyle = NOTE_COLOR
  ctx.beginPath()
  ctx.moveTo(x + width - NOTE_CORNER, y)
  ctx.lineTo(x + width, y)
  ctx.lineTo(x + width, y + NOTE_CORNER)
  ctx.fill()
}
