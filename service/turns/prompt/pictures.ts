/**
 * Pictures among the messages. They follow the results of the calls that showed them as the service's own
 * words: most providers take none inside a result. Old ones are left out; what stays keeps its place.
 */
import type { ModelMessage } from 'ai'
import type { Queryable } from '../../store/db.ts'
import { type Picture, shownBy } from '../../tools/attachments/shown.ts'
import type { StoredStep } from '../record/step-store.ts'

const SHOWING = new Set(['view_range', 'read_attachment'])
/** Each costs as much as a page of text, in every step that follows. */
const MOST_SHOWN = 4

export const pictureParts = ({ name, mediaType, base64 }: Picture) => [
  { type: 'text' as const, text: `<picture name=${JSON.stringify(name.replaceAll(/[<>]/g, ''))}/>` },
  { type: 'image' as const, image: base64, mediaType },
]

export class ShownPictures {
  readonly #db: Queryable
  /** Calls that were looked up; most show nothing, such as a table that was read. */
  readonly #known = new Map<string, Picture | null>()

  constructor(db: Queryable) {
    this.#db = db
  }

  /** The message that follows each step whose calls showed pictures, for the latest of them. */
  async after(steps: readonly StoredStep[]): Promise<Map<StoredStep, ModelMessage>> {
    const ended = steps.map(step => ({ step, ids: showingCalls(step) }))
    const unknown = ended.flatMap(({ ids }) => ids).filter(id => !this.#known.has(id))
    if (unknown.length > 0) {
      const found = await shownBy(this.#db, unknown)
      for (const id of unknown) this.#known.set(id, found.get(id) ?? null)
    }
    const messages = new Map<StoredStep, ModelMessage>()
    let left = MOST_SHOWN
    for (const { step, ids } of ended.toReversed()) {
      const pictures = ids.flatMap(id => this.#known.get(id) ?? []).slice(0, left)
      left -= pictures.length
      if (pictures.length > 0) messages.set(step, { role: 'user', content: pictures.flatMap(pictureParts) })
    }
    return messages
  }
}

/** Calls of tools that may show one, once they have a result. */
function showingCalls({ decision, results }: StoredStep): string[] {
  if (decision.next !== 'tools') return []
  const answered = new Set(results.map(({ toolCallId }) => toolCallId))
  return decision.calls
    .filter(({ tool, modelCallId }) => SHOWING.has(tool) && answered.has(modelCallId))
    .map(({ id }) => id)
}
