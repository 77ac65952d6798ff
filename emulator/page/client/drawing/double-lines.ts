/** Double lines around cells, which the grid has no word for: two thin ones where it would draw one. */
import type { Border, BorderDescr } from '../../../dialect/engine.ts'
import { engine } from '../globals.ts'
import type { Rect } from './sparkline.ts'

interface Box extends Rect {
  border?: Border
}

type DrawBorders = (context: { ctx: CanvasRenderingContext2D }, boxes: Box[]) => void

export function installDoubleLines(): void {
  const { prototype } = engine().stores.GridRenderer as { prototype: { drawBorders: DrawBorders } }
  const drawSingle = prototype.drawBorders
  prototype.drawBorders = function (context, boxes) {
    drawSingle.call(this, context, boxes.map(withoutDouble))
    for (const box of boxes) drawDouble(context.ctx, box)
  }
}

const sidesOf = (border: Border) => Object.entries(border) as [keyof Border, BorderDescr | undefined][]
const isDouble = (line: BorderDescr | undefined) => line?.style === 'double'

function withoutDouble(box: Box): Box {
  const { border } = box
  if (!border || !Object.values(border).some(isDouble)) return box
  return { ...box, border: Object.fromEntries(sidesOf(border).filter(([, line]) => !isDouble(line))) }
}

/** The grid draws half a pixel aside, where lines are sharp; what is filled must not be. */
const SHARP = 0.5

/** One pixel beside the edge on either side of it. */
function drawDouble(ctx: CanvasRenderingContext2D, { border, x, y, width, height }: Box): void {
  for (const [side, line] of sidesOf(border ?? {})) {
    if (line === undefined || !isDouble(line)) continue
    ctx.fillStyle = line.color
    for (const beside of [-1, 1])
      if (side === 'left' || side === 'right')
        ctx.fillRect(Math.round(side === 'left' ? x : x + width) + beside - SHARP, y - 1.5, 1, height + 3)
      else ctx.fillRect(x - 1.5, Math.round(side === 'top' ? y : y + height) + beside - SHARP, width + 3, 1)
  }
}
