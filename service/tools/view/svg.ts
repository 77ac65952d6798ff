/** Small things that drawing needs: escaping and how much of a text fits. */

export const escapeXml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML allows none of them
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const NARROW = /[ijlI.,:;'|!()[\]ft ]/
const WIDE = /[mwMW@%—]/
const FULL = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60]/

/** Close to Open Sans, by kinds of letters. */
function widthOf(text: string, pixels: number, bold = false): number {
  let ems = 0
  for (const sign of text) {
    ems += FULL.test(sign)
      ? 1
      : NARROW.test(sign)
        ? 0.29
        : WIDE.test(sign)
          ? 0.86
          : /[A-Z]/.test(sign)
            ? 0.63
            : 0.56
  }
  return ems * pixels * (bold ? 1.06 : 1)
}

/** The text, or as many of its letters as fit. */
export function fitting(text: string, width: number, pixels: number, bold = false): string {
  if (widthOf(text, pixels, bold) <= width) return text
  let end = Math.min(text.length, Math.max(0, Math.ceil(width / (pixels * 0.29))))
  while (end > 0 && widthOf(text.slice(0, end), pixels, bold) > width) end--
  return text.slice(0, end)
}
