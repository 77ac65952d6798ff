/**
 * Conditional formats of several ranges. Google reads the references of a rule's formula from the first
 * range on; the engine starts afresh in each range, so that a pasted row asked about another row.
 */
import type { ConditionalFormatRule, Engine, Getters, Zone } from './engine.ts'

interface RuleEvaluation {
  getters: Getters
  getComputedStyles(sheetId: string): unknown
}

export function installAnchoredRules(engine: Engine): void {
  const registry = engine.registries.coreViewsPluginRegistry
  const methods = registry.get('evaluation_cf').prototype as RuleEvaluation & { isAnchored?: true }
  if (methods.isAnchored) return
  methods.isAnchored = true
  const { getComputedStyles } = methods
  methods.getComputedStyles = function (sheetId) {
    const { getters } = this
    this.getters = {
      ...getters,
      getConditionalFormats: id =>
        getters.getConditionalFormats(id).flatMap(rule => apart(engine, getters, id, rule)),
    }
    try {
      return getComputedStyles.call(this, sheetId)
    } finally {
      this.getters = getters
    }
  }
}

/** One rule for each range, each with the formula as its own first cell reads it. */
function apart(
  engine: Engine,
  getters: Getters,
  sheetId: string,
  format: ConditionalFormatRule,
): ConditionalFormatRule[] {
  const values = format.rule.values
  const isFormula = (value: unknown): value is string => typeof value === 'string' && value.startsWith('=')
  if (format.ranges.length < 2 || !Array.isArray(values) || !values.some(isFormula)) return [format]
  const zones = format.ranges.map(xc => getters.getRangeFromSheetXC(sheetId, xc).zone)
  const [first] = zones as [Zone, ...Zone[]]
  return format.ranges.map((xc, i) => {
    const { left, top } = zones[i] ?? first
    const moved = values.map(value => {
      if (!isFormula(value)) return value as string
      const compiled = engine.CompiledFormula.Compile(value, sheetId, getters)
      if (compiled.isBadExpression) return value
      return getters.getTranslatedCellFormula(sheetId, left - first.left, top - first.top, compiled)
    })
    return { ...format, ranges: [xc], rule: { ...format.rule, values: moved } }
  })
}
