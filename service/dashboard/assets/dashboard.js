// The little that pages can't do by themselves: copy a secret, close menus, lead the focus to what is new.
// Everything else works without this file.

for (const button of document.querySelectorAll('button[data-copy]')) {
  const field = document.getElementById(button.dataset.copy)
  if (!field || !navigator.clipboard) continue
  button.hidden = false
  button.setAttribute('aria-live', 'polite')
  button.addEventListener('click', async () => {
    field.select()
    try {
      await navigator.clipboard.writeText(field.value)
      button.textContent = 'Copied'
    } catch {
      button.textContent = 'Press Ctrl+C'
    }
  })
}

const menus = [...document.querySelectorAll('details.menu')]
document.addEventListener('click', event => {
  for (const menu of menus) if (!menu.contains(event.target)) menu.open = false
})
document.addEventListener('keydown', event => {
  if (event.key !== 'Escape') return
  for (const menu of menus) {
    if (!menu.open) continue
    menu.open = false
    menu.querySelector('summary').focus()
  }
})

document.querySelector('[autofocus]')?.focus()

// The code of a notice has done its work: a reload shows the page without it.
const address = new URL(location.href)
if (address.searchParams.has('done')) {
  address.searchParams.delete('done')
  history.replaceState(null, '', address)
}
