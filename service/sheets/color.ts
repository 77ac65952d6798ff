/** Google's colours as people and models read them. */
import type { sheets_v4 } from '@googleapis/sheets'

/** As #rrggbb; null where there is none. */
export function hexOf(color: sheets_v4.Schema$Color | null | undefined): string | null {
  if (!color) return null
  const part = (value: number | null | undefined) =>
    Math.round(Math.min(1, Math.max(0, value ?? 0)) * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${part(color.red)}${part(color.green)}${part(color.blue)}`
}
