/** Failures in words. */
import { describe, expect, it } from 'vitest'
import { requestErrorCodes, requestErrorStatus, turnErrorCodes } from '../../contract/index.ts'
import type { RpcError } from '../../contract/rpc.ts'
import { readBridgeError } from '../../sidebar/host/google-script.ts'
import { explainCopy, explainRequest, explainTurn } from '../../sidebar/words/errors.ts'
import { textOf } from '../../sidebar/words/texts.ts'

const failure = (over: Partial<RpcError>): RpcError => ({
  status: 0,
  code: 'X',
  message: 'In the words of the service.',
  requestId: 'r1',
  ...over,
})

describe('an error', () => {
  it.each(requestErrorCodes)('%s has words of its own, says what changed, and names a next step', code => {
    expect(textOf(`error.${code}`), 'has a text').toBeDefined()
    const { title, text, changed, next } = explainRequest(failure({ code, status: requestErrorStatus[code] }))
    expect([title, text, changed].every(words => words !== '')).toBe(true)
    expect(next).toBeDefined()
  })

  it.each(turnErrorCodes)('of a turn, %s has words of its own', code => {
    expect(textOf(`turn.${code}`)).toBeDefined()
    expect(explainTurn(code, 'Why.', 'partly')).toMatchObject({
      changed: 'What was written before stays in the sheet.',
    })
  })

  it('with an unknown code is explained by its status, in the words of the service', () => {
    const { title, text } = explainRequest(failure({ code: 'BRAND_NEW', status: 403 }))
    expect(title).toBe('The service refused this')
    expect(text).toContain('In the words of the service.')
  })

  it.each([
    ['SPREADSHEET_NOT_FOUND', 404],
    ['SPREADSHEET_FORBIDDEN', 403],
  ])('of a copy, %s, speaks of the spreadsheet that it was meant for', (code, status) => {
    const error = failure({ code, status })
    expect(explainCopy(error, true).title).toContain('the other spreadsheet')
    expect(explainCopy(error, false)).toEqual(explainRequest(error))
  })

  it('of a copy that is about neither spreadsheet is explained like any other', () => {
    const error = failure({ code: 'RATE_LIMIT_EXCEEDED', status: 429 })
    expect(explainCopy(error, true)).toEqual(explainRequest(error))
  })

  it.each([
    ['UPSTREAM_TIMEOUT', 504],
    ['BRAND_NEW', 504],
    ['SERVICE_TIMEOUT', 0],
    ['START_UNKNOWN', 0],
  ])('%s (%i) says once that it may have started', (code, status) => {
    const { text, changed } = explainRequest(failure({ code, status, message: '' }))
    expect([text, changed]).toEqual([
      'Look at the sheet before you send it again.',
      'It may have started and changed the sheet.',
    ])
  })

  it('with an unknown status still says what to do', () => {
    expect(explainRequest(failure({ code: 'TEAPOT', status: 418 }))).toMatchObject({
      title: 'That did not work',
      next: 'retry',
      reference: 'TEAPOT · HTTP 418 · r1',
    })
  })

  it.each([
    ['PERMISSION_DENIED: storage', 'MULTIPLE_ACCOUNTS'],
    ['Authorization is required to perform that action.', 'MULTIPLE_ACCOUNTS'],
    ['NetworkError: Connection failure due to HTTP 401', 'SESSION_EXPIRED'],
    ['NetworkError: Connection failure due to HTTP 0', 'BRIDGE_OFFLINE'],
    ['We are sorry, a server error occurred. Please wait a bit and try again.', 'BRIDGE_FAILED'],
  ])('of the bridge, "%s", is %s', (message, code) => {
    expect(readBridgeError(new Error(message)).error.code).toBe(code)
  })
})
