/**
 * Cuts a message into sentences. What stands in quotes is a name or a text to write, and an address is an
 * address: neither is heard as words. Covered characters keep their places, so that both texts line up.
 */

export interface Sentence {
  /** As written. */
  raw: string
  /** The same with quotes, addresses and names covered. */
  heard: string
}

/** Stands for each character of what is not heard as words. */
export const COVER = '\uE000'
const QUOTED =
  /"[^"\n]{0,400}"|“[^”\n]{0,400}”|„[^“”\n]{0,400}[“”]|«[^»\n]{0,400}»|`[^`\n]{0,400}`|「[^」\n]{0,400}」|『[^』\n]{0,400}』|‘[^’\n]{0,400}’|(?<![\p{L}\p{N}])'[^'\n]{1,200}'(?![\p{L}\p{N}])/gu
const ADDRESS = /https?:\/\/[^\s"'“”「」、。]+/giu
/** What follows is a name, whatever word it is: "the column Instructions", "a tab called Skills". */
const NAMED =
  /(?<=(?<![\p{L}])(?:columns?|header|field|called|named|titled|spalten?|kopf|namens|colonnes?|appelée?s?|nommée?s?|columnas?|llamad[oa]s?) (?:(?:called|named|titled|with the (?:header|name|title)|namens|mit dem namen|appelée?|nommée?|llamad[oa]) )?)[\p{Lu}][\p{L}\p{N}_-]*|(?<=[\p{Ll}\p{N},] )[\p{Lu}][\p{L}\p{N}_-]*(?= (?:columns?|cols?|field|tab|sheet|spalte)(?![\p{L}]))/gu

/** What is to be written, or to be the name: "a note that says we will delete it", "rename it to Delete me". */
const TO_WRITE =
  /(?<=(?<![\p{L}])(?:add|write|put|type|enter|insert|note|leave|create|make|append|schreib\p{L}*|notier\p{L}*|füge?|trag\p{L}*|écri\p{L}*|ajoute\p{L}*|note[rz]?|escrib\p{L}*|añad\p{L}*|anot\p{L}*)(?![\p{L}])[^.;:!?\n]{1,60}(?:(?<![\p{L}])(?:that says|which says|that reads|saying|reading|with the text|with the words|der sagt|die sagt|mit dem text|qui dit|disant|avec le texte|que dice|que diga|con el texto)(?![\p{L}])\s*:?|:)\s)[^.;!?\n]+|(?<=(?<![\p{L}])renam(?:e|ing) [^.;:!?\n]{1,80} (?:to|as|into) )[^.;:,!?\n]+?(?=$|[.;:,!?\n]| (?:and|then) )/gimu

const cover = (text: string, pattern: RegExp): string =>
  text.replace(pattern, found => COVER.repeat(found.length))

/** Also where the space after a full stop was forgotten: "30,000 rows.Delete row if …". */
const END = /[.!?]+(?=\s|$)|(?<=\p{Ll}{3})[.!?](?=\p{Lu}\p{Ll}*\s)|[。！？]+|\n+|;\s/gu
const MOST_CHARACTERS = 32_000

export function sentencesOf(message: string): Sentence[] {
  const text = message.slice(0, MOST_CHARACTERS).normalize('NFC').replaceAll('’', "'")
  const heard = [ADDRESS, QUOTED, NAMED, TO_WRITE].reduce(cover, text)
  const sentences: Sentence[] = []
  let from = 0
  const push = (to: number) => {
    if (heard.slice(from, to).trim() !== '') {
      sentences.push({ raw: text.slice(from, to), heard: heard.slice(from, to) })
    }
    from = to
  }
  for (const end of heard.matchAll(END)) push(end.index + end[0].length)
  push(heard.length)
  return sentences
}
