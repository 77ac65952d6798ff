/** `Prefer: wait=N` of RFC 7240, in seconds. */

/** 0 where no wait is asked for; never more than `maxSeconds`. */
export function preferredWaitSeconds(header: string | null, maxSeconds: number): number {
  if (header === null) return 0
  for (const preference of header.split(/[,;]/)) {
    const match = /^\s*wait\s*=\s*"?(\d{1,6})"?\s*$/i.exec(preference)
    if (match) return Math.min(Number(match[1]), maxSeconds)
  }
  return 0
}
