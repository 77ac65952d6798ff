/** Google's names of conditions → the engine's, as rules for formats and rules for input both have them. */
export const CONDITIONS: Readonly<Record<string, string>> = {
  NUMBER_GREATER: 'isGreaterThan',
  NUMBER_GREATER_THAN_EQ: 'isGreaterOrEqualTo',
  NUMBER_LESS: 'isLessThan',
  NUMBER_LESS_THAN_EQ: 'isLessOrEqualTo',
  NUMBER_EQ: 'isEqual',
  NUMBER_NOT_EQ: 'isNotEqual',
  NUMBER_BETWEEN: 'isBetween',
  NUMBER_NOT_BETWEEN: 'isNotBetween',
  TEXT_CONTAINS: 'containsText',
  TEXT_NOT_CONTAINS: 'notContainsText',
  DATE_EQ: 'dateIs',
  DATE_BEFORE: 'dateIsBefore',
  DATE_AFTER: 'dateIsAfter',
  CUSTOM_FORMULA: 'customFormula',
}
