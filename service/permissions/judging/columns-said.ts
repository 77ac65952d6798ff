/**
 * The columns and rows that a sentence of the person's names, where they are now. A letter or a number means
 * what stood there when the turn began: what the turn has put in or taken out since moves it on. A header
 * that the turn itself has written names nothing.
 */
import { endsOf, headersNamed, lettersIn } from '../reading/names.ts'
import { type Case, isOwnCell, type Shift } from './case.ts'

/** Named, and not to be told any more where it is. */
const SOMEWHERE = -1

export async function columnsSaid(sentence: string, sheetId: number, matter: Case): Promise<Set<number>> {
  const { texts, row } = await matter.book.headerRow(sheetId)
  const named = headersNamed(sentence, texts)
  const isOwn = (column: number) => isOwnCell(matter.own, sheetId, row, column)
  return new Set([
    ...[...lettersIn(sentence)].flatMap(letter => placesNow(letter, sheetId, 'COLUMNS', matter)),
    ...[...named, ...(named.size > 0 ? endsOf(sentence, texts) : [])].map(column =>
      isOwn(column) ? SOMEWHERE : column,
    ),
  ])
}

/** "Insert two rows, then delete rows 6 to 7": the message may count those in that it asks for itself. */
const BRINGS_LINES =
  /(?:insert|add|put in|füge?|einfüg|insère|insér|ajout|inserta|añad|agreg)\p{L}*(?![^.;!?]{0,60}(?:into|in) (?:row|column))[^.;!?]{0,60}(?:rows?|columns?|lines?|zeilen?|spalten?|lignes?|colonnes?|filas?|columnas?)(?!\p{L})|(?:行|列)[^。]{0,12}(?:挿入|追加)/iu

const countsItsOwn = ({ reading }: Case): boolean =>
  reading.doing.some(({ heard }) => BRINGS_LINES.test(heard))

/** Where the line may be now that had this index when the turn began. */
export function placesNow(
  index: number,
  sheetId: number,
  dimension: Shift['dimension'],
  matter: Case,
): number[] {
  const now = nowAt(index, sheetId, dimension, matter)
  return countsItsOwn(matter) ? [now, index] : [now]
}

/** Where the line is now that had this index when the turn began. */
function nowAt(index: number, sheetId: number, dimension: Shift['dimension'], { own }: Case): number {
  let at = index
  for (const shift of own.shifts) {
    if (shift.sheetId !== sheetId || shift.dimension !== dimension || at === SOMEWHERE) continue
    at = after(at, shift)
  }
  return at
}

function after(at: number, { start, count }: Shift): number {
  if (count === 0) return SOMEWHERE
  if (at < start) return at
  if (count < 0 && at < start - count) return SOMEWHERE
  return at + count
}
