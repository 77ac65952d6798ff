/**
 * The planner reads English. The sidebar's quick actions and suggestions come in the user's language, so
 * those few phrases, and the signs of calculation in words, are put into English first.
 */
import { placedInEnglish } from './places-in-languages.ts'

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

/**
 * What the sidebar suggests, in English first and then in its other languages; {a} and {b} are columns.
 * The first that fits counts: "in all columns" before "in {a}".
 */
const SUGGESTIONS: [english: string, ...others: string[]][] = [
  [
    'Trim spaces in all columns',
    'Leerzeichen in allen Spalten kürzen',
    'Quitar espacios sobrantes en todas las columnas',
    'Supprimer les espaces inutiles partout',
    'すべての列の余分な空白を取り除く',
  ],
  [
    'Trim spaces in {a}',
    'Leerzeichen in {a} kürzen',
    'Quitar espacios sobrantes en {a}',
    'Supprimer les espaces inutiles dans {a}',
    '{a} の余分な空白を取り除く',
  ],
  [
    'Remove duplicate rows by {a}',
    'Doppelte Zeilen nach {a} entfernen',
    'Quitar filas duplicadas según {a}',
    'Supprimer les lignes en double selon {a}',
    '{a} が重複する行を削除',
  ],
  [
    'Remove duplicate rows',
    'Doppelte Zeilen entfernen',
    'Quitar filas duplicadas',
    'Supprimer les lignes en double',
    '重複する行を削除',
  ],
  [
    'Make {a} title case',
    'In {a} jedes Wort großschreiben',
    'Poner en mayúscula cada palabra de {a}',
    'Mettre une majuscule à chaque mot de {a}',
    '{a} の単語の先頭を大文字にする',
  ],
  [
    'Add a column Total that is {a} times {b}',
    'Spalte Summe hinzufügen: {a} mal {b}',
    'Añadir una columna Total: {a} por {b}',
    'Ajouter une colonne Total : {a} fois {b}',
    '{a} × {b} の合計列を追加',
  ],
  [
    'Add a column with the domain of each {a}',
    'Spalte mit der Domain zu jedem Wert in {a} hinzufügen',
    'Añadir una columna con el dominio de cada {a}',
    'Ajouter une colonne avec le domaine de chaque {a}',
    '{a} のドメインの列を追加',
  ],
  [
    'Sum of {a} by {b} in a new table',
    'Summe von {a} nach {b} in einer neuen Tabelle',
    'Suma de {a} por {b} en una tabla nueva',
    'Somme de {a} par {b} dans un nouveau tableau',
    '{b} ごとの {a} の合計を新しい表に',
  ],
  [
    'Count rows by {a} in a new table',
    'Zeilen nach {a} in einer neuen Tabelle zählen',
    'Contar filas por {a} en una tabla nueva',
    'Compter les lignes par {a} dans un nouveau tableau',
    '{a} ごとの行数を新しい表に',
  ],
  ['Average of {a}', 'Durchschnitt von {a}', 'Media de {a}', 'Moyenne de {a}', '{a} の平均'],
  [
    'Describe this sheet',
    'Diese Tabelle beschreiben',
    'Describir esta hoja',
    'Décrire cette feuille',
    'このシートを説明',
  ],
  [
    'Format {a} as currency',
    '{a} als Währung formatieren',
    'Dar formato de moneda a {a}',
    'Mettre {a} au format monétaire',
    '{a} を通貨の書式にする',
  ],
  [
    'Format {a} as date',
    '{a} als Datum formatieren',
    'Dar formato de fecha a {a}',
    'Mettre {a} au format date',
    '{a} を日付の書式にする',
  ],
  [
    'Freeze and bold the header row',
    'Kopfzeile fixieren und fett setzen',
    'Inmovilizar la fila de títulos y ponerla en negrita',
    'Figer la ligne d’en-tête et la mettre en gras',
    '見出し行を固定して太字にする',
  ],
  [
    'Sort by {a}, largest first',
    'Nach {a} sortieren, größte zuerst',
    'Ordenar por {a}, de mayor a menor',
    'Trier par {a}, du plus grand au plus petit',
    '{a} の大きい順に並べ替え',
  ],
]

const PATTERNS = SUGGESTIONS.flatMap(([english, ...others]) =>
  others.map(other => ({
    english,
    pattern: new RegExp(`^${other.replaceAll(/\{(\w)\}/g, '(?<$1>.+?)')}$`, 'i'),
  })),
)

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
  const lower = text.toLowerCase()
  // Not every name is a prompt: objects also have a "__proto__".
  if (Object.hasOwn(PROMPTS, lower)) return PROMPTS[lower]!
  for (const { english, pattern } of PATTERNS) {
    const columns = pattern.exec(text)
    if (columns) return english.replaceAll(/\{(\w)\}/g, (_, name: string) => columns.groups?.[name] ?? '')
  }
  const placed = placedInEnglish(text, { calculation, wish: inEnglish })
  if (placed !== null) return placed
  return NEW_COLUMN.test(text) ? `Add a column that is ${calculation(text.replace(NEW_COLUMN, ''))}` : prompt
}

const calculation = (words: string): string =>
  OPERATORS.reduce((rest, [word, sign]) => rest.replace(word, sign), words)
