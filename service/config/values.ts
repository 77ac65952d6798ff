/**
 * Single values of the environment, by kind: each is right, not set, or a ConfigError whose message is the
 * one sentence to show. Knows no setting by name but the secrets'.
 */
import { MIN_SECRET_CHARACTERS } from '../accounts/secret.ts'
import { nearestName } from '../nearest-name.ts'

export class ConfigError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ConfigError'
  }
}

/** Letters by which a name may differ from the setting that was meant. */
const MOST_SLIPS = 2

export type Environment = Record<string, string | undefined>

export const set = (value: string | undefined): string | undefined => {
  const trimmed = value?.trim()
  return trimmed ? trimmed : undefined
}

export function wholeNumber(
  env: Environment,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const text = set(env[name])
  if (text === undefined) return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new ConfigError(`${name} is "${text}": set it to a whole number from ${min} to ${max}`)
  }
  return value
}

export function address(env: Environment, name: string, protocols = ['http:', 'https:']): string | undefined {
  const text = set(env[name])
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !protocols.includes(url.protocol)) {
    // The value is not repeated: a database address holds a password.
    throw new ConfigError(`${name} is not an address: it begins with ${protocols.join('// or ')}//`)
  }
  return text.replace(/\/+$/, '')
}

export function list(
  env: Environment,
  name: string,
  isRight: (word: string) => boolean,
  what: string,
): string[] {
  const words = (env[name] ?? '').split(/[\s,]+/).filter(word => word !== '')
  const wrong = words.find(word => !isRight(word))
  if (wrong === undefined) return words.map(word => word.toLowerCase())
  throw new ConfigError(`${name} holds "${wrong}": write ${what}, separated by spaces`)
}

export const isDomain = (word: string): boolean => /^[\p{L}\d]([\p{L}\d-]*)(\.[\p{L}\d-]+)+$/u.test(word)

export function isEmail(word: string): boolean {
  const [name, domain, ...more] = word.split('@')
  return name !== '' && domain !== undefined && isDomain(domain) && more.length === 0
}

export function otherSecrets(env: Environment): string[] {
  const name = 'ROWHAND_OTHER_SECRETS'
  const secrets = set(env[name])?.split(/\s+/) ?? []
  if (secrets.every(secret => secret.length >= MIN_SECRET_CHARACTERS)) return secrets
  // What is wrong is not repeated: it may be a part of the right one.
  throw new ConfigError(
    `${name} holds a secret that is too short: each has ${MIN_SECRET_CHARACTERS} or more characters, and spaces between them`,
  )
}

export function switchedOn(env: Environment, name: string): boolean {
  const text = set(env[name]) ?? '0'
  if (text === '0' || text === '1') return text === '1'
  throw new ConfigError(`${name} is "${text}": set it to 1, or to nothing`)
}

/** A name that nobody reads is set in vain: with a slip in ROWHAND_SIGN_IN everybody could sign in. */
export function refuseMisspelled(env: Environment, read: ReadonlySet<string>): void {
  for (const name of Object.keys(env)) {
    if (!name.startsWith('ROWHAND_') || read.has(name) || set(env[name]) === undefined) continue
    const meant = nearestName(name, read, MOST_SLIPS + 1)
    if (meant !== undefined)
      throw new ConfigError(`${name} is no setting: write ${meant}, or take it away if that is not meant`)
  }
}
