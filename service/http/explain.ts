/** Says what is wrong with an input in words: the field first, then the remedy. */
import type { z } from 'zod'
import { nearestName } from '../nearest-name.ts'

const MAX_ISSUES = 5

export function explain(error: z.ZodError, known: readonly string[]): string {
  const sentences = error.issues.slice(0, MAX_ISSUES).map(issue => sentence(issue, known))
  return [...new Set(sentences)].join(' ')
}

function sentence(issue: z.core.$ZodIssue, known: readonly string[]): string {
  const field = issue.path.map(String).join('.')
  if (!field && issue.code === 'invalid_type') return 'The body must be a JSON object.'
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys
        .slice(0, MAX_ISSUES)
        .map(key => unknownProperty(key, known))
        .join(' ')
    case 'invalid_type':
      if (issue.input === undefined) return `${field} is missing: give it ${article(issue.expected)}.`
      return `${field} must be ${article(issue.expected)}.`
    case 'too_small':
      return `${field} must be ${issue.minimum} or more.`
    case 'too_big':
      return `${field} must be ${issue.maximum} or less.`
    case 'invalid_format':
      return issue.format === 'url'
        ? `${field} must be a full address, for example "https://example.com/hook".`
        : `${field} is not a valid ${issue.format}.`
    default:
      return `${field || 'The body'} is not valid.`
  }
}

function unknownProperty(key: string, known: readonly string[]): string {
  const shown = JSON.stringify(key.length > 60 ? `${key.slice(0, 60)}…` : key)
  const near = nearestName(key.toLowerCase(), known, 3)
  if (near) return `${shown} is not a property of this request: did you mean "${near}"?`
  return `${shown} is not a property of this request: remove it. Properties are ${known.join(', ')}.`
}

function article(type: string): string {
  if (type === 'int') return 'a whole number'
  return type === 'object' || type === 'array' ? `an ${type}` : `a ${type}`
}

/** Postgres keeps no NUL in text; nobody writes one on purpose. */
export function fieldWithNul(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && inner.includes('\0')) return name
  }
  return null
}
