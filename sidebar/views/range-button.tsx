/** A range that a click selects in the sheet. */
import type { Place } from '../conversation/place.ts'
import type { App } from '../state/app.ts'
import { rangeKey } from '../state/sheet.ts'
import { t } from '../words/texts.ts'
import { placeWords } from '../words/tool-words.ts'

export function RangeButton({ app, place, isShort = false }: { app: App; place: Place; isShort?: boolean }) {
  const { sheetName, range } = place
  const isSelecting = app.selecting.value === rangeKey(sheetName, range)
  const label = t('tool.select', { range: placeWords(place) })
  return (
    <button
      type="button"
      class={isSelecting ? 'range selecting' : 'range'}
      title={label}
      aria-label={label}
      onClick={() => void app.selectRange(sheetName, range)}
    >
      {sheetName === null || isShort ? null : <span class="range-tab">{sheetName}</span>}
      <span class="range-cells">{sheetName === null || isShort ? range : `!${range}`}</span>
    </button>
  )
}
