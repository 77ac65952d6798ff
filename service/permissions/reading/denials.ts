/**
 * Whether a verb in a message is a wish at all: what is not to be done, what somebody else would do, what
 * would happen if it were done, and which cells another verb is about ("mark the rows to be deleted") are
 * none. Pure; where it errs, a click is asked for.
 */
import type { Language } from './patterns.ts'

export interface Said {
  start: number
  end: number
  language: Language
}

/** "The column is not needed any more, take it out": what is not, is said of the column. */
const SAYS_OF_IT =
  /(?<![\p{L}])(?:is|are|was|were|isn't|aren't|ist|sind|war|est|sont|es|son|está|están)(?![\p{L}])[^,;:]*[,;:]\s*/giu

/** "The kickflips but not the milos, filter it": what is left out is no denial. */
const LEFT_OUT =
  /(?<!\p{L})(?:but|aber|mais|pero|and|und|et|y) (?:not|nicht|pas|no)(?!\p{L})[^,;:]*[,;:]\s*/giu

/** "Don't need the notes, delete them": what is not needed is the reason, not what is not to be done. */
const NOT_NEEDED =
  /(?<!\p{L})(?:do not|don'?t|no longer|never) need(?! (?:you|me|us|anyone)(?!\p{L}))(?:(?! to(?!\p{L}))[^.;!?]){0,60}?(?:[,;:]\s*(?:(?:so|and|then|please) )*|\s(?:so|and)\s+(?:please )?|\s+)$/iu
/** Where nothing parts the two, only what can be no part of what is not needed. */
const PLAIN_ORDER = /^(?:get rid(?: of)?|bin|delete|remove|ditch|scrap|trash)$/i

function withoutReason(front: string, verb: string): string {
  const reason = NOT_NEEDED.exec(front)
  const isParted = reason !== null && /[,;:]|\s(?:so|and)\s+(?:please )?$/i.test(reason[0])
  return reason && (isParted || PLAIN_ORDER.test(verb)) ? front.slice(0, reason.index) : front
}

/** Who would do it, where it is not the one that is spoken to. */
const OTHERS =
  "(?:he|she|they|someone|somebody|anyone|anybody|everyone|everybody|nobody|no one|people|others|users|colleagues|you all|jemand|niemand|keiner|man|andere|jeder|leute|quelqu'un|personne|on|n'importe qui|alguien|nadie|otros|cualquiera)"
const ONESELF = "(?:i|we|you|ich|wir|du|ihr|je|j'|nous|tu|vous|yo|nosotros)"
const WOULD =
  "(?:(?:can(?:not)?|can't|could|may|might|will|would|'ll|shall|should|must|do(?:es)?|did|has|have|had|is|are|was|were|wants?(?: me| us)? to|tr(?:y|ies) to|likes? to|going to|ever|accidentally|kann|könnte|will|darf|puisse|peut|pourrait|veut|pueda|puede|podría|quiere) ){0,3}"

/** "If I delete the tab", "before we remove them", "what breaks when deleting", "so nobody can delete it". */
const SUPPOSED = [
  new RegExp(
    String.raw`(?<!\p{L})(?:if|when(?:ever)?|before|after|once|unless|until|whether|in case|what if|suppose|imagine)\s+(?:${ONESELF}|${OTHERS})\s+${WOULD}(?:to |just |simply )?$`,
    'iu',
  ),
  new RegExp(String.raw`(?<!\p{L})${OTHERS}\s+${WOULD}$`, 'iu'),
  new RegExp(
    String.raw`(?<!\p{L})${ONESELF}\s?(?:will|would|'ll|'d(?! like)|might|may|could|did|had|have|won't)\s+(?:soon |then |later |probably |maybe )?$`,
    'iu',
  ),
]
/** Whether a sentence asks the agent itself: "could you", "would you", "will you" are wishes. */
const YOU =
  /(?<!\p{L})(?:(?:can|could|would|will|might|may) you|you (?:can|could|may|might|will))\s+(?:please |kindly |also |just )*$/iu

const GERUND =
  /(?<!\p{L})(?:when|while|after|upon|if|undo|revert|reverse|stop|prevent(?:s|ing)?|keep (?:me|us|them|people|anyone) from|(?:me|us|them|people|anyone|anybody|everyone) from)\s+$/iu

/** "I am afraid to", "not sure whether to", "thinking about". */
const HESITATES =
  /(?<!\p{L})(?:(?:afraid|scared|reluctant|tempted|hesitant|forbidden|allowed|able|safe|wise|dangerous|risky|ok|okay|fine|possible|unsure|sure whether|wondering whether|whether|when|how|what|which|where|who) to|(?:afraid|thinking|think|talk(?:ing)?|idea|risk|cost|effect|consequences?|danger) (?:of|about)|plan(?:s|ning|ned)? (?:to|on)|considering|habe? angst,?(?: [^.;!?]{1,40})? zu|peur de|envisage de|miedo de|pensando en)\s+$/iu

/** A German or Japanese verb ends its clause: how the clause begins says what it is. */
const SUBORDINATE =
  /^[\s,]*(?:bevor|wenn|falls|ob|dass|damit|sobald|nachdem|was passiert|weil|obwohl|solange)\s+(?:ich|wir|man|du|ihr|sie|er|jemand|niemand|keiner|andere|jeder|alle)(?!\p{L})/iu

/** What only says which cells another verb is about. */
const LOOKS_AT =
  /(?<!\p{L})(?:mark|count|list|colou?r|highlight|flag|show|find|tag|label|identify|tick|tell|point out|check|select|name|suggest|propose|see|review|paint|shade|number|markiere?|zähle?|liste|färbe?|zeige?|finde|nenne?|kennzeichne|prüfe?|hebe|marque[rz]?|compte[rz]?|liste[rz]?|colorie[rz]?|surligne[rz]?|montre[rz]?|trouve[rz]?|signale[rz]?|indique[rz]?|marca|cuenta|lista|colorea|resalta|muestra|encuentra|señala|indica)(?!\p{L})/iu
const WHICH_ONES =
  /(?<!\p{L})(?:that|which|who|whose|die|der|das|den|welche\p{L}*|qui|que|qu')\s+(?:(?:i|we|you|they|should|must|can|could|need|needs|want|wants|have|has|ought|to|ich|wir|man|du|je|on|nous|hay|se|debo|debemos|tengo|podemos)\s+)*$/iu
const TO_BE = /(?<=\p{L}{2} )(?:to|zu|à|para|por|que|needing to|due to|ready to|candidates? (?:to|for))\s*$/iu

/** A verb that begins with what makes it one of those: "(to be) removed", "à supprimer", "hay que eliminar". */
const BEGINS_SO = /^(?:to|à|zu|sollen|soll|should|must|can|need)(?!\p{L})/iu

/** Only the part of the sentence that the verb stands in. */
const clauseBefore = (front: string): string =>
  front
    .split(
      /[;:]|,\s*(?:and |then |und |dann |et |puis |y |luego )?|\s(?:and|und|et|y|then|dann|puis|luego)\s/iu,
    )
    .at(-1) ?? ''

function isOnlyMeant(front: string, verb: string, { spaced }: Language): boolean {
  if (!spaced) return false
  const sentence = front.split(/[;:]|\s(?:and then|und dann|et puis|y luego)\s/iu).at(-1) ?? ''
  const looks = LOOKS_AT.exec(sentence)
  if (!looks) return false
  const rest = sentence.slice(looks.index + looks[0].length)
  // "Show me the rows, then delete them" is two wishes.
  if (/(?:[,;:]|\s(?:and|then|und|dann|et|puis|y|luego))\s*$/iu.test(rest)) return false
  return (
    WHICH_ONES.test(rest) ||
    TO_BE.test(rest) ||
    (BEGINS_SO.test(verb) && /\p{L}\s*$/u.test(rest)) ||
    /,\s*(?:die|der|das|den|welche\p{L}*)(?!\p{L})[^,]*$/iu.test(rest)
  )
}

function isSupposed(front: string, verb: string): boolean {
  if (YOU.test(front)) return false
  if (SUPPOSED.some(pattern => pattern.test(front)) || HESITATES.test(front)) return true
  return /(?:ing)$/iu.test(verb) && GERUND.test(front)
}

/** Japanese: what is to go, but not now and not by this: 削除すべき, 削除する予定, 削除したら. */
const LATER =
  /^(?:すべき|する(?:予定|つもり|前|と|かどうか|べき|行|列|もの)|したい(?:行|列|もの)|され(?:る|た)(?:行|列|もの)|したら|すれば|した場合|しても)/u

export function isDenied(heard: string, hit: Said): boolean {
  const { language } = hit
  const verb = heard.slice(hit.start, hit.end)
  const before = heard.slice(0, hit.start).replace(SAYS_OF_IT, '').replace(LEFT_OUT, ' ')
  const front = withoutReason(before, verb)
  const back = heard.slice(hit.end)
  const clause = language.spaced ? back.split(/[,;:]|\b(?:and|und|et|y)\b/u, 1)[0]! : back
  if (language.notBefore.test(front) || language.notAfter.test(clause)) return true
  if (!language.spaced) return LATER.test(back)
  return (
    isSupposed(front, verb) || SUBORDINATE.test(clauseBefore(front)) || isOnlyMeant(front, verb, language)
  )
}
