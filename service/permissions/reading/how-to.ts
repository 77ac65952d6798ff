/**
 * "How can I delete the rows where …": the agent does it in the sheet and then says how, so such a question
 * asks for it like the plain words would. Only where it says which cells: "how do I delete rows?" is about
 * rows as such. Tabs, charts and what reaches out stay questions.
 */
import type { Act, Thing } from '../words/words.ts'

const HOW =
  /(?<![\p{L}])(?:how (?:can|could|do|would|should|might|may|to)(?![\p{L}])|is there (?:a|any|some)(?: \p{L}+){0,2} (?:way|method|formula|macro|script|function)|(?:kann|könnte) (?:ich|man)(?![\p{L}])|wie (?:kann|könnte|könnten|können|lösche|entferne|leere|ersetze|lässt|lassen|filtere|blende|soll)(?![\p{L}])|gibt es (?:eine|einen|ein)(?: \p{L}+)? (?:möglichkeit|weg|formel|makro)|comment (?:puis|je|peut|pourrais|faire|supprimer|effacer|retirer|remplacer|vider|enlever|filtrer|masquer)(?![\p{L}])|y a-t-il (?:un|une)(?: \p{L}+)? (?:moyen|façon|formule|macro)|cómo (?:puedo|podría|se|hago|elimino|borro|quito|reemplazo|eliminar|borrar|quitar|reemplazar|vaciar|filtrar|ocultar)(?![\p{L}])|hay (?:alguna?|una?)(?: \p{L}+)? (?:manera|forma|fórmula|macro))|どうすれば|どうしたら|どうやって/iu

/** "Show me how", "explain how": to be told is what is wanted. */
const TOLD =
  /(?<![\p{L}])(?:show|tell|teach|explain|describe|erklär\p{L}*|zeig\p{L}*|sag\p{L}*|explique\p{L}*|montre\p{L}*|dis|explica\p{L}*|enséñ\p{L}*|muestra\p{L}*|dime)(?![\p{L}])|教えて|説明/iu

/** What says which of the cells are meant: a condition, a column, a name. */
const WHICH =
  /(?<![\p{L}])(?:where|whose|if|when|that (?:are|have|has|contain|start|end|do|match|hold)|which (?:are|have|contain|start)|with|without|starting|ending|containing|contain|based on|column|columns|duplicate[ds]?|empty|blank|wenn|deren|dessen|bei denen|die mit|mit|ohne|spalte|spalten|doppelte[nr]?|leere[nr]?|si|dont|où|avec|sans|qui (?:sont|ont|contiennent|commencent)|colonne|doublons?|vides?|cuy[oa]s?|donde|con|sin|que (?:están|tienen|contienen|empiezan)|columna|duplicad[oa]s?|vací[oa]s?)(?![\p{L}])|場合|とき|含む|始まる|終わる|空の|空白|重複|列の|\uE000/iu

const ACTS: ReadonlySet<Act> = new Set(['delete', 'keep', 'clear', 'change', 'put', 'hide', 'filter', 'move'])
const THINGS: ReadonlySet<Thing> = new Set(['rows', 'columns', 'cells', 'text'])

/** Whether a verb within a question is what the question asks how to do. */
export function isAskedHow(
  heard: string,
  { act, start, end }: { act: Act; start: number; end: number },
  thing: Thing | null,
): boolean {
  if (!ACTS.has(act) || (thing !== null && !THINGS.has(thing))) return false
  const isSpaced = !/[\u3040-\u30ff]/u.test(heard)
  const how = HOW.exec(heard)
  if (!how || TOLD.test(heard)) return false
  if (isSpaced && how.index >= end) return false
  return WHICH.test(isSpaced ? heard.slice(end) : heard.slice(0, start))
}
