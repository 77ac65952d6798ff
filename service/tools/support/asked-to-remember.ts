/**
 * Whether the user's own message asks for a skill to be kept. A skill steers the later turns of everyone
 * in the space, so neither a cell nor a page may bring one about: only these words do. The languages
 * are those of the sidebar. It reads nothing but the message.
 */

/** Alone enough: nobody says these of the sheet before them. */
const FOR_LATER = anyOf(
  'from now on|in future|in the future|next time|remember|memori[sz]e|do(?:n.t| not) forget',
  'ab jetzt|ab sofort|von nun an|künftig|zukünftig|in zukunft|nächstes mal|merk',
  'désormais|dorénavant|à partir de maintenant|à l.avenir|la prochaine fois|souviens|rappelle-toi|retiens|retenez|mémoris|n.oublie',
  'a partir de ahora|de ahora en adelante|en adelante|la próxima vez|recuerda|recuerde|acuérdate|memoriza|no olvides',
  '今後は|これからは|次回から|次から|覚えて|記憶して|忘れないで',
)

const KEEP = anyOf(
  'save|store|keep|create|make|add|write|record|note|learn|turn|update|change|replace',
  'speicher|erstell|leg|anleg|behalt|schreib|notier|lern|mach|füg|hinzufüg|ersetz|aktualisier|änder',
  'enregistr|sauvegard|gard|conserv|cré|ajout|écri|not|appren|met|remplac|modifi|fai',
  'guard|cre|añad|agreg|escrib|anot|conserv|aprend|haz|actualiz|reemplaz|cambi',
  '保存|作成|作って|作る|登録|追加|記録|残して|学習|更新|変更|置き換え',
)

const KEPT = anyOf(
  'skill|instruction|rule|guideline|procedure|how to|how-to',
  'fähigkeit|anweisung|anleitung|regel|richtlinie|vorgehen',
  'compétence|consigne|règle|procédure|marche à suivre|comment faire',
  'habilidad|instrucci|regla|procedimiento|cómo hacer',
  'スキル|指示|ルール|手順|やり方|決まり',
)

/** Beginnings of words; scripts without spaces have none to look for. */
function anyOf(...languages: string[]): RegExp {
  const spaced = languages.slice(0, -1).join('|')
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${spaced})|${languages.at(-1)}`, 'iu')
}

export const isAskedToRemember = (prompt: string): boolean =>
  FOR_LATER.test(prompt) ||
  prompt.split(/[.!?]\s|[。！？\n]/).some(sentence => KEEP.test(sentence) && KEPT.test(sentence))

/** "Monthly Report!" and "monthly-report" are one name. */
export const toWords = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** `name` as `toWords` gives it. */
export function isNamedIn(prompt: string, name: string): boolean {
  const words = toWords(prompt)
  return UNSPACED.test(name) ? words.includes(name) : `-${words}-`.includes(`-${name}-`)
}
