/**
 * Batches that must not be made twice. Each carries a mark, a piece of developer metadata whose id is drawn
 * from the call that makes it: Google applies a batch as a whole and knows each id once, so a second
 * application is refused, whoever sends it and however late. The mark also answers, after an unclear end,
 * whether the batch was applied. Batches that come to the same when made twice need none.
 */
import { createHash } from 'node:crypto'
import type { sheets_v4 } from '@googleapis/sheets'

type Request = sheets_v4.Schema$Request

/** The name under which marks are found again and cleared away. */
export const MARK_KEY = 'rowhand.write'

/** Sets something to a value that does not depend on what was there. */
const REPEATABLE = new Set<keyof Request>([
  'repeatCell',
  'updateCells',
  'updateSheetProperties',
  'updateSpreadsheetProperties',
  'updateDimensionProperties',
  'autoResizeDimensions',
  'updateBorders',
  'setDataValidation',
  'setBasicFilter',
  'clearBasicFilter',
  'unmergeCells',
  'sortRange',
  'updateNamedRange',
  'updateProtectedRange',
  'updateChartSpec',
  'updateBanding',
  'updateEmbeddedObjectPosition',
])

const kindOf = (request: Request) => Object.keys(request)[0] as keyof Request

export const isRepeatable = (requests: readonly Request[]): boolean =>
  requests.every(request => REPEATABLE.has(kindOf(request)))

/** Made already, but what only its answer told is lost: an id that Google chose, or a count. */
export const needsItsAnswer = (requests: readonly Request[]): boolean =>
  requests.some(request => {
    const { addSheet, duplicateSheet, addChart, addNamedRange } = request
    if (addSheet) return addSheet.properties?.sheetId == null
    if (duplicateSheet) return duplicateSheet.newSheetId == null
    if (addChart) return addChart.chart?.chartId == null
    if (addNamedRange) return addNamedRange.namedRange?.namedRangeId == null
    return !!(request.deleteDuplicates ?? request.findReplace ?? request.trimWhitespace)
  })

export interface Mark {
  /** Of the metadata: a positive number of 31 bits. */
  id: number
  /** Whose marks are cleared away together. */
  owner: string
}

export function markOf(key: string, owner: string, requests: readonly Request[]): Mark {
  const digest = createHash('sha256')
    .update(`${key}:${JSON.stringify(requests)}`)
    .digest()
  return { id: digest.readUInt32BE(0) & 0x7fffffff || 1, owner }
}

/** The mark comes last, so that replies keep their places. */
export const withMark = (requests: readonly Request[], { id, owner }: Mark): Request[] => [
  ...requests,
  {
    createDeveloperMetadata: {
      developerMetadata: {
        metadataId: id,
        metadataKey: MARK_KEY,
        metadataValue: owner,
        location: { spreadsheet: true },
        visibility: 'PROJECT',
      },
    },
  },
]

export const clearMarks = (owner: string): Request => ({
  deleteDeveloperMetadata: {
    dataFilter: { developerMetadataLookup: { metadataKey: MARK_KEY, metadataValue: owner } },
  },
})
