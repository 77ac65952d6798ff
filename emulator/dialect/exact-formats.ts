/**
 * Number patterns that the engine cannot draw (`0.00x`, `[Red]`, conditions, fractions): it is given the
 * nearest it can, and Google's own is kept in the cell's style. Here what is shown comes from Google's,
 * text and colour both.
 */

import { formatColor, format as formatPattern } from 'numfmt'
import { formatAutomatic, STANDARD_TIMES } from './automatic.ts'
import type { CellPosition, Engine, EngineCommand, EvaluatedCell, Getters, Style } from './engine.ts'
import { gidOf } from './ids.ts'

interface KeptFormat {
  pattern?: string
  shownAs?: string
}

interface Evaluating {
  getters: Getters
  positionsToUpdate: CellPosition[]
  evaluator: { computeCell(position: CellPosition): EvaluatedCell }
}

interface Texts {
  getters: Getters
  getCellText(position: CellPosition, options?: { showFormula?: boolean }): string
}

interface Styling {
  getters: Getters
  getComputedStyle(position: CellPosition): Style
}

export function installExactFormats(engine: Engine): void {
  const { coreViewsPluginRegistry, statefulUIPluginRegistry } = engine.registries
  const EvaluationPlugin = coreViewsPluginRegistry.get('evaluation')
  if ('isExact' in EvaluationPlugin) return
  coreViewsPluginRegistry.replace(
    'evaluation',
    class extends EvaluationPlugin {
      static isExact = true
      constructor(config: unknown) {
        super(config)
        const { evaluator, getters } = this as unknown as Evaluating
        const computeCell = evaluator.computeCell.bind(evaluator)
        evaluator.computeCell = position => {
          const computed = computeCell(position)
          const pattern = keptPattern(getters, position) ?? STANDARD_TIMES[computed.format ?? '']
          return linked(exactly(computed, pattern), getters, position)
        }
      }

      /** The engine looks again at a value when its format changes; the exact one is a matter of style. */
      override handle(command: EngineCommand): void {
        super.handle(command)
        if (command.type !== 'UPDATE_CELL' || !('style' in command) || 'format' in command) return
        const { getters, positionsToUpdate } = this as unknown as Evaluating
        const position = { sheetId: command.sheetId, row: command.row, col: command.col } as CellPosition
        const wasExact = 'isExact' in getters.getEvaluatedCell(position)
        if (wasExact || keptPattern(getters, position) !== undefined) positionsToUpdate.push(position)
      }
    },
  )
  drawExactly(engine)
  const methods = statefulUIPluginRegistry.get('cell_computed_style').prototype as unknown as Styling
  const { getComputedStyle } = methods
  methods.getComputedStyle = function (position) {
    const style = getComputedStyle.call(this, position)
    const pattern = keptPattern(this.getters, position)
    const color =
      pattern === undefined ? undefined : colorOf(pattern, this.getters.getEvaluatedCell(position))
    return color === undefined ? style : { ...style, textColor: color }
  }
}

/** A link that is part of a text's look can be followed as one that was typed. */
function linked(cell: EvaluatedCell, getters: Getters, position: CellPosition): EvaluatedCell {
  const look = getters.getCell(position)?.style?.google?.textFormat as { link?: { uri?: string } } | undefined
  const uri = look?.link?.uri
  if (uri === undefined || cell.link !== undefined || cell.type === 'empty') return cell
  const [, gid] = /^#gid=(\d+)/.exec(uri) ?? []
  const sheetId = getters.getSheetIds().find(id => gid !== undefined && gidOf(id) === Number(gid))
  const url = sheetId === undefined ? uri : `o-spreadsheet://${sheetId}`
  const link = { url, label: cell.formattedValue, isExternal: sheetId === undefined, isUrlEditable: false }
  return { ...cell, link }
}

/** What the grid draws is put together once more, from value and format. */
function drawExactly(engine: Engine): void {
  for (const plugin of Object.values(engine.registries.featurePluginRegistry.content)) {
    const methods = plugin.prototype as unknown as Texts
    if (!Object.hasOwn(methods, 'getCellText')) continue
    const { getCellText } = methods
    methods.getCellText = function (position, options) {
      const cell = this.getters.getEvaluatedCell(position)
      return 'isExact' in cell && !options?.showFormula
        ? cell.formattedValue
        : getCellText.call(this, position, options)
    }
  }
}

/** Google's pattern, where the cell's format is still the stand-in for it. */
function keptPattern(getters: Getters, position: CellPosition): string | undefined {
  const cell = getters.getCell(position)
  const kept = cell?.style?.google?.numberFormat as KeptFormat | undefined
  return kept !== undefined && kept.shownAs === (cell?.format ?? '') ? kept.pattern : undefined
}

function exactly(cell: EvaluatedCell, pattern: string | undefined): EvaluatedCell {
  if (cell.type !== 'number' || typeof cell.value !== 'number') return cell
  if (pattern === undefined) return cell.format === undefined ? automatically(cell, cell.value) : cell
  try {
    const formattedValue = formatPattern(pattern, cell.value, { throws: true })
    return { ...cell, formattedValue, isExact: true } as EvaluatedCell
  } catch {
    return cell
  }
}

/** The engine writes very large numbers out, and rounds sooner than Google. */
function automatically(cell: EvaluatedCell, value: number): EvaluatedCell {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return cell
  const formattedValue = formatAutomatic(value)
  return formattedValue === cell.formattedValue
    ? cell
    : ({ ...cell, formattedValue, isExact: true } as EvaluatedCell)
}

function colorOf(pattern: string, { value }: EvaluatedCell): string | undefined {
  if (!pattern.includes('[') || typeof value !== 'number') return undefined
  try {
    const color = formatColor(pattern, value)
    if (typeof color !== 'string') return undefined
    return color.startsWith('#') ? color : COLORS[color.toLowerCase()]
  } catch {
    return undefined
  }
}

const COLORS: Record<string, string> = {
  black: '#000000',
  blue: '#0000FF',
  cyan: '#00FFFF',
  green: '#008000',
  magenta: '#FF00FF',
  red: '#FF0000',
  white: '#FFFFFF',
  yellow: '#FFFF00',
}
