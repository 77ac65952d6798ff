/** A query's words, numbers, texts and signs, each with its place for the message of a syntax error. */
import { QueryFault } from './language.ts'

export interface Token {
  kind: 'word' | 'quoted' | 'text' | 'number' | 'sign' | 'end'
  text: string
  at: number
}

const TOKEN =
  /\s*(?:(`[^`]*`)|("[^"]*"|'[^']*')|(\d+\.?\d*(?:e[-+]?\d+)?|\.\d+)|([A-Za-z_][\w]*)|(<=|>=|<>|!=|[-+*/=<>(),]))/iy

export function readTokens(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (text.slice(at).trim() !== '') {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(text)
    if (match === null) {
      const place = at + (/\S/.exec(text.slice(at))?.index ?? 0)
      throw new QueryFault(
        `PARSE_ERROR: Lexical error at line 1, column ${place + 1}.  Encountered: "${text[place]}" (${text.charCodeAt(place)}), after : ""`,
      )
    }
    const [whole, quoted, string, number, word, sign] = match
    const found = quoted ?? string ?? number ?? word ?? sign ?? ''
    const kind = quoted ? 'quoted' : string ? 'text' : number ? 'number' : word ? 'word' : 'sign'
    const inner = kind === 'quoted' || kind === 'text' ? found.slice(1, -1) : found
    tokens.push({ kind, text: inner, at: at + whole.length - found.length })
    at += whole.length
  }
  tokens.push({ kind: 'end', text: '', at: text.length })
  return tokens
}
