/** @rowhand/client: what other programs import. */
export * from './client.ts'
export * from './errors.ts'
export type { TransportOptions } from './transport.ts'
export type * from './types.gen.ts'
export * from './webhooks.ts'
