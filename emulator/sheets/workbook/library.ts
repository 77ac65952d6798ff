/**
 * The workbooks on the disk: create, open, list their ids in no order, and who may use each.
 *
 * `<folder>/<id>.json` is a whole workbook, of a large one with its cells in lines of their own (written under another name, then renamed); `<folder>/<id>.journal`
 * holds one accepted revision a line since then, appended before the change is answered. Opening replays
 * the journal. A crash between writing the one and emptying the other is harmless: revisions form a chain,
 * and what does not continue the chain is skipped. `<folder>/<id>.about` repeats the title and who may use it, so
 * that a list of workbooks reads none of them.
 */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CollaborationMessage, WorkbookData } from '../../dialect/engine.ts'
import {
  type Access,
  historyOf,
  parseSaved,
  parseWhole,
  type SavedTexts,
  type SavedWorkbook,
  wholeText,
  withCells,
} from './saved.ts'
import { inSlices } from './slices.ts'
import { Workbook } from './workbook.ts'

export type Role = 'owner' | 'writer' | 'reader'

export const roleIn = ({ owner, shared }: Access, email: string): Role | undefined =>
  owner === email ? 'owner' : shared[email]

/** What a list says of a workbook. */
export interface About {
  title: string
  access: Access
}

interface Entry {
  workbook: Workbook
  access: Access
  /** As it was written last. */
  about?: string
}

/** Revisions in a journal before the workbook is written whole again. */
const MAX_JOURNAL_REVISIONS = 2000
const MAX_CELLS_WRITTEN_ON_CLOSE = 50_000
/** Of packed cells, of some thousand each: so few are read in one go. */
const FEW_TEXTS = 10

export interface LibraryOptions {
  folder: string
  /** After each accepted revision of any workbook, soon. */
  onRevision?(workbook: Workbook): void
  random?: () => number
}

export class Library {
  readonly #folder: string
  readonly #random: () => number
  readonly #onRevision: LibraryOptions['onRevision']
  readonly #open = new Map<string, Entry>()
  readonly #opening = new Map<string, Promise<void>>()

  constructor(options: LibraryOptions) {
    this.#folder = options.folder
    this.#random = options.random ?? Math.random
    this.#onRevision = options.onRevision
    mkdirSync(this.#folder, { recursive: true })
  }

  list(): string[] {
    return readdirSync(this.#folder)
      .filter(name => name.endsWith('.json'))
      .map(name => name.slice(0, -'.json'.length))
  }

  /** The open workbook; undefined when there is none of that id. */
  get(id: string): Workbook | undefined {
    return this.#entry(id)?.workbook
  }

  /**
   * The same, opened in slices where it is large and not open yet, so that others are answered meanwhile: to be
   * waited for before anything asks for it in one go.
   */
  async opened(id: string): Promise<Workbook | undefined> {
    if (this.#open.has(id) || !this.has(id)) return this.get(id)
    const known = this.#opening.get(id) ?? this.#openInSlices(id)
    this.#opening.set(id, known)
    try {
      await known
    } finally {
      this.#opening.delete(id)
    }
    return this.get(id)
  }

  async #openInSlices(id: string): Promise<void> {
    const { whole, journal } = await this.#textsLater(id)
    const saved = parseWhole(whole)
    if (saved.texts === undefined) return
    const entry = this.#entryOf(saved, historyOf(saved, journal))
    await inSlices(entry.workbook.fill())
    // It may have been opened in one go since, by somebody who could not wait.
    if (!this.#open.has(id)) this.#opens(id, entry)
  }

  async #textsLater(id: string): Promise<SavedTexts> {
    const journal = this.#file(id, 'journal')
    return {
      whole: await readFile(this.#file(id, 'json'), 'utf8'),
      journal: existsSync(journal) ? await readFile(journal, 'utf8') : '',
    }
  }

  /** All of a workbook as it is on the disk, read at one moment; undefined when there is none of that id. */
  saved(id: string): SavedTexts | undefined {
    return this.has(id) ? this.#texts(id) : undefined
  }

  has(id: string): boolean {
    return this.#open.has(id) || (isId(id) && existsSync(this.#file(id, 'json')))
  }

  /** `data` is the engine's workbook data; an id that exists is an error. */
  create(options: { id?: string; owner: string; data: WorkbookData }): Workbook {
    const id = options.id ?? this.#newId()
    if (!isId(id)) throw new Error(`A workbook cannot be called ${JSON.stringify(id)}.`)
    if (this.has(id)) throw new Error(`There is a workbook ${id} already.`)
    const access: Access = { owner: options.owner, shared: {} }
    this.#write({ format: 1, id, access, data: options.data })
    return this.#load({ format: 1, id, access, data: options.data }, []).workbook
  }

  /** The same with its cells in texts: of a large one in slices, and there when it is whole. */
  async createPacked(options: { owner: string; data: WorkbookData; texts: string[] }): Promise<Workbook> {
    const { data, texts, owner } = options
    const id = this.#newId()
    if (texts.length <= FEW_TEXTS) {
      const small = withCells({ format: 1, id, access: { owner, shared: {} }, data, texts })
      return this.create({ id, owner, data: small.data })
    }
    const saved: SavedWorkbook = { format: 2, id, access: { owner, shared: {} }, data, texts }
    const entry = this.#entryOf(saved, [])
    await inSlices(entry.workbook.fill())
    this.#write(saved)
    this.#opens(id, entry)
    return entry.workbook
  }

  /** Of one that is not open, from a small file of its own; undefined when there is none of that id. */
  async about(id: string): Promise<About | undefined> {
    const entry = this.#open.get(id)
    if (entry !== undefined) return { title: entry.workbook.title, access: entry.access }
    if (!this.has(id)) return undefined
    const kept = await readFile(this.#file(id, 'about'), 'utf8').catch(() => '')
    if (kept !== '') return JSON.parse(kept) as About
    // A folder of an older version: once.
    await this.opened(id)
    this.#keepAbout(id)
    return this.about(id)
  }

  /** After the title or the access has changed; read back only while the workbook is not open. */
  #keepAbout(id: string): void {
    const entry = this.#open.get(id)
    if (entry === undefined) return
    const text = JSON.stringify({ title: entry.workbook.title, access: entry.access } satisfies About)
    if (entry.about === text) return
    entry.about = text
    const file = this.#file(id, 'about')
    writeFileSync(`${file}.new`, text, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }

  /** What a user may do with a workbook; undefined: nothing. */
  roleOf(id: string, email: string): Role | undefined {
    const access = this.#entry(id)?.access
    return access && roleIn(access, email)
  }

  access(id: string): Access | undefined {
    return this.#entry(id)?.access
  }

  /** Shares with a user, or stops sharing (role undefined). */
  share(id: string, email: string, role: 'writer' | 'reader' | undefined): void {
    const entry = this.#entry(id)
    if (entry === undefined) throw new Error(`There is no workbook ${id}.`)
    if (role === undefined) delete entry.access.shared[email]
    else entry.access.shared[email] = role
    this.#compact(entry)
    this.#keepAbout(id)
  }

  /**
   * Writes the changed workbooks whole, but for large ones: their journals keep them safe too, and a process
   * that is told to end should not take long about it.
   */
  close(): void {
    for (const [id, entry] of this.#open) {
      this.#keepAbout(id)
      if (entry.workbook.historyLength > 0 && entry.workbook.cellCount <= MAX_CELLS_WRITTEN_ON_CLOSE)
        this.#compact(entry)
    }
    this.#open.clear()
  }

  #entry(id: string): Entry | undefined {
    const open = this.#open.get(id)
    if (open !== undefined) return open
    if (!this.has(id)) return undefined
    const { saved, history } = parseSaved(this.#texts(id))
    return this.#load(saved, history)
  }

  #texts(id: string): SavedTexts {
    const journal = this.#file(id, 'journal')
    return {
      whole: readFileSync(this.#file(id, 'json'), 'utf8'),
      journal: existsSync(journal) ? readFileSync(journal, 'utf8') : '',
    }
  }

  #load(saved: SavedWorkbook, history: CollaborationMessage[]): Entry {
    const entry = this.#entryOf(saved, history)
    this.#opens(saved.id, entry)
    return entry
  }

  #opens(id: string, entry: Entry): void {
    this.#open.set(id, entry)
    this.#keepAbout(id)
  }

  #entryOf(saved: SavedWorkbook, history: CollaborationMessage[]): Entry {
    const { id, data, texts, access } = saved
    const workbook = new Workbook({
      id,
      data,
      ...(texts === undefined ? {} : { texts }),
      history,
      random: this.#random,
      onRevision: it => {
        // The workbook may have been closed since.
        if (this.#open.get(id) !== entry) return
        this.#keepAbout(id)
        this.#onRevision?.(it)
      },
      record: message => {
        appendFileSync(this.#file(id, 'journal'), `${JSON.stringify(message)}\n`)
        // After the present change is answered: writing all of it must not be part of this one.
        if (workbook.historyLength > MAX_JOURNAL_REVISIONS && !compacting) {
          compacting = true
          setImmediate(async () => {
            if (this.#open.get(id) === entry) await this.#compactLater(entry)
            compacting = false
          })
        }
      },
    })
    let compacting = false
    const entry = { workbook, access }
    return entry
  }

  /** Of a large one in slices: it goes on being used meanwhile. */
  async #compactLater(entry: Entry): Promise<void> {
    const { workbook, access } = entry
    if (!workbook.isLarge) return this.#compact(entry)
    await workbook.packed()
    if (this.#open.get(workbook.id) !== entry) return
    const { data, texts } = await workbook.rebasePacked()
    this.#write({ format: 2, id: workbook.id, access, data, texts })
  }

  #compact({ workbook, access }: Entry): void {
    const data = workbook.rebase()
    this.#write({ format: 1, id: workbook.id, access, data })
  }

  #write(saved: SavedWorkbook): void {
    const file = this.#file(saved.id, 'json')
    writeFileSync(`${file}.new`, wholeText(saved), { mode: 0o600 })
    renameSync(`${file}.new`, file)
    writeFileSync(this.#file(saved.id, 'journal'), '', { mode: 0o600 })
  }

  #file(id: string, extension: 'json' | 'journal' | 'about'): string {
    return join(this.#folder, `${id}.${extension}`)
  }

  /** 44 characters, as Google's are. */
  #newId(): string {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const letters = Array.from({ length: 43 }, () => alphabet[Math.floor(this.#random() * alphabet.length)])
    return `1${letters.join('')}`
  }
}

/** Ids come from addresses and become file names. */
function isId(id: string): boolean {
  return /^[A-Za-z0-9_-]{1,100}$/.test(id)
}
