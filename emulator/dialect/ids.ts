/**
 * Google names tabs, charts and rules by integers; the engine names them by strings. The engine's string
 * stays the name; Google's integer is computed from it, so nothing has to be stored or kept in step.
 * What the REST API creates has the decimal integer as its string; what the page creates has a UUID.
 */

const MAX_ID = 0x7fffffff

/** FNV-1a, folded to a positive 31-bit integer: the same for the same text in Node and in every page. */
export function stableNumber(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0) % MAX_ID
}

/** Google's integer for an engine id such as '0', '1843' or a UUID. */
export function gidOf(engineId: string): number {
  return /^(0|[1-9]\d{0,9})$/.test(engineId) && Number(engineId) <= MAX_ID
    ? Number(engineId)
    : stableNumber(engineId)
}

/** A new integer as Google makes them: positive, 31 bits, not in use. */
export function newGid(random: () => number, isTaken: (gid: number) => boolean): number {
  for (;;) {
    const gid = 1 + Math.floor(random() * (MAX_ID - 1))
    if (!isTaken(gid)) return gid
  }
}
