/** Wishes whose words are clear but whose work isn't for rules: it takes understanding what texts mean. */
import { plainClause } from './text.ts'

const WISHES = [
  /^(?:translate|classify|categori[sz]e|paraphrase|rephrase|reword|rewrite|proofread)\s+\S/i,
  /^(?:score|rate|grade|label|tag)\s+(?:each|every|all|the|these|those|my|our)\s+\S/i,
  /^summari[sz]e\s+(?:each|every|(?:all\s+)?(?:the|these|those|my|our)\s+(?:texts?|comments?|reviews?|feedback|notes?|descriptions?|messages?|answers?|articles?)\b)/i,
  /^summari[sz]e\s.*\bin\s+(?:an?|one|two|three|\d+|a few|few)\s+(?:\w+\s+)?(?:sentences?|words?|lines?)\b/i,
  /^(?:add|create|insert|make)\s+(?:an?\s+)?(?:new\s+)?column\b.*\b(?:translations?|translates?|translated|classif(?:y|ies|ications?)|categori[sz]es?|paraphrases?|summari[sz]es|summar(?:y|ies)\s+of|(?:scores?|rates?|grades?)\s+(?:each|every|the))\b/i,
]

/** "In B2:B20: translate to French" begins with its place. */
const PLACE = /^(?:in|on|for|about)\s.{1,200}?[:,]\s+/i

/** Asked only of what no kind of instruction reads. */
export function needsModel(clause: string): boolean {
  const text = plainClause(clause)
  const withoutPlace = plainClause(text.replace(PLACE, ''))
  return WISHES.some(wish => wish.test(text) || wish.test(withoutPlace))
}
