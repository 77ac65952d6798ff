/**
 * The rows or columns of one tab as a list of ids, so that a line can be followed while others are
 * inserted, deleted and moved around it. Ids below NEW_LINE are the lines' numbers in an earlier state;
 * lines that this state did not have get ids from there on.
 */

export const NEW_LINE = 1_000_000_000

/** `count` lines whose ids follow each other from `id` on. */
export interface Piece {
  id: number
  count: number
}

/** The index of the last number that is not above `value`; the numbers ascend, and the first is not above. */
function lastUpTo(numbers: readonly number[], value: number): number {
  let low = 0
  let high = numbers.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (numbers[middle]! <= value) low = middle
    else high = middle - 1
  }
  return low
}

export class Lines {
  #pieces: Piece[]
  #nextNew: number

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces.filter(piece => piece.count > 0).map(piece => ({ ...piece }))
    this.#nextNew = Math.max(NEW_LINE, ...this.#pieces.map(piece => piece.id + piece.count))
  }

  static of(count: number): Lines {
    return new Lines([{ id: 0, count }])
  }

  /** From the id of each line in order; an id below zero is a line of which nothing is known. */
  static fromIds(ids: readonly number[]): Lines {
    const lines = new Lines([])
    for (const id of ids) {
      if (id < 0) lines.#push({ id: lines.#nextNew++, count: 1 })
      else lines.#push({ id, count: 1 })
      if (id >= NEW_LINE) lines.#nextNew = Math.max(lines.#nextNew, id + 1)
    }
    return lines
  }

  get pieces(): readonly Readonly<Piece>[] {
    return this.#pieces
  }

  get count(): number {
    return this.#pieces.reduce((sum, piece) => sum + piece.count, 0)
  }

  /** Whether lines of the earlier state stand in another order than they did. */
  get isReordered(): boolean {
    const known = this.#pieces.filter(({ id }) => id < NEW_LINE)
    return known.some((piece, index) => index > 0 && piece.id < known[index - 1]!.id)
  }

  clone(): Lines {
    return new Lines(this.#pieces)
  }

  /** Ids of the lines `start` to `end`. */
  ids(start: number, end: number): Piece[] {
    const found: Piece[] = []
    let position = 0
    for (const { id, count } of this.#pieces) {
      const from = Math.max(start, position)
      const to = Math.min(end, position + count)
      if (from < to) found.push({ id: id + from - position, count: to - from })
      position += count
    }
    return found
  }

  idAt(position: number): number | undefined {
    return this.ids(position, position + 1)[0]?.id
  }

  /**
   * These lines by what `earlier` calls them, where their ids are its positions. Lines that it does not have,
   * or knows no id of before for, are new. By pieces: tabs have half a million lines, and few pieces.
   */
  byIdsOf(earlier: Lines | undefined): Lines {
    const pieces = earlier?.pieces ?? []
    const starts: number[] = []
    let end = 0
    for (const { count } of pieces) {
      starts.push(end)
      end += count
    }
    const lines = new Lines([])
    const pushNew = (count: number) => lines.#push({ id: lines.#nextNew, count })
    for (const { id, count } of this.#pieces) {
      let done = 0
      while (done < count) {
        const at = id + done
        if (at >= end) {
          pushNew(count - done)
          break
        }
        const index = lastUpTo(starts, at)
        const piece = pieces[index]!
        const offset = at - starts[index]!
        const length = Math.min(count - done, piece.count - offset)
        if (piece.id + offset >= NEW_LINE) pushNew(length)
        else lines.#push({ id: piece.id + offset, count: length })
        done += length
      }
    }
    return lines
  }

  /** Every id in order: for loops over whole tabs. */
  toIds(): number[] {
    const ids = new Array<number>(this.count)
    let position = 0
    for (const { id, count } of this.#pieces) {
      for (let index = 0; index < count; index += 1) ids[position++] = id + index
    }
    return ids
  }

  positionOf(id: number): number | undefined {
    let position = 0
    for (const piece of this.#pieces) {
      if (id >= piece.id && id < piece.id + piece.count) return position + id - piece.id
      position += piece.count
    }
    return undefined
  }

  /** The smallest span of positions that holds all lines of `ids` that are still here. */
  span(ids: readonly Piece[]): [start: number, end: number] | null {
    let start = Number.POSITIVE_INFINITY
    let end = -1
    let position = 0
    for (const piece of this.#pieces) {
      for (const wanted of ids) {
        const from = Math.max(piece.id, wanted.id)
        const to = Math.min(piece.id + piece.count, wanted.id + wanted.count)
        if (from >= to) continue
        start = Math.min(start, position + from - piece.id)
        end = Math.max(end, position + to - piece.id)
      }
      position += piece.count
    }
    return end < 0 ? null : [start, end]
  }

  /** Puts lines before `at`: new ones, or those of the given ids. */
  insert(at: number, count: number, ids?: readonly Piece[]): void {
    const head = this.ids(0, at)
    const tail = this.ids(at, this.count)
    const middle = ids ?? [{ id: this.#nextNew, count }]
    if (!ids) this.#nextNew += count
    this.#set([...head, ...middle, ...tail])
  }

  remove(start: number, end: number): void {
    this.#set([...this.ids(0, start), ...this.ids(end, this.count)])
  }

  /** `to` counts before the lines are taken out, as in Google's moveDimension. */
  move(start: number, end: number, to: number): void {
    const moved = this.ids(start, end)
    if (to > start && to < end) return
    const rest = [...this.ids(0, start), ...this.ids(end, this.count)]
    const at = to > start ? to - (end - start) : to
    this.#set(rest)
    this.insert(at, 0, moved)
  }

  /** The lines from `start` on get a new order: `order[i]` is the offset of the line that comes i-th. */
  permute(start: number, order: readonly number[]): void {
    const block = new Lines(this.ids(start, start + order.length)).toIds()
    this.#set([
      ...this.ids(0, start),
      ...order.map(offset => ({ id: block[offset]!, count: 1 })),
      ...this.ids(start + order.length, this.count),
    ])
  }

  #set(pieces: readonly Piece[]): void {
    this.#pieces = []
    for (const piece of pieces) this.#push({ ...piece })
  }

  /** Joins pieces whose ids follow each other. */
  #push(piece: Piece): void {
    if (piece.count === 0) return
    const last = this.#pieces.at(-1)
    if (last && last.id + last.count === piece.id) last.count += piece.count
    else this.#pieces.push(piece)
    this.#nextNew = Math.max(this.#nextNew, piece.id + piece.count)
  }
}
