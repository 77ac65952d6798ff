/** A pie, or a ring where the chart has a hole, with its shares named beside it. */
import type { ChartData } from './chart-data.ts'
import { colorOf, type Frame } from './palette.ts'
import { escapeXml, fitting } from './svg.ts'

const MOST_NAMED = 14

export function piePicture({ domain, series, hole }: ChartData, { x, y, width, height }: Frame): string {
  const values = (series[0]?.values ?? []).map(value => Math.max(0, value ?? 0))
  const total = values.reduce((sum, value) => sum + value, 0)
  const radius = Math.min(width * 0.3, height / 2 + 15)
  const center = [x + radius + 10, y + height / 2 + 10] as const
  let turned = 0
  const slices = values.map((value, at) => {
    const from = turned
    turned += total === 0 ? 0 : value / total
    return slice(center, radius, from, turned, colorOf(undefined, at))
  })
  const names = domain.slice(0, MOST_NAMED).map((name, at) => {
    const percent = total === 0 ? 0 : ((values[at] ?? 0) / total) * 100
    const top = y + 14 + at * 18
    const left = center[0] + radius + 20
    const words = fitting(`${name}  ${percent.toFixed(1)} %`, width - (left - x) - 20, 11)
    return `<rect x="${left}" y="${top - 9}" width="10" height="10" fill="${colorOf(undefined, at)}"/><text x="${left + 14}" y="${top}" font-size="11" fill="#444746">${escapeXml(words)}</text>`
  })
  const ring = hole ? `<circle cx="${center[0]}" cy="${center[1]}" r="${radius * hole}" fill="#ffffff"/>` : ''
  return [...slices, ring, ...names].join('')
}

function slice(
  [cx, cy]: readonly [number, number],
  radius: number,
  from: number,
  to: number,
  color: string,
): string {
  if (to - from <= 0) return ''
  if (to - from > 0.9999) return `<circle cx="${cx}" cy="${cy}" r="${radius}" fill="${color}"/>`
  const point = (share: number) => {
    const angle = share * 2 * Math.PI - Math.PI / 2
    return `${(cx + radius * Math.cos(angle)).toFixed(1)} ${(cy + radius * Math.sin(angle)).toFixed(1)}`
  }
  return `<path d="M${cx} ${cy} L${point(from)} A${radius} ${radius} 0 ${to - from > 0.5 ? 1 : 0} 1 ${point(to)} Z" fill="${color}" stroke="#ffffff"/>`
}
