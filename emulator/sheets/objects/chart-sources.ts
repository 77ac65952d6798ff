/** The source ranges inside a chart's spec, wherever its kind of chart keeps them. */
import type { sheets_v4 } from '@googleapis/sheets'

type Spec = sheets_v4.Schema$ChartSpec

/** A copy of the spec with every source range replaced. */
export function mapSources(
  spec: Spec,
  replace: (range: sheets_v4.Schema$GridRange) => sheets_v4.Schema$GridRange | undefined,
): Spec {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([key, item]) =>
      key === 'sources' && Array.isArray(item)
        ? [key, (item as sheets_v4.Schema$GridRange[]).map(replace).filter(it => it !== undefined)]
        : [key, visit(item)],
    )
    return Object.fromEntries(entries) as object
  }
  return visit(spec) as Spec
}

export function sourcesOf(spec: Spec): sheets_v4.Schema$GridRange[] {
  const found: sheets_v4.Schema$GridRange[] = []
  mapSources(spec, range => {
    found.push(range)
    return range
  })
  return found
}
