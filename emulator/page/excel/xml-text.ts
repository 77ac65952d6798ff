/** Text as it stands in XML. Characters that no XML may hold are left out. */
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export function escapeXml(text: string): string {
  return (
    text
      .replace(/[&<>"]/g, letter => ESCAPES[letter] ?? letter)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is meant
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  )
}
