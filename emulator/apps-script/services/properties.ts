/**
 * Properties, kept in one file of the data folder and written whole before a change is answered.
 * Limits and their words are Google's.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { StoreScope } from '../bridge.ts'
import type { HostServices, RunningScript } from './types.ts'

const MAX_VALUE_BYTES = 9 * 1024
const MAX_KEY_CHARACTERS = 500
const MAX_STORE_BYTES = 500 * 1024

type Values = Record<string, string>
/** Every store by its key, such as `user:someone@example.com`. */
type Stores = Record<string, Values>

export interface PropertyStoreOptions {
  file: string
  /** User properties that are there on the very first start: e-mail address → values. */
  firstUserProperties: Record<string, Values>
}

export type PropertyServices = Pick<HostServices, 'properties.all' | 'properties.change'>

export function createPropertyServices({
  file,
  firstUserProperties,
}: PropertyStoreOptions): PropertyServices {
  const stores = existsSync(file) ? readStores(file) : firstStores(firstUserProperties)
  const open = (script: RunningScript, scope: StoreScope) => stores[storeKey(script, scope)] ?? {}
  if (!existsSync(file)) writeStores(file, stores)

  return {
    'properties.all': (script, scope) => ({ ...open(script, scope) }),
    'properties.change'(script, scope, set, remove) {
      for (const [key, value] of Object.entries(set)) checkProperty(key, value)
      const kept = Object.entries(open(script, scope)).filter(
        ([key]) => remove !== 'others' && !remove.includes(key),
      )
      const next = { ...Object.fromEntries(kept), ...set }
      if (sizeOf(next) > MAX_STORE_BYTES) {
        throw new Error(
          'You have exceeded the property storage quota. Please remove some properties and try again.',
        )
      }
      stores[storeKey(script, scope)] = next
      writeStores(file, stores)
    },
  }
}

export function storeKey({ email, page }: RunningScript, scope: StoreScope): string {
  if (scope === 'user') return `user:${email}`
  return scope === 'document' ? `document:${page.spreadsheetId}` : 'script'
}

function checkProperty(key: string, value: string): void {
  if (key.length > MAX_KEY_CHARACTERS) throw new Error('Argument too large: key')
  if (Buffer.byteLength(value) > MAX_VALUE_BYTES) throw new Error('Argument too large: value')
}

function sizeOf(values: Values): number {
  return Object.entries(values).reduce(
    (bytes, [key, value]) => bytes + Buffer.byteLength(key) + Buffer.byteLength(value),
    0,
  )
}

function firstStores(firstUserProperties: Record<string, Values>): Stores {
  return Object.fromEntries(
    Object.entries(firstUserProperties).map(([email, values]) => [`user:${email}`, values]),
  )
}

function readStores(file: string): Stores {
  return JSON.parse(readFileSync(file, 'utf8')) as Stores
}

/** Written beside and renamed, so a crash leaves the old file or the new one. Holds keys: owner only. */
function writeStores(file: string, stores: Stores): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(stores), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
