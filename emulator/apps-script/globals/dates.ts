/** Dates by a pattern of Java's SimpleDateFormat, as Utilities.formatDate takes it. */

const FIELD = /'([^']*)'|y+|M+|d+|E+|H+|h+|m+|s+|S+|a+|Z+|X+|z+/g

export function formatDate(date: Date, timeZone: string, pattern: string): string {
  const parts = readParts(date, timeZone)
  return pattern.replace(FIELD, (field, quoted: string | undefined) => {
    if (quoted !== undefined) return quoted === '' ? "'" : quoted
    return formatField(field, parts)
  })
}

type Parts = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'ms', number> & {
  monthName: string
  weekday: string
  offset: string
  zone: string
}

function readParts(date: Date, timeZone: string): Parts {
  const read = (options: Intl.DateTimeFormatOptions) =>
    Object.fromEntries(
      new Intl.DateTimeFormat('en-US', { timeZone, ...options })
        .formatToParts(date)
        .map(part => [part.type, part.value]),
    ) as Record<string, string>
  const numbers = read({
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  })
  const words = read({ month: 'long', weekday: 'long', day: 'numeric' })
  const longOffset = read({ timeZoneName: 'longOffset' }).timeZoneName ?? 'GMT'
  return {
    year: Number(numbers.year),
    month: Number(numbers.month),
    day: Number(numbers.day),
    hour: Number(numbers.hour),
    minute: Number(numbers.minute),
    second: Number(numbers.second),
    ms: date.getUTCMilliseconds(),
    monthName: words.month ?? '',
    weekday: words.weekday ?? '',
    offset: longOffset === 'GMT' ? '+00:00' : longOffset.replace('GMT', ''),
    zone: read({ timeZoneName: 'short' }).timeZoneName ?? '',
  }
}

function formatField(field: string, parts: Parts): string {
  const pad = (value: number) => String(value).padStart(field.length, '0')
  switch (field[0]) {
    case 'y':
      return field.length === 2 ? String(parts.year % 100).padStart(2, '0') : pad(parts.year)
    case 'M':
      return field.length < 3
        ? pad(parts.month)
        : field.length === 3
          ? parts.monthName.slice(0, 3)
          : parts.monthName
    case 'd':
      return pad(parts.day)
    case 'E':
      return field.length < 4 ? parts.weekday.slice(0, 3) : parts.weekday
    case 'H':
      return pad(parts.hour)
    case 'h':
      return pad(parts.hour % 12 || 12)
    case 'm':
      return pad(parts.minute)
    case 's':
      return pad(parts.second)
    case 'S':
      return pad(parts.ms)
    case 'a':
      return parts.hour < 12 ? 'AM' : 'PM'
    case 'Z':
      return parts.offset.replace(':', '')
    case 'X':
      return parts.offset === '+00:00' ? 'Z' : parts.offset
    default:
      return parts.zone
  }
}
