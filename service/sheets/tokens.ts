/** How many tokens a text costs a model, without a model's own tokenizer: an upper estimate. */

/**
 * Tokens of current models average about four characters of prose, though numbers, letters of columns
 * and punctuation come in shorter pieces: a run of digits counts one for each three, a word one for each
 * six letters, and punctuation, which comes in clusters such as `":"`, one for each two signs.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  for (const [piece] of text.matchAll(/[\p{L}]+|\d+|\s+|[^\p{L}\d\s]+/gu)) {
    if (/^\d/.test(piece)) tokens += Math.ceil(piece.length / 3)
    else if (/^\p{L}/u.test(piece)) tokens += wordTokens(piece)
    // A single space belongs to the word after it.
    else if (/^\s/.test(piece)) tokens += piece === ' ' ? 0 : 1
    else tokens += Math.ceil(piece.length / 2)
  }
  return tokens
}

const wordTokens = (word: string): number =>
  /^\p{Script=Latin}+$/u.test(word) ? Math.ceil(word.length / 6) : word.length
