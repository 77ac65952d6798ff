/** Query parameters: their schema for the document, and how to read them from text. */
import { z } from 'zod'
import { type Refused, refuse } from './reply.ts'

export interface QueryField<T> {
  schema: z.ZodType
  description: string
  example: unknown
  read(text: string | undefined, name: string): { state: 'ok'; value: T } | Refused
}

export function wholeNumber(options: {
  min: number
  max: number
  fallback: number
  description: string
}): QueryField<number> {
  const { min, max, fallback } = options
  return {
    schema: z.int().min(min).max(max).meta({ default: fallback }),
    description: options.description,
    example: fallback,
    read(text, name) {
      if (text === undefined) return { state: 'ok', value: fallback }
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
      if (value >= min && value <= max) return { state: 'ok', value }
      return refuse('INVALID_REQUEST', `${name} must be a whole number from ${min} to ${max}.`)
    },
  }
}

export function flag(options: { fallback: boolean; description: string }): QueryField<boolean> {
  return {
    schema: z.boolean().meta({ default: options.fallback }),
    description: options.description,
    example: options.fallback,
    read(text, name) {
      if (text === undefined) return { state: 'ok', value: options.fallback }
      // Clients write their language's own booleans: True, FALSE.
      const lower = text.toLowerCase()
      if (lower === 'true' || lower === 'false') return { state: 'ok', value: lower === 'true' }
      return refuse('INVALID_REQUEST', `${name} must be true or false.`)
    },
  }
}

export function text(options: { description: string; example: string }): QueryField<string | null> {
  return {
    schema: z.string(),
    description: options.description,
    example: options.example,
    read: value => ({ state: 'ok', value: value ?? null }),
  }
}
