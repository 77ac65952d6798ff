/** What the menu's quick actions say in several clauses that belong together, and what is mere assurance. */

/** "Summarise Leads!A1:C20. Answer here and leave the sheet as it is." */
export const LEAVE = /^(?:answer here and )?leave the sheet as it is$/i

const FIND_AND_FIX =
  /^(?:find|look for)\s+(?:the\s+|all\s+)*((?:formula\s+)?errors\s+in\s+\S.*?),\s*(?:(?:say|tell me|explain)\s+(?:what causes them|their causes?),?\s*)?(?:and\s+)?fix them(\s+with\s+\S.*?)?[.\s]*$/i

/** "Find the formula errors in C2:C9, say what causes them, and fix them." is one wish. */
export function asOneWish(prompt: string): string {
  const fix = prompt.length > MOST_CHARACTERS ? null : FIND_AND_FIX.exec(prompt)
  return fix ? `Fix the ${fix[1]!}${fix[2] ?? ''}` : prompt
}

const MOST_CHARACTERS = 300
