/** Google's colours (0..1 per channel, absent is 0) and the engine's (#RRGGBB). */
import type { sheets_v4 } from '@googleapis/sheets'

const THEME: Record<string, string> = {
  TEXT: '#000000',
  BACKGROUND: '#FFFFFF',
  ACCENT1: '#4285F4',
  ACCENT2: '#EA4335',
  ACCENT3: '#FBBC04',
  ACCENT4: '#34A853',
  ACCENT5: '#FF6D01',
  ACCENT6: '#46BDC6',
  LINK: '#1155CC',
}

export function toHex(color: sheets_v4.Schema$Color): string {
  const channel = (value: number | null | undefined) =>
    Math.round(Math.min(1, Math.max(0, value ?? 0)) * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${channel(color.red)}${channel(color.green)}${channel(color.blue)}`.toUpperCase()
}

export function styleToHex(style: sheets_v4.Schema$ColorStyle): string | undefined {
  if (style.rgbColor) return toHex(style.rgbColor)
  return style.themeColor ? THEME[style.themeColor] : undefined
}

/** The colour a pair of fields (colour, colour style) names; the style wins, as Google's does. */
export function pickHex(
  color: sheets_v4.Schema$Color | null | undefined,
  style: sheets_v4.Schema$ColorStyle | null | undefined,
): string | undefined {
  if (style) return styleToHex(style)
  return color ? toHex(color) : undefined
}

export function fromHex(hex: string): sheets_v4.Schema$Color {
  const long = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex
  const channel = (at: number) => Number((Number.parseInt(long.slice(at, at + 2), 16) / 255).toFixed(8))
  const color: sheets_v4.Schema$Color = {}
  const [red, green, blue] = [channel(1), channel(3), channel(5)]
  if (red > 0) color.red = red
  if (green > 0) color.green = green
  if (blue > 0) color.blue = blue
  return color
}
