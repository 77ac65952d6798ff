/** The API key and what the last check said of it. The key leaves this script only towards the service. */
import type { Account } from '../../contract/rpc.ts'
import { readJson, userProperties, writeJson } from './properties.ts'

const KEY_PROPERTY = 'ROWHAND_API_KEY'
const ACCOUNT_PROPERTY = 'ROWHAND_ACCOUNT'

export const readKey = (): string | null => userProperties().getProperty(KEY_PROPERTY)
export const saveKey = (key: string) => {
  userProperties().setProperty(KEY_PROPERTY, key)
}

export const readAccount = (): Account | null => readJson<Account | null>(ACCOUNT_PROPERTY, null)
export const saveAccount = (account: Account) => {
  writeJson(ACCOUNT_PROPERTY, account)
}

export function forgetKey(): void {
  userProperties().deleteProperty(KEY_PROPERTY)
  userProperties().deleteProperty(ACCOUNT_PROPERTY)
}
