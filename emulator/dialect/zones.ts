/** Rectangles of cells, cut and moved. Knows no tabs and no workbook. */
import type { Zone } from './engine.ts'

export function intersect(a: Zone, b: Zone): Zone | undefined {
  const zone = {
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  }
  return zone.left <= zone.right && zone.top <= zone.bottom ? zone : undefined
}

/** What is left of a zone when another is cut out: at most four pieces. */
export function without(zone: Zone, hole: Zone): Zone[] {
  const cut = intersect(zone, hole)
  if (cut === undefined) return [zone]
  return [
    { ...zone, bottom: cut.top - 1 },
    { ...zone, top: cut.bottom + 1 },
    { top: cut.top, bottom: cut.bottom, left: zone.left, right: cut.left - 1 },
    { top: cut.top, bottom: cut.bottom, left: cut.right + 1, right: zone.right },
  ].filter(piece => piece.top <= piece.bottom && piece.left <= piece.right)
}

export function shift(zone: Zone, down: number, across: number): Zone {
  return {
    top: zone.top + down,
    bottom: zone.bottom + down,
    left: zone.left + across,
    right: zone.right + across,
  }
}
