/** Addresses of the dashboard's pages. */
export const HOME = '/dashboard'
export const ACCOUNT = '/dashboard/account'
export const SERVICE = '/dashboard/service'
export const GOOGLE_CALLBACK = '/dashboard/google/callback'
export const CONNECT_GOOGLE = '/dashboard/google/connect'

export const spacePath = (spaceId: string) => `/dashboard/s/${spaceId}`
export const keysPath = (spaceId: string) => `${spacePath(spaceId)}/keys`
export const keyPath = (spaceId: string, keyId: string) => `${keysPath(spaceId)}/${keyId}`

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The database takes nothing else for an id. */
export const isUuid = (text: string) => UUID.test(text)
