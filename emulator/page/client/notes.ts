/** Notes of cells in the page: shown when the pointer rests on the cell, written from the cell's menu. */
import type { CellPosition, Dispatch, Getters } from '../../dialect/engine.ts'
import { noteAt, noteKey, notesOf } from '../../dialect/notes.ts'
import { engine } from './globals.ts'
import { ask } from './state.ts'

interface NoteEnv {
  model: {
    getters: Getters & { getActivePosition(): CellPosition; isReadonly(): boolean }
    dispatch: Dispatch
  }
}

/** Of a merged cell, the note of its first. */
const noteOf = (getters: Getters, position: CellPosition) =>
  notesOf(getters, position.sheetId).get(noteKey(position))

export function installNotes(): void {
  const { registries } = engine()
  const popovers = registries.cellPopoverRegistry
  if (popovers.contains('Note')) return
  class NotePopover extends owl.Component {
    static template = owl.xml`<div class="cell-note" role="note" t-esc="props.text"/>`
    static props = { text: String, '*': true }
  }
  popovers.add('Note', {
    onHover(position: CellPosition, getters: Getters) {
      const note = noteOf(getters, position)
      if (note === undefined) return { isOpen: false }
      return {
        isOpen: true,
        props: { text: String(note.data) },
        Component: NotePopover,
        cellCorner: 'top-right',
      }
    },
  })
  addToMenus()
}

function addToMenus(): void {
  const { cellMenuRegistry, topbarMenuRegistry } = engine().registries
  const here = ({ model }: NoteEnv) => noteOf(model.getters, model.getters.getActivePosition())
  const edit = {
    name: (env: NoteEnv) => (here(env) === undefined ? 'Insert note…' : 'Edit note…'),
    execute: (env: NoteEnv) => editNote(env),
  }
  cellMenuRegistry.add('google_note', { ...edit, sequence: 190 })
  cellMenuRegistry.add('google_note_delete', {
    name: 'Delete note',
    sequence: 191,
    separator: true,
    isVisible: (env: NoteEnv) => here(env) !== undefined,
    execute: (env: NoteEnv) => setNote(env, ''),
  })
  topbarMenuRegistry.addChild('google_note', ['insert'], { ...edit, sequence: 120 })
}

function editNote(env: NoteEnv): void {
  const { getters } = env.model
  ask({
    title: 'Note',
    text: 'Shown while the pointer rests on the cell. An empty one is taken away.',
    buttons: 'OK_CANCEL',
    asksForText: false,
    longText: String(noteOf(getters, getters.getActivePosition())?.data ?? ''),
    answer: (button, text) => {
      if (button === 'OK') setNote(env, text.trim())
    },
  })
}

/** '' takes the note away. */
function setNote({ model }: NoteEnv, text: string): void {
  const position = model.getters.getActivePosition()
  const existing = noteOf(model.getters, position)
  if (text === '') {
    if (existing !== undefined) model.dispatch('REMOVE_ANNOTATION', { annotationId: existing.id })
    return
  }
  const { id, ranges, ...note } = noteAt(position, text, existing?.id)
  model.dispatch('SET_ANNOTATION', { annotationId: id, ...note, places: ranges })
}
