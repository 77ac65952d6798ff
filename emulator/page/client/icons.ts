/** o-spreadsheet's own small pictures, taken from its templates for the page's menus. */

export function readIcons(templates: string): (name: string) => string | undefined {
  const parsed = new DOMParser().parseFromString(templates, 'text/xml')
  const icons = new Map<string, string>()
  for (const template of parsed.querySelectorAll('[t-name^="o-spreadsheet-Icon."]')) {
    const picture = template.querySelector('svg, i')
    if (picture) icons.set(template.getAttribute('t-name') ?? '', toHtml(picture))
  }
  return name => icons.get(name)
}

/** As XML an empty `<i/>` is closed; as HTML it would swallow what follows. */
function toHtml(picture: Element): string {
  return new XMLSerializer().serializeToString(picture).replace(/^<i ([^>]*)\/>$/, '<i $1></i>')
}
