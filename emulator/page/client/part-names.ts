/**
 * Names and roles for those who hear the page. The grid's library draws its bars of plain boxes, whose names are
 * tooltips at best; here they become buttons, tabs and fields. It refuses to know what any of them does.
 */

interface Part {
  selector: string
  role?: string
  /** Its tooltip where it has one. */
  name?: string
}

const PARTS: readonly Part[] = [
  { selector: '[title].o-menu-item-button, [title].o-color-picker-button', role: 'button' },
  { selector: '.o-add-sheet', role: 'button', name: 'Add sheet' },
  { selector: '.o-list-sheets', role: 'button', name: 'All sheets' },
  { selector: '.o-sheet-list', role: 'tablist', name: 'Sheets' },
  { selector: '.o-sheet', role: 'tab' },
  { selector: '.o-named-range-selector input', name: 'Cell, range or name' },
  { selector: '.o-number-editor[title] input' },
  { selector: '.o-grid-add-rows-input', name: 'Rows to add' },
  { selector: '.o-topbar-composer .o-composer', role: 'textbox', name: 'Formula bar' },
  { selector: '.o-grid-composer .o-composer', role: 'textbox', name: 'Cell' },
]

/** Names the parts that are there, and those that come or change. */
export function nameParts(grid: HTMLElement): void {
  let isDue = false
  const nameSoon = () => {
    if (isDue) return
    isDue = true
    queueMicrotask(() => {
      isDue = false
      for (const part of PARTS)
        for (const element of grid.querySelectorAll(part.selector)) apply(element, part)
    })
  }
  new MutationObserver(nameSoon).observe(grid, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['class', 'title'],
  })
  nameSoon()
}

function apply(element: Element, { role, name }: Part): void {
  // A box that holds a field is the field's, which has the name.
  if (role === 'button' && element.querySelector('input')) return
  const known = name ?? element.closest('[title]')?.getAttribute('title') ?? ''
  set(element, 'aria-label', known || null)
  if (role !== undefined) set(element, 'role', role)
  const isOn = element.classList.contains('active')
  if (role === 'tab') set(element, 'aria-selected', String(isOn))
  if (role === 'button' && name === undefined) {
    set(element, 'aria-pressed', isOn ? 'true' : null)
    set(element, 'aria-disabled', element.classList.contains('o-disabled') ? 'true' : null)
  }
}

function set(element: Element, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return
  if (value === null) element.removeAttribute(name)
  else element.setAttribute(name, value)
}
