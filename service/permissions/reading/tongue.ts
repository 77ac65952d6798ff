/**
 * Which languages a message is in, by the small words that only one of them has. A verb counts only in a
 * language of the message: "del" is no "delete" in Spanish, "bin" none in German, "une" joins nothing in
 * French. A message without small words may be in any of them.
 */

const SMALL: RegExp[] = [
  // English
  /(?<![\p{L}'])(?:the|and|of|to|is|are|with|where|that|this|these|those|for|my|which|by|from|on|it|at|have|has|not|please|if|each|every|into|rows?|columns?|sheet|should|would|you|who|whose|than|only|please|don'?t|i|we|our|your|there|what)(?![\p{L}'])/giu,
  // German
  /(?<![\p{L}'])(?:der|die|das|und|den|dem|mit|ist|sind|nicht|für|auf|von|ein|eine|einen|einem|zu|im|ich|wir|bitte|nur|aus|bei|wenn|spalten?|zeilen?|nach|wie|alle|mir|mal|sie|es|zum|zur|vom|kein|keine|meine?n?|dass|oder|wo|blatt|tabelle)(?![\p{L}'])/giu,
  // French
  /(?<![\p{L}'])(?:le|les|des|une|du|et|est|sont|avec|pour|dans|sur|au|aux|qui|où|ne|pas|ce|cette|ces|mon|ma|mes|tous|toutes|par|je|tu|vous|il|colonnes?|lignes?|feuille|onglet|s'il|moi|sans|chaque)(?![\p{L}'])|(?<!\p{L})(?:l|d|qu|c|n|j|m|s)'(?=\p{L})/giu,
  // Spanish
  /(?<![\p{L}'])(?:el|los|las|del|y|con|para|por|una|al|es|son|sin|donde|todas|todos|su|sus|esta|este|columnas?|filas?|hoja|cada|se|lo|favor|mi|mis|más|cuando|cuyo|cuya)(?![\p{L}'])/giu,
]

/** A name or a word of another language among many does not make the message one of it. */
const SHARE = 3

/** For each vocabulary, in the order of patterns.ts: whether the message may be in it. Japanese always may. */
export function tonguesOf(message: string): boolean[] {
  const counts = SMALL.map(small => message.match(small)?.length ?? 0)
  const most = Math.max(...counts)
  return [...counts.map(count => count * SHARE >= most), true]
}
