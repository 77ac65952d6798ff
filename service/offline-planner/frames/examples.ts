/** An example of each kind, for the answer to "help": told here once all kinds are known. */
let examples: readonly string[] = []

export const tellExamples = (found: readonly string[]): void => {
  examples = found
}

export const examplesOf = (): readonly string[] => examples
