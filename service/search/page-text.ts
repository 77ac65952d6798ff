/** The readable text of a page: no scripts, no navigation, links without their addresses. */
import { convert } from 'html-to-text'
import type { FetchedPage } from '../network/public-fetch.ts'

const MOST_TEXT_CHARACTERS = 40_000
/** Markup beyond this adds nothing but time. */
const MOST_MARKUP_CHARACTERS = 1_000_000

export interface ReadablePage {
  title: string
  text: string
}

export function toReadable(page: FetchedPage): ReadablePage {
  if (!/html|xml/.test(page.contentType)) return { title: '', text: tidy(page.body) }
  const markup = page.body.slice(0, MOST_MARKUP_CHARACTERS)
  const title = /<title[^<>]*>([^<]{1,500})/i.exec(markup)?.[1] ?? ''
  const text = convert(markup, {
    wordwrap: false,
    limits: { maxInputLength: MOST_MARKUP_CHARACTERS, maxDepth: 200, maxChildNodes: 20_000 },
    selectors: [
      ...[
        'nav',
        'header',
        'footer',
        'aside',
        'form',
        'script',
        'style',
        'noscript',
        'svg',
        'iframe',
        'title',
        'img',
      ].map(selector => ({
        selector,
        format: 'skip',
      })),
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
      ...['h1', 'h2', 'h3', 'h4'].map(selector => ({ selector, options: { uppercase: false } })),
    ],
  })
  return { title: tidy(convert(title, { wordwrap: false })), text: tidy(text) }
}

const tidy = (text: string): string =>
  text
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, MOST_TEXT_CHARACTERS)
