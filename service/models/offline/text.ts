/** Words of people: quotes, plurals, typing errors, polite phrases. Knows nothing of spreadsheets. */

const POLITE_START =
  /^(?:(?:please|kindly|hey|hi|hello|ok|okay|so|now|then|also|next|first|finally|and|just|great|thanks|good|cool|perfect)\b[\s,!.:-]*|(?:can|could|would|will) you\b\s*|i(?:'d| would) like (?:you )?to\s+|i want (?:you )?to\s+|i need (?:you )?to\s+|let(?:'|’)?s\s+|help me\s+|go ahead and\s+|try to\s+)/i
const POLITE_END = /[\s,]*\b(?:please|thanks|thank you|for me|if you can|if possible|now|as well|too)$/i

/** "I need a column …" asks for one to be added. */
const WISH =
  /^(?:i|we)(?:\s+would|'d)?\s+(?:need|want|like)\s+(?=(?:a|an|another|one)\s+(?:new\s+)?(?:[\w-]+\s+)?column\b)/i

/** The instruction without greetings, thanks and the full stop at its end. */
export function plainClause(text: string): string {
  let clause = text
    .trim()
    .replaceAll('’', "'")
    .replaceAll(/[“”„«»]/g, '"')
  for (let before = ''; before !== clause; ) {
    before = clause
    clause = clause
      .replace(WISH, 'add ')
      .replace(POLITE_START, '')
      .replace(/[\s.!?;,]+$/, '')
      .replace(POLITE_END, '')
      .trim()
  }
  return clause
}

/** Content of the quotation marks around `text`, or `text` itself. */
export function unquote(text: string): string {
  const trimmed = text.trim()
  const match = /^(["'`])(.*)\1$/s.exec(trimmed)
  return match?.[2] ?? trimmed
}

/** Lower case, words parted by one space, without punctuation: "Unit_Price (€)" → "unit price". */
export function normalWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(?<=[a-z])'s\b/g, '')
    .replace(/[^\p{L}\p{N}%#]+/gu, ' ')
    .trim()
}

/** "prices" → "price", "categories" → "category", "taxes" → "tax". Leaves short words alone. */
export function singular(word: string): string {
  if (word.length < 4 || /(ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

/** At most one letter added, left out, changed, or two neighbours swapped. */
function isNear(a: string, b: string): boolean {
  if (a === b) return true
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const [restA, restB] = [a.slice(start), b.slice(start)]
  if (restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)) return true
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
}

/** How alike two names are: 3 the same, 2 the same but for plural, 1 but for a typing error, 0 not. */
export function likeness(a: string, b: string): 0 | 1 | 2 | 3 {
  const [left, right] = [normalWords(a), normalWords(b)]
  if (left === '' || right === '') return 0
  if (left === right) return 3
  const [leftStem, rightStem] = [stems(left), stems(right)]
  if (leftStem === rightStem) return 2
  // Short words are too close to one another for guesses: "tax" and "fax", "Q1" and "Q2".
  const isLong = Math.min(leftStem.length, rightStem.length) >= 4 && !/\d/.test(leftStem + rightStem)
  return isLong && isNear(leftStem, rightStem) ? 1 : 0
}

/** Short forms that people use for one another. */
const SAME_WORD: Record<string, string> = {
  quantity: 'qty',
  mail: 'email',
  avg: 'average',
  pct: 'percent',
  percentage: 'percent',
  dept: 'department',
  addr: 'address',
  telephone: 'phone',
  tel: 'phone',
  desc: 'description',
  amt: 'amount',
  no: 'number',
  nr: 'number',
  num: 'number',
}

const stems = (words: string): string =>
  words
    .replace('e mail', 'email')
    .split(' ')
    .map(singular)
    .map(word => (Object.hasOwn(SAME_WORD, word) ? SAME_WORD[word]! : word))
    .join('')

/** "A, B and C" → ["A", "B", "C"]. Quoted parts stay whole. */
export function listItems(text: string): string[] {
  const items =
    text.match(/"[^"]*"|'[^']*'|(?:(?!\s*,\s*|\s+(?:and|&|or|then)\s+|\s*&\s*|\s*;\s*)[\s\S])+/gi) ?? []
  return items
    .map(item => item.replace(/^(?:\s*[,;&]\s*|\s*(?:and|or|then)\s+)+/i, '').trim())
    .filter(item => item !== '')
}

/** "3 rows", "1 row". */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`

/** "A", "A and B", "A, B and C". */
export function inList(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}
