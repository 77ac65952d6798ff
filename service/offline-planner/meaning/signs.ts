/** Signs that are called by their names: "at the comma". */
const NAMES: Record<string, string> = {
  ',': 'comma, commas, komma, beistrich, virgule, 読点, コンマ, カンマ',
  ';': 'semicolon, semicolons, semikolon, strichpunkt, point-virgule, punto y coma, セミコロン',
  ':': 'colon, colons, doppelpunkt, deux-points, deux points, dos puntos, コロン',
  '-': 'dash, dashes, hyphen, hyphens, bindestrich, trait d’union, tiret, guion, guión, ハイフン',
  '/': 'slash, slashes, schrägstrich, barre oblique, スラッシュ',
  '.': 'full stop, ピリオド',
  _: 'underscore, unterstrich, tiret bas, guion bajo, guión bajo, アンダースコア',
  '|': 'vertical bar, senkrechter strich',
  '@': 'at sign, at-sign, arobase, arroba, klammeraffe, アットマーク',
  ' ': 'space, spaces, leerzeichen, espace, espacio, スペース, 空白',
}

const SIGNS = new Map(
  Object.entries(NAMES).flatMap(([sign, names]) => names.split(', ').map(name => [name, sign] as const)),
)

/** The sign of that name; any other text is itself. */
export const signNamed = (text: string): string =>
  SIGNS.get(
    text
      .trim()
      .toLowerCase()
      .replace(/^(?:(?:the|a|an|first) )+/, ''),
  ) ?? text
