/** What the engine's reader passes over in a file's validations: the hint beside a cell, a list without an arrow. */
import { parseXml } from '../xml.ts'

export interface HintedSheet {
  dataValidationRules?: { criterion: { displayStyle?: string }; google?: object }[]
}

/** `sheet`: as it was given to the engine's reader, which takes every validation of it, in their order. */
export function layHints({ dataValidationRules: rules = [] }: HintedSheet, sheet: string): void {
  const given = sheet.match(/<dataValidation\b[^>]*>/g) ?? []
  if (given.length !== rules.length) return
  for (const [i, tag] of given.entries()) {
    const element = parseXml(`${tag}</dataValidation>`).querySelector('dataValidation')
    const rule = rules[i]
    if (element === null || rule === undefined) continue
    const inputMessage = element.getAttribute('prompt')
    if (inputMessage) rule.google = { inputMessage }
    const hidesArrow = ['1', 'true'].includes(element.getAttribute('showDropDown') ?? '')
    if (hidesArrow && rule.criterion.displayStyle) rule.criterion.displayStyle = 'plainText'
  }
}
