/** The top of the page: the file's name, the menus, whether everything is saved, and whose page it is. */
import { useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { MenuBar } from './menu-bar.tsx'
import type { MenuEntry } from './menus.ts'
import { connectionState, isSaved, title } from './state.ts'

interface HeaderProps {
  menus: MenuEntry[]
  userName: string
  userEmail: string
  readOnly: boolean
  /** False when there is no line to the server. */
  rename(name: string): boolean
  leave(): void
}

export function Header({ menus, userName, userEmail, readOnly, rename, leave }: HeaderProps) {
  return (
    <header class="header">
      <SheetIcon />
      <div class="header-main">
        <div class="header-title">
          <TitleField rename={rename} readOnly={readOnly} leave={leave} />
          <SaveState readOnly={readOnly} />
        </div>
        <MenuBar menus={menus} leave={leave} />
      </div>
      <ConnectionLine />
      <div
        class="avatar"
        role="img"
        aria-label={`${userName}, ${userEmail}`}
        title={`${userName}\n${userEmail}`}
      >
        {userName.slice(0, 1).toUpperCase()}
      </div>
    </header>
  )
}

function SheetIcon() {
  return (
    <svg class="sheet-icon" viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">
      <path fill="#188038" d="M10 3h14l9 9v22a3 3 0 0 1-3 3H10a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3z" />
      <path fill="#8fc9a0" d="M24 3l9 9h-7a2 2 0 0 1-2-2z" />
      <path fill="#fff" d="M12 17h16v14H12z" />
      <path stroke="#188038" stroke-width="1.6" d="M12 21.7h16M12 26.3h16M20 17v14" />
    </svg>
  )
}

interface TitleFieldProps {
  readOnly: boolean
  rename(name: string): boolean
  leave(): void
}

export const TITLE_FIELD_ID = 'document-title'

function TitleField({ readOnly, rename, leave }: TitleFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useSignalEffect(() => {
    const name = title.value
    document.title = `${name} - Sheets on this machine`
    // Someone else's new name must not replace what the user is typing.
    if (field.current && document.activeElement !== field.current) field.current.value = name
  })
  const commit = () => {
    const name = field.current?.value.trim() ?? ''
    const renamed = name === title.value || (name !== '' && rename(name))
    if (field.current && !renamed) field.current.value = title.value
  }
  return (
    <input
      id={TITLE_FIELD_ID}
      class="title-field"
      ref={field}
      aria-label="Name of the spreadsheet"
      spellcheck={false}
      readOnly={readOnly}
      onFocus={event => event.currentTarget.select()}
      onBlur={commit}
      onKeyDown={event => {
        if (event.key === 'Escape') event.currentTarget.value = title.value
        if (event.key === 'Enter' || event.key === 'Escape') leave()
        event.stopPropagation()
      }}
    />
  )
}

function SaveState({ readOnly }: { readOnly: boolean }) {
  if (readOnly) return <span class="save-state">View only</span>
  return (
    <span class="save-state" aria-live="polite">
      {isSaved.value ? 'Saved' : connectionState.value === 'lost' ? 'Not saved yet' : 'Saving…'}
    </span>
  )
}

function ConnectionLine() {
  return (
    <div class="connection-line" role="status">
      {connectionState.value === 'lost' && 'Trying to connect…'}
    </div>
  )
}
