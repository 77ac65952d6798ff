/** A corpus file: one workbook, and what a person wrote about it with every outcome that is right. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Value = string | number | boolean | null

export interface Outcome {
  answer?: { numbers?: number[]; texts?: string[] }
  value?: Value
  column?: { tab: string; values: Value[]; header?: string }
  table?: { rows: Value[][]; ordered?: boolean }
  rows?: { tab: string; rows: Value[][] }
  cells?: Record<string, Value>
  columns?: { tab: string; headers: string[] }
  filtered?: { tab: string; visible: number[] }
  format?: { range: string } & Record<string, unknown>
  highlighted?: { tab: string; rows: number[]; column?: string }
  chart?: { type?: string; series?: number[][] }
  structure?: Record<string, unknown>
  nothing?: boolean
}

export interface Sentence {
  id: string
  kind: string
  tab: string
  say: string
  expect: Outcome[]
}

export interface Corpus {
  writer: string
  language: string
  workbook: { tabs: { title: string; rows: Value[][] }[] }
  sentences: Sentence[]
}

export const readCorpora = (folder: string): Corpus[] =>
  readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .sort()
    .map(name => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Corpus)
