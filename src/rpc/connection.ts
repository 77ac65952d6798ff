/** Connecting this person to the service: the key is checked before it is kept. */
import type { Account, RpcResult } from '../../contract/rpc.ts'
import { fail, failHere, succeed } from '../result.ts'
import { callService } from '../service-client.ts'
import { forgetKey, readKey, saveAccount, saveKey } from '../state/key.ts'
import { forgetAllConversations } from '../state/spreadsheets.ts'

const KEY_FORM = /^sk_[a-z0-9]+_[A-Za-z0-9]{32}$/

export function connect(apiKey: string): RpcResult<Account> {
  const key = String(apiKey).trim()
  if (!KEY_FORM.test(key)) return failHere('MALFORMED_KEY')
  const account = verify(key)
  if (!account.ok) return account
  if (key !== readKey()) forgetAllConversations()
  saveKey(key)
  saveAccount(account.value)
  return account
}

export function disconnect(): RpcResult<null> {
  forgetKey()
  forgetAllConversations()
  return succeed(null)
}

export function checkKey(): RpcResult<Account> {
  const key = readKey()
  if (key === null) return failHere('NO_KEY')
  const account = verify(key)
  if (account.ok) saveAccount(account.value)
  return account
}

function verify(key: string): RpcResult<Account> {
  const answer = callService(key, { method: 'get', path: '/v1/auth/verify' })
  if (!answer.ok) return answer
  const body = answer.value.body as Record<string, unknown> | null
  if (body?.valid !== true) {
    return fail({ status: 401, code: 'UNAUTHORIZED', message: '', requestId: null })
  }
  const user = body.user as { email?: unknown } | undefined
  const space = body.space as { name?: unknown } | undefined
  return succeed({
    email: typeof user?.email === 'string' ? user.email : null,
    spaceName: typeof space?.name === 'string' ? space.name : null,
    googleConnected: body.google_connected === true,
    keyEnding: key.slice(-4),
  })
}
