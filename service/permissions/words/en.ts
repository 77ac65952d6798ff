/** What permissions read in English: verbs that delete, hide, send, and the words that hold them back. */
import type { Words } from './words.ts'

const DELETED =
  'deleted|removed|dropped|erased|discarded|purged|eliminated|thrown (?:out|away)|taken (?:out|off)|struck(?: out)?|scrapped|binned|gone|out'

export const en: Words = {
  spaced: true,
  acts: {
    delete: {
      after:
        "(?<!(?:the|a|this|that|last|each|every|of) )(?:delet(?:e|ing)|delt?|delet|delte|dlete|deelte|deleet|remov(?:e|ing)|remvoe|romove|remov|rmove|eras(?:e|ing)|get(?:ting)? rid(?: of)?|thro?w(?:ing)? (?:out|away)|purg(?:e|ing)|discard(?:ing)?|ditch|chuck(?: out)?|kick(?: out)?|(?:tak(?:e|ing)|throw|kick|cut|strike|leave)(?= [^.,;!?]{1,40} (?:off|out|away)(?![\\p{L}]))|tak(?:e|ing) (?:out|off|away)|cut out|eliminat(?:e|ing)|scrap|trash|bin|nuke|kill|yeet|axe|strike (?:out|off)|weed out|cull|prune|expunge|dispose of|wipe out|de-?dup(?:e|licat(?:e|ing))?|dedup(?:e|ing)|drop|dropping|lose|strip|cancel|strike|toss|scratch|omit)(?!-|'s| (?:in|by) (?:sales|revenue|price))",
      before: `(?:should|must|can|could|may|shall|to|need|needs|has to|have to|ought to|will|want|wanted|like|get|got) (?:all |to |please )*(?:be |being |been |it |them |that |those |these )?(?:all )?(?:${DELETED})|(?:want|need|like|get)(?: [^.,;!?]{1,60}?) (?:${DELETED})(?= *(?:[.,;!]|$|please|from|in|on))|(?:must|should|can|could|need to|needs to|have to|has to) (?:all )?(?:go|go away|disappear|vanish)(?= *(?:[.,;!]|$))|(?:do not|don.?t|no longer|never) need(?: [^.,;!?]{1,60}?)? any ?more|(?:is|are) (?:not|no longer) needed|(?:out|gone|away) please`,
    },
    keep: {
      after:
        '(?:keep|retain|leave|let)(?:ing)? (?:me )?(?:only|just|nothing but|solely|it only)|(?:only|just) (?:keep|retain|leave)(?! (?:an|a) (?:eye|watch))|unique only|(?:there should be|i want|make sure there are|ensure there are) no(?: more)?(?= (?:duplicates?|dup(?:e|licate)s?|blank|empty|repeated|double))',
    },
    clear: {
      after:
        '(?<!(?:a|the|is|be|it|make|made|more|very|so|not|all) )(?:clear(?: out| down| off)?|empty(?! (?:rows?|lines?|cells?|columns?|tabs?|ones?|fields?|scores?|values?))|emptying|clearing|wipe(?: clean)?|blank out|eras(?:e|ing)|reset|zero out|delete the (?:contents?|values?|data) (?:of|in|from))',
      before: '(?:be|them|it|that|get|get it|want .{1,40}) (?:cleared|emptied|wiped|blanked|reset)',
    },
    change: {
      after:
        '(?:chang(?:e|ing)|chg|chng|updat(?:e|ing)(?! (?:me|us)(?![\\p{L}]))|replac(?:e|ing)|overwrit(?:e|ing)|overwrite|convert(?:ing)?|translat(?:e|ing)(?! [^.;!?]{1,80} (?:in|into|to) a new)|round(?:ing)?(?: up| down)?|fix(?:ing)?|repair|correct(?! me)|clean(?:ing|se)?(?: up)?|cleanup|trim(?:ming)?|tid(?:y|ying)(?: up)?|standardi[sz](?:e|ing)|normali[sz](?:e|ing)|unify|harmoni[sz]e|align(?! [^.;!?]{0,60}(?:right|left|cent(?:er|re)|middle|top|bottom)(?![\\p{L}]))|reformat|capitali[sz]e|upper-?case|lower-?case|fill(?:ing)?(?: in| down| out| up)?|set(?! up| (?:a|an)(?! (?:value|default)))|increas(?:e|ing)|rais(?:e|ing)|decreas(?:e|ing)|reduc(?:e|ing)|lower|bump(?: up)?|multiply|divide|recalculat(?:e|ing)|redo|re-?run|re-?do|refresh|split(?:ting)?|merg(?:e|ing)|combin(?:e|ing)|join|unmerge|transpos(?:e|ing)|unpivot|reshape|swap|switch|anonymi[sz]e|pseudonymi[sz]e|mask|redact|pad|rewrite|rephrase|shorten|amend|adjust|edit|modify|restructure|reorgani[sz]e|rearrange|reorder|consolidate|substitut(?:e|ing)|renumber|recode|map|adapt|apply|paste|copy(?:ing)?|turn|freeze .{1,40} (?:as|into|to) values|get(?:s)? \\+|spell|(?:ought|has|have|needs?|should|must|is|are) to be (?:rounded|raised|amended|changed|replaced|corrected|updated|converted|increased)(?: up| down)?|make(?! (?:a|an|me|one|new|some|another|sure|two|three|five)(?![\\p{L}])))',
      before:
        '(?:should|shall|must|shud|need to|needs to|ought to|has to|have to|will) (?:all )?(?:be|become|read|say|show|get|go (?:up|down))',
    },
    put: {
      after:
        '(?:put(?:ting)?|writ(?:e|ing)|enter|typ(?:e|ing)|record|insert|note|add|mark|label|tag|list|calculate|compute|sum|total|fill)',
    },
    move: {
      after:
        '(?:mov(?:e|ing)|transfer|shift|cut and paste|archive|relocate|cut|send(?= [^.;!?]{1,60} to (?:the |my |another |a )?(?:[^.;!?]{1,20} )?(?:tab|sheet|archive|bottom|end|top)(?![\\p{L}]))|pull(?= [^.;!?]{1,60} (?:out|off)(?![\\p{L}])))',
    },
    hide: {
      after:
        '(?:hid(?:e|ing)|conceal(?:ing)?|collaps(?:e|ing)|group(?: up)?(?= (?:the |these |those |my |all )?(?:rows?|columns?|lines?|[A-Z]:[A-Z]|\\d))|tuck away|fold(?: up)?|make (?:[^.,;!?]{1,50} )?(?:invisible|hidden))',
      before:
        '(?:be|want|like|get|have)(?: [^.,;!?]{1,50})? (?:hidden|invisible|concealed|collapsed)|not (?:be )?visible',
    },
    filter: {
      after:
        '(?:filter(?:ing|ed)?|filtr|only|solely|exclusively|nothing but|none but|nothing except|no more than|nobody else|nothing else|show(?: me)? (?:only|just|olny|ony|onyl)|leave (?:on view|in view|visible|showing) (?:only|just)|only show(?: me)?|just show(?: me)?|display only|only display|limit|narrow(?: down)?|restrict|see (?:only|just)|only see|view only|turn on (?:the |a )?filter|hide)',
    },
    bring: {
      after:
        '(?:us(?:e|ing)|with|via|through|import(?:ing)?|pull(?:ing)?(?: in| from)?|fetch(?:ing)?|load(?:ing)?|get(?:ting)?|bring(?:ing)?(?: in)?|scrap(?:e|ing)|grab|download|sync|connect|embed(?:ding)?|insert(?:ing)?|show|display|put|add(?:ing)?|writ(?:e|ing)|enter|creat(?:e|ing)|build|make|set up|turn|convert|fill(?:ing)?(?: in| down)?|copy(?:ing)?(?: down)?|extend|fix(?:ing)?|repair|correct|update|change|try|apply|read|link|look up|classify|generate|let|have)',
    },
  },
  things: {
    tab: 'tabs?|sheets?|worksheets?|sub-?sheets?',
    rows: 'rows?|lines?|records?|entries|entry|duplicates?|dup(?:e|licate)s?|dbl rows|doubles?|doublets?|repeats?|repetitions?|blanks|repeated ones',
    columns: 'columns?|colums?|collumns?|colunms?|cols?',
    cells:
      'cells?|values?|contents?|data|numbers?|figures?|everything|anything|all of it|the lot|whole thing|fields?|results?|formulas?|inputs?|range|amounts?',
    text: 'spaces?|white-?space|symbols?|characters?|chars?|prefix(?:es)?|suffix(?:es)?|accents?|line breaks?|newlines?|punctuation|hyphens?|dash(?:es)?|apostrophes?|quotes?|brackets?|letters?|digits?|leading zeros?|zeros?|currency signs?|signs?|emojis?|tags?|html|words?|titles?|units?|commas?|dots?|typos?|links? from',
    look: 'column widths?|row heights?|column sizes?|row sizes?|widths?|heights?|fonts?|text sizes?|font sizes?|backgrounds?|alignments?|layout|appearance|themes?|styling|headers?(?= (?:row )?(?:with |in |to )?(?:(?:dark |light )?(?:grey|gray|blue|green|red|yellow|black|white|bold)))|(?:bigger|smaller|larger|wider|narrower|taller|nicer|prettier)(?! than)|pretty|beautiful|nice|professional|presentable|readable|stand out|look (?:good|better|great|nice)|formats?|formatting|conditional format(?:ting|s)?(?: rules?)?|colou?rs?|borders?|highlights?|highlighting|fills?|shading|styles?|bold|italics?|validation(?: rules?)?|drop-?downs?|check-?boxes|filters?|notes?|comments?|hyper-?links?|links?|gridlines?|banding|stripes',
    chart: 'charts?|graphs?|plots?|diagrams?|images? over|pivot(?: table)?s?|slicers?',
    name: 'named ranges?|range names?',
    protection: 'protections?|protected ranges?|locks?',
  },
  at: 'in|on|onto|from|of|within|at|for|inside|into|under|with|by|where|to|across|off|out of|based on|than',
  notBefore:
    'undo|on no account|under no circumstances|in no case|at no time|(?:do|does|did|should|must|shall|can|could|would|may|will) ?(?:not|n.t)|don.?t|cannot|can.?t|never|without|not(?! only)|no need to|avoid|instead of|rather than|by no means|before|stop|nothing (?:is )?to be',
  asks: "(?:please |pls |hey |hi |hello |ok |so |and |but |also |first,? |can you |could you |would you |will you |kindly )*(?:explain|why|how come|what|what's|whats|which|who|whose|when|where(?! (?:[^.?!]{1,60}) (?:is|are)[^?]*$)|how(?! about)|tell me|describe|did|was|were|has|is|are|does|do (?:you|i|we|they|any)|should i|should we|shall (?:i|we)|may i|summari[sz]e what|say (?:whether|if|how|why)|check (?:whether|if|why)|find out why|show me how|teach me|give me the reason|any (?!chance))",
  allTabs:
    '(?:all|every|each|both)(?: of)?(?: the| my| our| these| those| other| single)*(?: \\p{L}+)? (?:tabs?|sheets?|worksheets?)|(?:across|throughout|through|over|in) the (?:whole |entire )?(?:workbook|spreadsheet|file|document)|(?:whole|entire) (?:workbook|spreadsheet|file)|tab by tab|everywhere in the (?:workbook|spreadsheet|file)',
  thisTab: '(?:this|the current|the active|the open|current) (?:tab|sheet|worksheet)',
  otherTabs: '(?:other|remaining|rest of the) (?:tabs?|sheets?|worksheets?)',
  except: 'except(?: for)?|but not|but|other than|apart from|besides|save for',
  everything:
    'everything|everywhere|all (?:the )?(?:cells|values|columns|data|texts?|numbers)|whole (?:table|tab|sheet|thing)|entire (?:table|tab|sheet)|(?:the|this) (?:table|tab|sheet|list|data)|every (?:cell|column)|throughout',
  links:
    'hyper-?links?|links?|linked|clickable|urls?|mailto|web ?pages?|web ?sites?|open(?:s|ing)? (?:the|each|a) (?:page|ticket|record|site|profile)',
  images: 'images?|pictures?|photos?|logos?|thumbnails?|icons?|pics?|screenshots?|covers?|avatars?|flags?',
  ai: '=\\s*ai\\s*\\(|ai (?:function|formula)s?|gemini|(?:use|using|with|via|let|have) (?:the )?ai',
  imports:
    'import(?:s|ed|ing)?|csv|feed|rss|json|web ?page|web ?site|url|link|address(?:es)?|https?:|online|from the (?:web|internet|page|site)|other spreadsheet|another spreadsheet|other file|another file|other workbook|page|site',
  persists:
    '(?<!(?:do you|you|i|can.?t|cannot|don.t|not) )remember(?! to (?!always|never)| me| when| the time| how it)|memori[sz]e|(?:do not|don.?t) forget (?:that|this|it)|keep in mind (?:that|for)|from now on|from here on|in (?:the )?future(?= *[,:]|.{0,60}(?:always|never|use|write|call))|going forward|(?:for )?next time(?= *[,:]|.{0,60}(?:use|do|write|please))|for later turns|for everyone in (?:this|the|our) space|(?:save|stor(?:e|ing)|keep|creat(?:e|ing)|mak(?:e|ing)|add|writ(?:e|ing)|learn|turn|updat(?:e|ing)|chang(?:e|ing)|replac(?:e|ing)|edit|put|record|note|define|set up)(?: [^.;!?]{1,80}?)? (?:(?:a|an|the|this|that|your|my|our|new|as|into|existing)(?: [\\p{L}-]+){0,3} skill(?! ?(?:s|levels?|sets?|matrix|matrices|gaps?|scores?|names?|required|columns?|ratings?|tests?|lists?|groups?|areas?|category|categories|points?))|(?:as|into) (?:a |an |your |our )?(?:standing |permanent |house |general )?(?:instruction|rule|guideline|procedure|how-to)s?(?: for (?:later|next time|the future))?|(?:standing|permanent) (?:instructions?|rules?)|(?:instruction|rule|guideline|procedure)s? for (?:you|yourself|next time|later|the future))|write down how (?:to|we|you|i)|learn (?:this|how (?:to|we))',
  white: 'white|invisible|;;;',
  goesOn:
    '(?:(?:ok(?:ay)?|yes|yep|yeah|sure|right|fine|good|great|perfect|please|pls|thanks?|thank you|alright|cool)[ ,.!]*)+$|(?:yes,? |ok(?:ay)?,? |please |then |now |so |just |alright,? |great,? |sounds good,? )*(?:do (?:it|this|that|so|the (?:same|plan|rest))|go (?:ahead|on)|continue|carry on|proceed|keep going|make it so|run it|run the plan|apply (?:it|the plan)|try (?:it )?again|again(?= *(?:[.,;!]|$|for|on|in|with|please))|same (?:again|for|on|thing)|the same|and (?:the same )?(?:on|for|in)|looks? good|agreed|confirmed?|(?:next|finish|repeat)(?: (?:it|that|this|the rest|step|one))?(?= *(?:[.!]|$)))',
  source:
    'from|using|with|against|to match|based on|according to|via|by looking up in|out of|compared? (?:to|with)|as in|like in|see',
}
