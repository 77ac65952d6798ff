/** A guess at a text's language: by its script, else by its commonest small words. */

const SCRIPTS: [RegExp, string][] = [
  [/[\u3040-\u30ff]/, 'ja'],
  [/[\uac00-\ud7af]/, 'ko'],
  [/[\u4e00-\u9fff]/, 'zh-CN'],
  [/[іїєґ]/i, 'uk'],
  [/[\u0400-\u04ff]/, 'ru'],
  [/[\u0590-\u05ff]/, 'iw'],
  [/[\u0600-\u06ff]/, 'ar'],
  [/[\u0370-\u03ff]/, 'el'],
  [/[\u0e00-\u0e7f]/, 'th'],
  [/[\u0900-\u097f]/, 'hi'],
]

const WORDS: Record<string, string> = {
  en: 'the of and to in is you that it he was for on are with as his they be at this have from or by hello what how good morning',
  de: 'der die das und ist nicht ein eine ich sie mit für auf den dem zu von wir im guten tag hallo wie',
  fr: 'le la les et est un une des du que qui dans pour pas vous nous je il elle bonjour merci comment',
  es: 'el los las y es un una de que en por para con no se su yo hola gracias cómo buenos días',
  it: 'il lo gli e è un una di che in per con non si sono ciao grazie come buongiorno',
  pt: 'o os as e é um uma de que em por para com não se eu você olá obrigado como bom dia',
  nl: 'de het een en is niet van ik je dat in op voor met zijn hallo dank goede morgen hoe',
}

export function languageOf(text: string): string {
  const script = SCRIPTS.find(([letters]) => letters.test(text))
  if (script !== undefined) return script[1]
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  if (words.length === 0) return 'und'
  let [best, most] = ['en', 0]
  for (const [language, list] of Object.entries(WORDS)) {
    const known = new Set(list.split(' '))
    const hits = words.filter(word => known.has(word)).length
    if (hits > most) [best, most] = [language, hits]
  }
  return best
}
