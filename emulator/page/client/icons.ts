/** o-spreadsheet's own small pictures, taken from its templates for the page's menus. */

export function readIcons(templates: string): (name: string) => string | undefined {
  const parsed = new DOMParser().parseFromString(templates, 'text/xml')
  const icons = new Map<string, string>()
  for (const template of parsed.querySelectorAll('[t-name^="o-spreadsheet-Icon."]')) {
    const picture = template.querySelector('svg')
    if (picture)
      icons.set(template.getAttribute('t-name') ?? '', new XMLSerializer().serializeToString(picture))
  }
  return name => icons.get(name)
}
