/** How a tool says no: helpers deep inside it throw a Refusal, which `spreadsheetTool` makes a failed outcome. */

export class Refusal extends Error {
  readonly output: unknown
  /** `message` says what happened, that nothing was changed (or what was), and what to do. */
  constructor(message: string, output?: unknown) {
    super(message)
    this.name = 'Refusal'
    this.output = output
  }
}
