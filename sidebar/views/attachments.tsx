/** Files for the next prompt: picked, dropped or pasted, each with what became of it. */
import { useRef } from 'preact/hooks'
import type { TurnFile } from '../conversation/files.ts'
import type { Turn } from '../conversation/thread.ts'
import type { App } from '../state/app.ts'
import { type Attachment, FILE_TYPES, MAX_FILE_BYTES, MAX_FILES } from '../state/attachments.ts'
import { explainRequest } from '../words/errors.ts'
import { formatBytes, t } from '../words/texts.ts'
import { Icon } from './icons.tsx'

export function AttachButton({ app }: { app: App }) {
  const picker = useRef<HTMLInputElement>(null)
  if (!app.abilities.value.attachments) return null
  return (
    <>
      <input
        ref={picker}
        class="hidden"
        type="file"
        multiple
        tabIndex={-1}
        aria-hidden="true"
        accept={FILE_TYPES}
        onChange={({ currentTarget }) => {
          void app.attachments.add([...(currentTarget.files ?? [])])
          // The same file may be picked again.
          currentTarget.value = ''
        }}
      />
      <button
        type="button"
        class="icon-button"
        aria-label={t('files.attach')}
        title={t('files.attach')}
        onClick={() => picker.current?.click()}
      >
        <Icon name="clip" />
      </button>
    </>
  )
}

export function AttachmentList({ app }: { app: App }) {
  const { list, tooMany, remove } = app.attachments
  if (list.value.length === 0 && !tooMany.value) return null
  return (
    <fieldset class="files" aria-label={t('files.label')}>
      {list.value.map(file => (
        <div key={file.key} class={`file file-${file.state.name}`}>
          <Icon name={file.state.name === 'failed' ? 'warn' : 'clip'} size={14} />
          <span class="file-name">{file.name}</span>
          <span class="file-note" role={file.state.name === 'failed' ? 'alert' : undefined}>
            {noteOf(file)}
          </span>
          <button
            type="button"
            class="file-remove"
            aria-label={t('files.remove', { name: file.name })}
            title={t('files.remove', { name: file.name })}
            onClick={() => remove(file.key)}
          >
            <Icon name="close" size={12} />
          </button>
        </div>
      ))}
      {tooMany.value ? (
        <p class="problem" role="alert">
          {t('files.tooMany', { n: MAX_FILES })}
        </p>
      ) : null}
    </fieldset>
  )
}

function noteOf({ state }: Attachment): string {
  if (state.name === 'sending') return t('files.sending')
  if (state.name === 'failed') {
    const { why } = state
    if (typeof why !== 'object') return t(`files.${why}`, { most: formatBytes(MAX_FILE_BYTES) })
    const { title, text } = explainRequest(why)
    return why.status === 413 || why.status === 415 || why.status === 400
      ? why.message || title
      : `${title}. ${text}`
  }
  return kindOf(state.file)
}

/** "1 table, 812 rows, 30 KB", "Picture, 214 KB" */
function kindOf({ mediaType, bytes, tables }: Pick<TurnFile, 'mediaType' | 'bytes' | 'tables'>): string {
  const size = formatBytes(bytes)
  if (tables.length > 0) {
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return t('files.tables', { n: tables.length, rows, size })
  }
  if (mediaType.startsWith('image/')) return t('files.picture', { size })
  if (mediaType === 'application/pdf') return `PDF, ${size}`
  return /^text\/|json$/.test(mediaType) ? t('files.text', { size }) : size
}

/** Under a prompt in the thread: what came with it. */
export function PromptFiles({ turn }: { turn: Turn }) {
  const files = turn.files.value
  if (!files?.length) return null
  return (
    <ul class="prompt-files" aria-label={t('files.label')}>
      {files.map(file => (
        <li key={file.id} class="file">
          <Icon name="clip" size={14} />
          <span class="file-name" title={file.name}>
            {file.name}
          </span>
          <span class="file-note">{kindOf(file)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Takes files that are dropped or pasted anywhere on the pane. */
export function dropProps(app: App) {
  const take = (files: FileList | undefined) => {
    if (!files?.length || !app.abilities.peek().attachments) return false
    void app.attachments.add([...files])
    return true
  }
  return {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files') || !app.abilities.peek().attachments) return
      event.preventDefault()
      app.isDropping.value = true
    },
    onDragLeave: (event: DragEvent) => {
      // Leaving for something inside of the pane is no leaving.
      if (!(event.currentTarget as Node).contains(event.relatedTarget as Node | null))
        app.isDropping.value = false
    },
    onDrop: (event: DragEvent) => {
      app.isDropping.value = false
      if (take(event.dataTransfer?.files)) event.preventDefault()
    },
    onPaste: (event: ClipboardEvent) => {
      if (take(event.clipboardData?.files)) event.preventDefault()
    },
  }
}
