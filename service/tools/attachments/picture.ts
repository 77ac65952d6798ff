/** Which kind of picture bytes are, by how they begin: names and declared types may be wrong. */

/** Models refuse larger ones. */
export const MOST_PICTURE_BYTES = 5_000_000

export function pictureType(bytes: Uint8Array): string | null {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  if (text(1, 4) === 'PNG' && bytes[0] === 0x89) return 'image/png'
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg'
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'image/gif'
  return text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP' ? 'image/webp' : null
}
