/**
 * The planner reads English. The sidebar's quick actions come in the user's language, so those few
 * phrases, and the signs of calculation in words, are put into English first.
 */

/** Whole prompts, without their full stop. */
const PROMPTS: Record<string, string> = {
  'alle zellen kürzen und doppelte zeilen entfernen': 'Trim all cells and remove duplicate rows',
  'quita los espacios sobrantes de todas las celdas y las filas duplicadas':
    'Trim all cells and remove duplicate rows',
  'supprime les espaces inutiles de toutes les cellules et les lignes en double':
    'Trim all cells and remove duplicate rows',
  すべてのセルの余分な空白と重複行を取り除いてください: 'Trim all cells and remove duplicate rows',
  'beschreibe diese tabelle': 'Describe this sheet',
  'describe esta hoja': 'Describe this sheet',
  'décris cette feuille': 'Describe this sheet',
  このシートを説明してください: 'Describe this sheet',
}

/** Beginnings that ask for a column; what follows is the calculation. */
const NEW_COLUMN =
  /^(?:füge eine spalte hinzu|añade una columna|ajoute une colonne|列を追加してください)\s*[:：]\s*/i

const OPERATORS: [RegExp, string][] = [
  [/\s+(?:mal|multipliziert mit|fois|multiplié par|por|multiplicado por)\s+/gi, ' times '],
  [/\s+(?:geteilt durch|divisé par|dividido (?:por|entre))\s+/gi, ' divided by '],
  [/\s+(?:moins|menos)\s+/gi, ' minus '],
  [/\s+más\s+/gi, ' plus '],
]

export function inEnglish(prompt: string): string {
  const text = prompt.trim().replace(/[.。!]+$/, '')
  const known = PROMPTS[text.toLowerCase()]
  if (known !== undefined) return known
  if (!NEW_COLUMN.test(text)) return prompt
  const calculation = text.replace(NEW_COLUMN, '')
  const english = OPERATORS.reduce((rest, [word, sign]) => rest.replace(word, sign), calculation)
  return `Add a column that is ${english}`
}
