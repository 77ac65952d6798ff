/** File ▸ Open: the spreadsheets on this machine, narrowed by what is typed. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { type FileEntry, fileAddress, listFiles } from './files.ts'
import { CloseButton, Modal } from './overlays.tsx'
import { isOpenDialogOpen } from './state.ts'

export function OpenDialog({ current }: { current: string }) {
  if (!isOpenDialogOpen.value) return null
  return <FileList current={current} />
}

function FileList({ current }: { current: string }) {
  const [files, setFiles] = useState<FileEntry[] | undefined>()
  const [words, setWords] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    listFiles().then(setFiles, () => setFiles([]))
  }, [])
  const close = () => {
    isOpenDialogOpen.value = false
  }
  const shown = (files ?? []).filter(({ title }) =>
    words
      .toLowerCase()
      .split(/\s+/)
      .every(word => title.toLowerCase().includes(word)),
  )
  return (
    <Modal label="Open a spreadsheet" className="open-dialog" onCancel={close}>
      <div class="dialog-header">
        <h2>Open a spreadsheet</h2>
        <CloseButton label="Close" onClick={close} />
      </div>
      <input
        class="open-search"
        ref={field}
        type="search"
        aria-label="Search spreadsheets"
        placeholder="Search"
        value={words}
        onInput={event => setWords(event.currentTarget.value)}
        // The browser would only empty the field.
        onKeyDown={event => event.key === 'Escape' && close()}
      />
      <ul class="open-list">
        {shown.map(({ id, title, mine }) => (
          <li key={id}>
            <a href={fileAddress(id)} aria-current={id === current ? 'page' : undefined}>
              {title}
              {!mine && <span class="open-note">shared with you</span>}
            </a>
          </li>
        ))}
      </ul>
      {files !== undefined && shown.length === 0 && <p class="open-none">No spreadsheet by that name.</p>}
    </Modal>
  )
}
