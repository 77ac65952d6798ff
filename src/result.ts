/** Results as values: what crosses to the page never throws for an expected reason. */
import type { AddonErrorCode, RpcError, RpcResult } from '../contract/rpc.ts'

export const succeed = <T>(value: T): RpcResult<T> => ({ ok: true, value })

export const fail = (error: RpcError): { ok: false; error: RpcError } => ({ ok: false, error })

/** A failure of the add-on itself. The page has the words; `detail` is for unknown cases only. */
export const failHere = (code: AddonErrorCode, detail = ''): { ok: false; error: RpcError } =>
  fail({ status: 0, code, message: detail, requestId: null })

export function messageOf(error: unknown): string {
  return error instanceof Error || isErrorLike(error) ? error.message : String(error)
}

const isErrorLike = (value: unknown): value is { message: string } =>
  typeof value === 'object' && value !== null && typeof (value as { message?: unknown }).message === 'string'
