/** How a model is asked: with which settings, and again where an answer can't be used. */
import type { CatalogueEntry } from './catalogue.ts'
import { ModelCallError } from './failures.ts'
import { addUsage, costNanoDollars, NO_USAGE } from './price.ts'
import type { TokenUsage } from './types.ts'

/** An empty answer is asked for once more: most models then give one. */
const MAX_ANSWERS = 2

interface Spent {
  usage: TokenUsage
  costNanoDollars: bigint
}

export type Asked<T> = Spent & ({ state: 'ok'; value: T } | { state: 'failed'; cause: unknown })

/** What every call is sent with, by the model's entry in the catalogue. */
export const callSettings = (entry: CatalogueEntry) => ({
  ...(entry.maxOutputTokens === undefined ? {} : { maxOutputTokens: entry.maxOutputTokens }),
  // Nothing of a person's sheet is kept at the provider for later.
  ...(entry.provider === 'openai' && entry.api === 'responses'
    ? { providerOptions: { openai: { store: false } } }
    : {}),
})

/** Until an answer can be used, at most twice; what was used counts in either case. `read` gives what is made of an answer, or why it can't be used. */
export async function askUntilUsable<A extends { usage: TokenUsage }, T>(
  { entry, signal }: { entry: CatalogueEntry; signal: AbortSignal },
  ask: () => Promise<A>,
  read: (answer: A) => T | ModelCallError,
): Promise<Asked<T>> {
  let usage = NO_USAGE
  const spent = (): Spent => ({ usage, costNanoDollars: costNanoDollars(entry.price, usage) })
  try {
    for (let asked = 1; ; asked++) {
      const answer = await ask()
      usage = addUsage(usage, answer.usage)
      const value = read(answer)
      if (!(value instanceof ModelCallError)) return { state: 'ok', value, ...spent() }
      value.attempts = asked
      if (!value.isPassing || asked >= MAX_ANSWERS) throw value
    }
  } catch (cause) {
    signal.throwIfAborted()
    return { state: 'failed', cause, ...spent() }
  }
}
