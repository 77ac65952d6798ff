/** Words for what is mostly asked of Google's description of a spreadsheet, and masks that begin at a cell. */

const CELL = 'sheets.data.rowData.values.'
const SHORT: Record<string, string> = {
  formats: `${CELL}userEnteredFormat`,
  notes: `${CELL}note`,
  validation: `${CELL}dataValidation`,
  values: `${CELL}userEnteredValue`,
  links: `${CELL}hyperlink`,
  rules: 'sheets.conditionalFormats',
  merges: 'sheets.merges',
  protected: 'sheets.protectedRanges',
  banding: 'sheets.bandedRanges',
  filters: 'sheets.basicFilter',
  charts: 'sheets.charts',
  sizes: 'sheets.data.columnMetadata.pixelSize,sheets.data.rowMetadata.pixelSize',
  names: 'namedRanges',
}
export const SHORT_FIELDS = Object.keys(SHORT)

const OF_CELLS =
  /^(?:userEnteredFormat|effectiveFormat|userEnteredValue|effectiveValue|formattedValue|note|dataValidation|hyperlink|textFormatRuns|pivotTable|chipRuns)\b/
const OF_TABS =
  /^(?:conditionalFormats|merges|protectedRanges|bandedRanges|basicFilter|filterViews|charts|slicers|tables|data|rowGroups|columnGroups)\b/

/** "formats, notes" or "userEnteredFormat.numberFormat" as a mask of spreadsheets.get; a mask stays as it is. */
export function fieldMask(text: string): string {
  return parts(text)
    .map(part => SHORT[part.toLowerCase()] ?? prefixed(part))
    .join(',')
}

function prefixed(part: string): string {
  if (OF_CELLS.test(part)) return CELL + part
  return OF_TABS.test(part) ? `sheets.${part}` : part
}

/** Commas within brackets part nothing. */
function parts(text: string): string[] {
  const found: string[] = []
  let depth = 0
  let part = ''
  for (const character of text) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === ',' && depth === 0) {
      found.push(part)
      part = ''
    } else part += character
  }
  return [...found, part].map(each => each.trim()).filter(each => each !== '')
}
