/** What crosses a boundary of Rowhand, in one place. Source: the interface document. */
export * from './agents.ts'
export * from './changes.ts'
export * from './entries.ts'
export * from './errors.ts'
export * from './permissions.ts'
export * from './schema.ts'
export * from './service.ts'
export * from './webhook.ts'
