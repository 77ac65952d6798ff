/** What a person keeps across spreadsheets: prompt history, saved prompts, default models. */
import type { ModelChoice } from '../../contract/rpc.ts'
import { readJson, writeJson, writeNewest } from './properties.ts'

const HISTORY = 'ROWHAND_HISTORY'
const SAVED = 'ROWHAND_SAVED_PROMPTS'
const MODELS = 'ROWHAND_MODELS'
const MAX_HISTORY = 40
const MAX_HISTORY_CHARACTERS = 1_000

export const readHistory = (): string[] => readJson(HISTORY, [])

export function rememberPrompt(prompt: string): void {
  const text = prompt.slice(0, MAX_HISTORY_CHARACTERS)
  const others = readHistory().filter(earlier => earlier !== text)
  writeNewest(HISTORY, [...others, text].slice(-MAX_HISTORY))
}

export const readSavedPrompts = (): string[] => readJson(SAVED, [])
export const saveSavedPrompts = (prompts: string[]) => writeJson(SAVED, prompts)

export const readDefaultModels = (): ModelChoice => readJson(MODELS, {})
export const saveDefaultModels = (models: ModelChoice) => {
  writeJson(MODELS, models)
}
