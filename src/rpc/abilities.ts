/** Which additions to the interface the service has, as far as it was asked. */
import type { Abilities, RpcError, RpcResult } from '../../contract/rpc.ts'
import { failHere, succeed } from '../result.ts'
import { callService } from '../service-client.ts'
import { readKey } from '../state/key.ts'

const CACHE_SECONDS = 60 * 60
/** No agent has this id: asking for it tells whether there is such an endpoint, and nothing else. */
const NOBODY = '00000000-0000-4000-8000-000000000000'

/** Asked of endpoints that do nothing when asked this way, and remembered for an hour. */
export function readAbilities(): RpcResult<Abilities> {
  const key = readKey()
  if (key === null) return failHere('NO_KEY')
  const known = knownAbilities(key)
  if (known) return succeed(known)
  const errorOf = (path: string): RpcError | null => {
    const answer = callService(key, { method: 'get', path })
    return answer.ok ? null : answer.error
  }
  const abilities: Abilities = {
    attachments: errorOf('/v1/sheets/attachments')?.status === 405,
    plans: errorOf(`/v1/sheets/agents/${NOBODY}/permissions`)?.code === 'AGENT_NOT_FOUND',
  }
  CacheService.getUserCache().put(cacheKey(key), JSON.stringify(abilities), CACHE_SECONDS)
  return succeed(abilities)
}

const cacheKey = (key: string): string => `abilities:${key.slice(-8)}`

function knownAbilities(key: string): Abilities | null {
  const cached = CacheService.getUserCache().get(cacheKey(key))
  return cached === null ? null : (JSON.parse(cached) as Abilities)
}

/**
 * Whether the service does a request once, however often it comes under one Idempotency-Key: the additions
 * came together. One that doesn't know the header would do it twice.
 */
export const doesOnce = (key: string): boolean => knownAbilities(key)?.plans === true
