/** Colours as people call them. */
import { COLORS } from '../kinds/looks/looks.ts'
import { isUnspaced, normal, tokenize } from '../words/tokens.ts'
import { conceptsIn, type Ground } from './ground.ts'

/** "pale green", "hellgrün" and "verdecito claro" are light green; null where no colour is named. */
export function colorOf(text: string, ground: Ground): string | null {
  const words = isUnspaced(text[0] ?? '') ? [text] : tokenize(text).map(({ norm }) => norm)
  const shade = words.map(shadeOf).find(Boolean)
  if (shade) return shade
  const concepts = conceptsIn(text, ground)
  const color = COLORS.find(each => concepts.has(each)) ?? words.map(nameOf).find(Boolean)
  if (!color) return null
  const isLight = concepts.has('light') || words.some(word => LIGHT.test(word))
  const isDark = concepts.has('dark') || words.some(word => DARK.test(word))
  return isLight ? `light ${color}` : isDark ? `dark ${color}` : color
}

const LIGHT = /^(?:light|pale|soft|faint|pastel|hell|zart|blass|clarit)|薄|淡|うす|明る/
const DARK = /^(?:dark|deep|dunkel|tief)|濃|暗/

/** "hellrot", "rötlich", "rougeâtre", "amarillito", "赤っぽく" */
function nameOf(word: string): string | undefined {
  if (isUnspaced(word[0] ?? '')) return NAMES.find(([name]) => isUnspaced(name) && word.includes(name))?.[1]
  const bare = word.replace(/^(?:hell|zart|blass|pastell|dunkel|tief)(?=.{3})/, '')
  const stem = bare.replace(/(?:ish|lich|atre|aceo|acea|e?c?ito|e?c?ita|azo)(?:e[snrm]?|s)?$/, '')
  const forms = [bare, bare.replace(/e[snrm]?$/, ''), bare.replace(/as?$/, 'o')]
  const isLike = (name: string): boolean => stem.length >= 3 && stem !== bare && name.startsWith(stem)
  return NAMES.find(([name]) => forms.includes(name) || isLike(name))?.[1]
}

const shadeOf = (word: string): string | undefined =>
  SHADES.find(([name]) => (isUnspaced(name) ? word.includes(name) : name === word))?.[1]

const listed = (lists: Record<string, string>): (readonly [string, string])[] =>
  Object.entries(lists).flatMap(([color, names]) =>
    names.split(' ').map(name => [normal(name), color] as const),
  )

const NAMES = listed({
  red: 'red rot rouge rojo 赤',
  green: 'green grün vert verde 緑',
  blue: 'blue blau bleu azul 青',
  yellow: 'yellow lemon gelb jaune amarillo 黄',
  orange: 'orange naranja anaranjado オレンジ 橙',
  gray: 'gray grey grau gris 灰 グレー',
  pink: 'pink rosa rose rosado ピンク 桃',
  purple: 'purple lila violett violet morado 紫',
  black: 'black schwarz noir negro 黒',
  white: 'white weiß blanc blanche blanco 白',
  brown: 'brown braun brun marron marrón café 茶',
  teal: 'teal türkis turquoise turquesa',
})

/** Shades by the families that the tools know. */
const SHADES = listed({
  red: 'cherry scarlet tomato 朱',
  'dark red': 'brick burgundy crimson maroon bordeaux weinrot granate えんじ',
  'dark orange': 'bronze ocker ocre',
  'light gray': 'silver argent plata 銀',
  'light red': 'coral salmon lachs saumon salmón サーモン',
  orange: 'amber tangerine',
  'light orange': 'apricot beige peach sand sable arena tan 肌色 ベージュ',
  yellow: 'gold or 金 dorado doré',
  'light yellow': 'cream ivory khaki creme crème crema クリーム レモン',
  'light green': 'lime mint 黄緑',
  'dark green': 'olive',
  'light blue': 'sky himmelblau ciel celeste 水色 空色',
  'dark blue': 'indigo navy marineblau marine marino 紺',
  pink: 'magenta raspberry rosé fuchsia fucsia',
  'light purple': 'lavender lavendel lavande lavanda lilac lilas mauve orchid flieder 藤',
  'dark purple': 'plum prune pflaume',
  purple: 'violet',
  gray: 'slate',
  'dark gray': 'charcoal anthrazit',
  teal: 'cyan turquoise',
})
