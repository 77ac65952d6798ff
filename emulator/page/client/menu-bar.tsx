/** A menu bar that works like Google's: by mouse, and by keyboard as the ARIA pattern says. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { MenuEntry } from './menus.ts'

interface MenuBarProps {
  /** Asked anew whenever a menu opens, so that it shows what is possible now. */
  menus: MenuEntry[]
  /** Called when the user is done with the menus. */
  leave(): void
}

export function MenuBar({ menus, leave }: MenuBarProps) {
  const [open, setOpen] = useState<number | null>(null)
  const bar = useRef<HTMLDivElement>(null)
  const button = (at: number) => bar.current?.querySelectorAll<HTMLElement>('.menu-bar-item')[at]
  const wrap = (at: number) => (at + menus.length) % menus.length
  const isOpen = open !== null

  const close = (refocus: boolean) => {
    if (refocus && open !== null) button(open)?.focus()
    setOpen(null)
  }
  const finish = () => {
    setOpen(null)
    leave()
  }

  useEffect(() => {
    if (!isOpen) return
    const onPress = (event: Event) => {
      if (!bar.current?.contains(event.target as Node)) setOpen(null)
    }
    const onBlur = () => setOpen(null)
    addEventListener('pointerdown', onPress, true)
    addEventListener('blur', onBlur)
    return () => {
      removeEventListener('pointerdown', onPress, true)
      removeEventListener('blur', onBlur)
    }
  }, [isOpen])

  useEffect(() => {
    const onShortcut = (event: KeyboardEvent) => {
      const at = event.altKey && event.shiftKey ? menus.findIndex(menu => menu.key === event.code) : -1
      if (event.key === 'F10' && !event.shiftKey) button(0)?.focus()
      else if (at >= 0) setOpen(at)
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    // Before the grid, which takes every key it gets.
    addEventListener('keydown', onShortcut, true)
    return () => removeEventListener('keydown', onShortcut, true)
  }, [menus])

  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step !== undefined) {
      button(wrap(at + step))?.focus()
      if (isOpen) setOpen(wrap(at + step))
    } else if (['ArrowDown', 'Enter', ' '].includes(event.key)) setOpen(at)
    else if (event.key === 'Escape') isOpen ? close(true) : leave()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div class="menu-bar" role="menubar" aria-label="Menu" ref={bar}>
      {menus.map((menu, at) => (
        <div class="menu-bar-slot" key={menu.id}>
          <button
            type="button"
            class="menu-bar-item"
            role="menuitem"
            aria-haspopup="menu"
            aria-expanded={open === at}
            data-menu={menu.id}
            tabIndex={at === (open ?? 0) ? 0 : -1}
            onPointerDown={event => {
              if (event.button === 0) setOpen(open === at ? null : at)
            }}
            onPointerEnter={() => isOpen && setOpen(at)}
            onKeyDown={event => onKeyDown(event, at)}
          >
            {menu.label}
          </button>
          {open === at && (
            <MenuList
              label={menu.label}
              entries={menu.children?.() ?? []}
              finish={finish}
              back={() => close(true)}
              sideways={step => {
                setOpen(wrap(at + step))
                button(wrap(at + step))?.focus()
              }}
            />
          )}
        </div>
      ))}
    </div>
  )
}

interface MenuListProps {
  label: string
  entries: MenuEntry[]
  /** An entry was chosen. */
  finish(): void
  /** One level up. */
  back(): void
  /** To the next menu of the bar. */
  sideways(step: 1 | -1): void
  nested?: boolean
}

function MenuList({ label, entries, finish, back, sideways, nested = false }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null)
  const [openId, setOpenId] = useState<string | null>(null)
  const hasIcons = entries.some(entry => entry.icon !== undefined || entry.checked)
  const items = () => [
    ...(list.current?.querySelectorAll<HTMLElement>(':scope > .menu-slot > .menu-item') ?? []),
  ]

  useLayoutEffect(() => keepOnScreen(list.current, nested), [nested])
  // Before the next key can come: a quick hand types ahead of the screen.
  useLayoutEffect(() => items()[0]?.focus({ preventScroll: true }), [])

  /** Its first entry gets the keyboard, also where the mouse has opened it already. */
  const enter = (entry: MenuEntry) => {
    setOpenId(entry.id)
    list.current?.querySelector<HTMLElement>(':scope > .menu-slot > .menu .menu-item')?.focus()
  }
  const choose = (entry: MenuEntry) => {
    if (entry.disabled) return
    if (entry.children) return enter(entry)
    finish()
    entry.run?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const all = items()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const entry = entries[at]
    const focus = (next: number) => all[(next + all.length) % all.length]?.focus()
    const actions: Record<string, () => void> = {
      ArrowDown: () => focus(at + 1),
      ArrowUp: () => focus(at - 1),
      Home: () => focus(0),
      End: () => focus(-1),
      Escape: back,
      Tab: finish,
      ArrowRight: () => (entry?.children && !entry.disabled ? enter(entry) : sideways(1)),
      ArrowLeft: () => (nested ? back() : sideways(-1)),
      Enter: () => entry && choose(entry),
      ' ': () => entry && choose(entry),
    }
    const action = actions[event.key] ?? typeAhead(event, entries, at, focus)
    if (!action) return
    action()
    event.preventDefault()
    event.stopPropagation()
  }

  const isLeaf = entries.every(entry => !entry.children)
  return (
    <div
      class={`menu ${nested ? 'menu-nested' : ''} ${hasIcons ? '' : 'menu-plain'} ${isLeaf ? 'menu-leaf' : ''}`}
      role="menu"
      aria-label={label}
      ref={list}
      onKeyDown={onKeyDown}
    >
      {entries.map(entry => (
        <div class="menu-slot" key={entry.id}>
          <MenuItem
            entry={entry}
            isOpen={openId === entry.id}
            choose={() => choose(entry)}
            hover={element => {
              element.focus({ preventScroll: true })
              setOpenId(entry.children && !entry.disabled ? entry.id : null)
            }}
          />
          {openId === entry.id && (
            <MenuList
              nested
              label={entry.label}
              entries={entry.children?.() ?? []}
              finish={finish}
              back={() => {
                setOpenId(null)
                items()[entries.indexOf(entry)]?.focus()
              }}
              sideways={sideways}
            />
          )}
          {entry.separatorAfter && <hr class="menu-separator" />}
        </div>
      ))}
    </div>
  )
}

interface MenuItemProps {
  entry: MenuEntry
  isOpen: boolean
  choose(): void
  hover(element: HTMLElement): void
}

function MenuItem({ entry, isOpen, choose, hover }: MenuItemProps) {
  return (
    <button
      type="button"
      class="menu-item"
      role={entry.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      tabIndex={-1}
      aria-disabled={entry.disabled === true}
      {...(entry.checked === undefined ? {} : { 'aria-checked': entry.checked })}
      {...(entry.children ? { 'aria-haspopup': 'menu', 'aria-expanded': isOpen } : {})}
      onClick={choose}
      onPointerEnter={event => hover(event.currentTarget)}
    >
      <MenuIcon entry={entry} />
      <span class="menu-label">{entry.label}</span>
      {entry.shortcut && <span class="menu-shortcut">{entry.shortcut}</span>}
      {entry.children && <span class="menu-arrow" aria-hidden="true" />}
    </button>
  )
}

function MenuIcon({ entry: { icon, checked } }: { entry: MenuEntry }) {
  if (checked) return <span class="menu-icon menu-check" aria-hidden="true" />
  // The markup is o-spreadsheet's own template, shipped with it: nothing a user wrote.
  return <span class="menu-icon" aria-hidden="true" dangerouslySetInnerHTML={{ __html: icon ?? '' }} />
}

/** To the next entry that begins with the typed letter. */
function typeAhead(event: KeyboardEvent, entries: MenuEntry[], at: number, focus: (at: number) => void) {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return undefined
  const letter = event.key.toLowerCase()
  const order = entries.map((_, step) => (at + 1 + step) % entries.length)
  const found = order.find(index => entries[index]?.label.toLowerCase().startsWith(letter))
  return found === undefined ? undefined : () => focus(found)
}

const EDGE = 8

function keepOnScreen(menu: HTMLElement | null, nested: boolean): void {
  if (!menu) return
  menu.style.maxHeight = `${innerHeight - 2 * EDGE}px`
  const { top, right, bottom, width } = menu.getBoundingClientRect()
  if (right > innerWidth) menu.style.left = nested ? `${-width}px` : `${innerWidth - right - EDGE}px`
  // Where there is no room beside it, over it.
  const over = EDGE - menu.getBoundingClientRect().left
  if (over > 0) menu.style.left = `${menu.offsetLeft + over}px`
  if (bottom > innerHeight) menu.style.marginTop = `${Math.max(innerHeight - bottom - EDGE, EDGE - top)}px`
}
