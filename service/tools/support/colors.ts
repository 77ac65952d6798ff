/** Colours as people write them, and in Google's shape. */
import type { sheets_v4 } from '@googleapis/sheets'
import { Refusal } from './refusal.ts'

const NAMED: Record<string, string> = {
  black: '000000',
  white: 'ffffff',
  red: 'ea4335',
  green: '34a853',
  blue: '4285f4',
  yellow: 'fbbc04',
  orange: 'ff6d01',
  purple: '9900ff',
  pink: 'ff69b4',
  gray: '999999',
  grey: '999999',
  brown: '7f4f24',
  teal: '46bdc6',
  cyan: '00ffff',
  navy: '1c3a70',
  'light gray': 'efefef',
  'light grey': 'efefef',
  'light red': 'f4cccc',
  'light green': 'd9ead3',
  'light blue': 'cfe2f3',
  'light yellow': 'fff2cc',
  'light orange': 'fce5cd',
  'light purple': 'd9d2e9',
  'light pink': 'ead1dc',
  'dark red': '990000',
  'dark green': '38761d',
  'dark blue': '0b5394',
  'dark gray': '434343',
  'dark grey': '434343',
}

export function toColorStyle(text: string): sheets_v4.Schema$ColorStyle {
  const name = text.trim().toLowerCase().replaceAll(/[_-]/g, ' ')
  const short = /^#?([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(name)
  const hex =
    NAMED[name] ??
    (short
      ? short
          .slice(1)
          .map(digit => digit + digit)
          .join('')
      : /^#?([0-9a-f]{6})$/.exec(name)?.[1])
  if (hex === undefined) {
    throw new Refusal(
      `"${text}" is no colour that is known here. Write it as #rrggbb, for example #fff2cc. Nothing was changed.`,
    )
  }
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return { rgbColor: { red: part(0), green: part(2), blue: part(4) } }
}
