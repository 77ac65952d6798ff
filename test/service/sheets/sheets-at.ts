/** The service's client of Google, led to a server of the test's. */
import { createSheets } from '../../../service/sheets/sheets.ts'

type Config = Parameters<typeof createSheets>[0]
type Grants = Parameters<typeof createSheets>[1]

export const sheetsAt = (url: string, config: Partial<Config> = {}, grants: Partial<Grants> = {}) =>
  createSheets(
    {
      clientId: 'id',
      clientSecret: 'secret',
      rootUrl: url,
      tokenUrl: `${url}/token`,
      wait: async () => {},
      ...config,
    },
    { grantFor: async () => ({ refreshToken: 'refresh' }), markRevoked: async () => {}, ...grants },
  )
