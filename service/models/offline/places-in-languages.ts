/** The sidebar's prompts about a selection, in its other languages: put into English with their place. */
import { parseRange } from '../../sheets/a1.ts'

/** In English first; {place} is a range or a tab in words, {wish} what the person wrote. */
const PROMPTS: [english: string, ...others: string[]][] = [
  [
    'Clean up {place}: trim spaces, remove duplicate rows and make the formats consistent',
    'Räume in {place} auf: Leerzeichen kürzen, doppelte Zeilen entfernen, Formate vereinheitlichen',
    'Limpia {place}: quita espacios sobrantes y filas duplicadas, unifica los formatos',
    'Nettoie {place} : supprime les espaces inutiles et les lignes en double, uniformise les formats',
    '{place} を整えてください。余分な空白と重複行を取り除き、書式をそろえてください',
  ],
  [
    'Fill {place} with a formula: {wish}',
    'Fülle {place} mit einer Formel: {wish}',
    'Rellena {place} con una fórmula: {wish}',
    'Remplis {place} par une formule : {wish}',
    '{place} を数式で埋めてください：{wish}',
  ],
  [
    'Summarise {place}. Answer here and leave the sheet as it is',
    'Fasse die Daten in {place} zusammen. Antworte hier und lass die Tabelle, wie sie ist',
    'Resume {place}. Responde aquí y deja la hoja como está',
    'Résume {place}. Réponds ici et laisse la feuille telle quelle',
    '{place} を要約してください。ここで答え、シートは変えないでください',
  ],
  [
    'Explain the formula in {place}, step by step. Leave the sheet as it is',
    'Erkläre die Formel in {place} Schritt für Schritt. Lass die Tabelle, wie sie ist',
    'Explica paso a paso la fórmula en {place}. Deja la hoja como está',
    'Explique pas à pas la formule dans {place}. Laisse la feuille telle quelle',
    '{place} の数式を順を追って説明してください。シートは変えないでください',
  ],
  [
    'Fix the formula errors in {place}',
    'Finde die Formelfehler in {place}, nenne ihre Ursache und behebe sie',
    'Encuentra los errores de fórmula en {place}, di su causa y corrígelos',
    'Trouve les erreurs de formule dans {place}, dis leur cause et corrige-les',
    '{place} の数式エラーを探し、原因を述べて直してください',
  ],
  [
    'In {place}: {wish}',
    'In {place}: {wish}',
    'En {place}: {wish}',
    'Dans {place} : {wish}',
    '{place} で：{wish}',
    'Zu {place}: {wish}',
    'Sobre {place}: {wish}',
    'À propos de {place} : {wish}',
    '{place} について：{wish}',
  ],
]

const PATTERNS = PROMPTS.flatMap(([english, ...others]) =>
  others.map(other => ({ english, pattern: new RegExp(`^${asPattern(other)}$`, 'isu') })),
)

function asPattern(prompt: string): string {
  return (
    prompt
      .replaceAll(/[.?*+()[\]|]/g, '\\$&')
      .replaceAll(' :', '\\s?:')
      // A range holds colons too, but none before a space.
      .replaceAll(': ', ':\\s+')
      .replace('：', '\\s?(?::\\s|：)\\s*')
      .replaceAll(' ', '\\s*')
      .replace('{place}', '(?<place>\\S.*?)')
      .replace('{wish}', '(?<wish>\\S.*)')
  )
}

/** "dem Tab „Leads“" */
const TAB_IN_WORDS = /^(?:dem Tab|la pestaña|l['’]onglet|シート)\s*[„«「"]\s*(.+?)\s*[“”»」"]$/i

function placeIn(words: string): string | null {
  const tab = TAB_IN_WORDS.exec(words)?.[1]
  if (tab !== undefined) return `the tab "${tab}"`
  return parseRange(words) || /^[\p{L}\p{N}_]+$/u.test(words) ? words : null
}

const LONGEST = 500

interface Translate {
  calculation(words: string): string
  wish(words: string): string
}

/** Null where the prompt is none of them. */
export function placedInEnglish(prompt: string, translate: Translate): string | null {
  if (prompt.length > LONGEST) return null
  for (const { english, pattern } of PATTERNS) {
    const groups = pattern.exec(prompt)?.groups
    const place = groups && placeIn(groups.place!)
    const translated = english.startsWith('Fill') ? translate.calculation : translate.wish
    if (place)
      return english.replace('{place}', () => place).replace('{wish}', () => translated(groups.wish ?? ''))
  }
  return null
}
