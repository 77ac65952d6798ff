/** Images as the database keeps them: chunks of bounded size, compressed away from the main thread. */
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { Slices } from '../../sheets/breathe.ts'
import type { AreaImage, Image } from './image.ts'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** Cells of one chunk: writing and reading it as JSON stays well below a slice of 50 ms. */
const CELLS_A_CHUNK = 8_000

export const packJson = (value: unknown): Promise<Buffer> => deflate(JSON.stringify(value), { level: 4 })

/** `{ ...rest, [name]: list }`, where all of the list at once would hold everybody up. */
export async function packWithList(rest: object, name: string, list: readonly unknown[]): Promise<Buffer> {
  const slices = new Slices(1)
  const pieces: Buffer[] = [Buffer.from(`${JSON.stringify({ ...rest, [name]: [] }).slice(0, -2)}`)]
  for (const [index, item] of list.entries()) {
    if (slices.isDue()) await slices.giveWay()
    pieces.push(Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(item)}`))
  }
  return deflate(Buffer.concat([...pieces, Buffer.from(']}')]), { level: 4 })
}

export const unpackJson = async (bytes: Uint8Array): Promise<unknown> =>
  JSON.parse((await inflate(bytes)).toString('utf8'))

/** The first chunk is all but the cells. */
export async function pack(image: Image): Promise<Buffer[]> {
  const { areas, ...rest } = image
  const outlines = areas.map(({ sheetId, box }) => ({ sheetId, box }))
  const chunks = [await packJson({ ...rest, outlines })]
  for (const [area, { box, rows }] of areas.entries()) {
    const perRow = Math.max(1, box.endColumn - box.startColumn)
    const step = Math.max(1, Math.floor(CELLS_A_CHUNK / perRow))
    for (let from = 0; from < rows.length; from += step) {
      chunks.push(await packJson({ area, from, rows: rows.slice(from, from + step) }))
    }
  }
  return chunks
}

export async function unpack(chunks: readonly Uint8Array[]): Promise<Image> {
  const [head, ...parts] = chunks
  if (!head) throw new Error('an image has no first chunk')
  const { outlines, ...rest } = (await unpackJson(head)) as Omit<Image, 'areas'> & {
    outlines: Pick<AreaImage, 'sheetId' | 'box'>[]
  }
  const areas: AreaImage[] = outlines.map(outline => ({ ...outline, rows: [] }))
  for (const part of parts) {
    const { area, from, rows } = (await unpackJson(part)) as {
      area: number
      from: number
      rows: AreaImage['rows']
    }
    for (const [index, row] of rows.entries()) areas[area]!.rows[from + index] = row
  }
  return { ...rest, areas }
}
