/**
 * What a formula spills into cells below and beside it, in an Excel file: the engine's writer leaves these
 * cells empty, and a program that does not compute would show nothing there.
 */
import type { CellPosition, EvaluatedCell, Model } from '../dialect/engine.ts'
import { engine } from '../sheets/workbook/engine.ts'

interface ExcelSheet {
  id: string
  cells: Record<string, string | undefined>
  /** Cell → number of its format. */
  formats: Record<string, number>
}

interface ExcelData {
  sheets: ExcelSheet[]
  formats: Record<number, string>
}

/** The engine's part that writes values. */
interface Evaluation {
  evaluator: { getEvaluatedPositions(): Iterable<CellPosition> }
  exportForExcel(data: ExcelData): void
}

const TEXT_FORMAT = '@'

/** From now on the model's Excel files hold them. */
export function writeSpilledValues(model: Model): void {
  const { getters } = model
  const { handlers } = model as unknown as { handlers: object[] }
  const part = handlers.find(handler => 'evaluator' in handler && 'exportForExcel' in handler) as
    | Evaluation
    | undefined
  if (part === undefined) throw new Error('The engine writes values into Excel files elsewhere.')
  const write = part.exportForExcel.bind(part)
  part.exportForExcel = data => {
    write(data)
    const sheets = new Map(data.sheets.map(sheet => [sheet.id, sheet]))
    for (const place of part.evaluator.getEvaluatedPositions()) {
      const sheet = sheets.get(place.sheetId)
      const name = engine.helpers.toXC(place.col, place.row)
      if (!sheet || sheet.cells[name] || getters.getArrayFormulaSpreadingOn(place) === undefined) continue
      put(data, sheet, name, getters.getEvaluatedCell(place))
    }
  }
}

function put(data: ExcelData, sheet: ExcelSheet, name: string, { value, format }: EvaluatedCell): void {
  const content = typeof value === 'boolean' ? String(value).toUpperCase() : String(value ?? '')
  // Taken for a formula, whatever its format.
  if (content === '' || content.startsWith('=')) return
  sheet.cells[name] = content
  const isReadAsOther = typeof value === 'string' && engine.helpers.isNumber(content, engine.DEFAULT_LOCALE)
  const shown = isReadAsOther ? TEXT_FORMAT : format
  if (shown !== undefined) sheet.formats[name] ??= idOf(shown, data.formats)
}

function idOf(format: string, formats: Record<number, string>): number {
  const known = Object.entries(formats).find(([, own]) => own === format)
  if (known) return Number(known[0])
  const id = Math.max(0, ...Object.keys(formats).map(Number)) + 1
  formats[id] = format
  return id
}
