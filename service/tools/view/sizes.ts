/** How wide and high lines of a sheet are. Hidden ones have no size. */
import type { sheets_v4 } from '@googleapis/sheets'

export const lineSizes = (
  metadata: sheets_v4.Schema$DimensionProperties[] | undefined,
  count: number,
  usual: number,
): number[] =>
  Array.from({ length: count }, (_, at) => {
    const { pixelSize, hiddenByUser, hiddenByFilter } = metadata?.[at] ?? {}
    return hiddenByUser || hiddenByFilter ? 0 : (pixelSize ?? usual)
  })
