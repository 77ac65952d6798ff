/** How wide and high lines of a sheet are. Hidden ones have no size. */
import type { sheets_v4 } from '@googleapis/sheets'

/** What Google gives columns and rows unless told otherwise. */
export const DEFAULT_COLUMN = 100
export const DEFAULT_ROW = 21

export const lineSizes = (
  metadata: sheets_v4.Schema$DimensionProperties[] | undefined,
  count: number,
  usual: number,
): number[] =>
  Array.from({ length: count }, (_, at) => {
    const { pixelSize, hiddenByUser, hiddenByFilter } = metadata?.[at] ?? {}
    return hiddenByUser || hiddenByFilter ? 0 : (pixelSize ?? usual)
  })
