/** The cells of a large workbook that stand in the page's document, beside the rest of its data. */

/** The document's texts, each gone when it has been read. */
export function* textsOfDocument(): Generator<string> {
  const template = document.getElementById('cells') as HTMLTemplateElement | null
  for (const element of [...(template?.content.children ?? [])]) {
    yield element.textContent ?? ''
    element.remove()
  }
}
