/** What a long job is: a generated workbook, a person's words, and questions that its result must answer. */
import type { WorkbookTab } from '../workbook.ts'
import type { Random } from './random.ts'
import type { ResultBook } from './result.ts'

export interface Check {
  /** Present-tense fact that holds of a right result. */
  says: string
  /** Null where it holds, otherwise what was found. */
  fails(result: ResultBook): string | null
}

/** An input changed after the agent has finished: what depends on it must follow. */
export interface Probe {
  /** A1 range with its tab. */
  cell: string
  value: string | number
  checks: Check[]
}

export interface PreparedJob {
  tabs: WorkbookTab[]
  checks: Check[]
  probe?: Probe
}

export interface Job {
  id: string
  title: string
  /** In the words of a person; further ones are sent when the turn before has ended. */
  prompts: [string, ...string[]]
  prepare(random: Random): PreparedJob
}
