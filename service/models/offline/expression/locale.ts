/** Formulas as a spreadsheet's language wants them. */
import { usesDecimalComma } from '../../../sheets/formula/check.ts'

/** Where the decimal sign is a comma, Google wants semicolons between arguments. Text in quotes stays. */
export function localised(formula: string, locale: string): string {
  if (!usesDecimalComma(locale)) return formula
  return formula
    .split(/("[^"]*"|'[^']*')/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll(',', ';').replaceAll(/(\d)\.(\d)/g, '$1,$2'),
    )
    .join('')
}
