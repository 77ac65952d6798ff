/** The text of a PDF, page by page. Draws nothing and runs nothing that stands in it. */
import { extractText, getDocumentProxy } from 'unpdf'

export type PdfText = { state: 'ok'; text: string } | { state: 'locked' } | { state: 'noText'; pages: number }

export async function pdfText(bytes: Uint8Array): Promise<PdfText> {
  let document: Awaited<ReturnType<typeof getDocumentProxy>>
  try {
    // A copy: the reader takes the bytes' buffer for itself.
    document = await getDocumentProxy(bytes.slice(), { verbosity: 0 })
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') return { state: 'locked' }
    throw error
  }
  try {
    const { text: pages } = await extractText(document, { mergePages: false })
    const filled = pages.map((text, at) => ({ text: text.trim(), page: at + 1 })).filter(({ text }) => text)
    if (filled.length === 0) return { state: 'noText', pages: pages.length }
    return { state: 'ok', text: filled.map(({ text, page }) => `[page ${page}]\n${text}`).join('\n\n') }
  } finally {
    await document.loadingTask.destroy()
  }
}
