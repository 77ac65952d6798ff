/**
 * Copies one tab into a spreadsheet. Google does it in one call that is never sent twice: each success
 * makes a new tab, so after an unclear end only a look at the destination can tell.
 */
import {
  type CopyTabRequest,
  type CopyTabResponse,
  copyTabRequest,
  copyTabResponse,
} from '../../../contract/index.ts'
import type { IdempotentDeps } from '../../agents/idempotent.ts'
import { parseSpreadsheetAddress } from '../../sheets/address.ts'
import { SheetsError } from '../../sheets/errors.ts'
import type { Sheets, Spreadsheet, Tab } from '../../sheets/spreadsheet.ts'
import { noteAudit } from '../../store/audit.ts'
import type { Caller } from '../../turns/ports.ts'
import { copyTabExample } from '../examples.ts'
import { idempotencyHeader, idempotently } from '../idempotency.ts'
import { OTHER_SPREADSHEET } from '../key-limits.ts'
import { type Refused, type Reply, refuse } from '../reply.ts'
import { type AnyRoute, route } from '../route.ts'

const ID_OR_ADDRESS = 'give the id between /d/ and /edit of its address, or the whole address.'

/** Longer than Google is given for a copy. */
const COPY_SECONDS = 90

const maybeCopied = refuse(
  'UPSTREAM_TIMEOUT',
  'The first request with this Idempotency-Key ended before it was answered. The tab may or may not have been copied: look at the destination before you try again with a new key.',
)

export const copyTabRoute = (sheets: Sheets, deps: IdempotentDeps): AnyRoute =>
  route(
    {
      method: 'post',
      path: '/v1/{platform}/spreadsheets/{source_id}/tabs/copy',
      operationId: 'copyTab',
      summary: 'Copy a tab',
      description:
        'Copies a tab, with values, formulas, formatting, notes and charts, to the end of the destination. Exactly one of `sheet_id` and `sheet_name` names it. Not idempotent without an `Idempotency-Key`: do not repeat a call that may have succeeded.',
      tag: 'Spreadsheets',
      keyed: true,
      params: {
        source_id: {
          description: 'Id of the spreadsheet that the tab is in.',
          example: '1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789abcdefg',
        },
      },
      body: copyTabRequest,
      requestHeaders: { 'Idempotency-Key': idempotencyHeader },
      bodyExamples: {
        byName: {
          summary: 'By its title',
          value: {
            destination_spreadsheet_id: copyTabExample.destination_spreadsheet_id,
            sheet_name: 'Orders',
          },
        },
        byId: {
          summary: 'By its gid',
          value: { destination_spreadsheet_id: copyTabExample.destination_spreadsheet_id, sheet_id: 0 },
        },
      },
      ok: { status: 200, description: 'The new tab.', body: copyTabResponse, example: copyTabExample },
      errors: [
        'INVALID_REQUEST',
        'GOOGLE_NOT_CONNECTED',
        'SPREADSHEET_FORBIDDEN',
        'SPREADSHEET_NOT_FOUND',
        'IDEMPOTENCY_KEY_REUSED',
        'REQUEST_IN_PROGRESS',
        'UPSTREAM_INVALID_RESPONSE',
        'UPSTREAM_TIMEOUT',
      ],
    },
    async ({ caller, params, body, header }) => {
      if ((body.sheet_id === undefined) === (body.sheet_name === undefined)) {
        return refuse('INVALID_REQUEST', 'Give exactly one of sheet_id and sheet_name.')
      }
      const source = parseSpreadsheetAddress(params.source_id!)
      if (!source) return refuse('SPREADSHEET_NOT_FOUND', `source_id names no spreadsheet: ${ID_OR_ADDRESS}`)
      const destination = parseSpreadsheetAddress(body.destination_spreadsheet_id)
      if (!destination) {
        return refuse('INVALID_REQUEST', `destination_spreadsheet_id is not usable: ${ID_OR_ADDRESS}`)
      }

      const allowed = caller.limits?.spreadsheetIds
      const isOther = ({ spreadsheetId }: { spreadsheetId: string }) =>
        allowed && !allowed.includes(spreadsheetId)
      if (isOther(source) || isOther(destination)) return OTHER_SPREADSHEET
      const ids = { source: source.spreadsheetId, destination: destination.spreadsheetId }
      return idempotently(deps, {
        caller,
        key: header('idempotency-key'),
        input: ['copyTab', ids.source, body],
        claimSeconds: COPY_SECONDS,
        work: () => copyNoted(sheets, deps, caller, ids, body),
        whenDied: maybeCopied,
        keeps: ({ code }) => code === 'UPSTREAM_TIMEOUT',
      })
    },
  )

/** The tab is in the destination: that is where something was changed. */
async function copyNoted(
  sheets: Sheets,
  { db, now = () => new Date() }: Pick<IdempotentDeps, 'db'> & { now?: () => Date },
  { userId, spaceId, keyId }: Caller,
  ids: { source: string; destination: string },
  body: CopyTabRequest,
): Promise<Reply> {
  const reply = await copyTab(sheets, userId, ids, body)
  if (reply.state === 'ok') {
    const event = { userId, spaceId, keyId, at: now(), spreadsheetId: ids.destination }
    await noteAudit(db, { ...event, via: 'key', action: 'tab-copied' })
  }
  return reply
}

async function copyTab(
  sheets: Sheets,
  userId: string,
  ids: { source: string; destination: string },
  body: CopyTabRequest,
): Promise<Reply> {
  const found = await findTab(sheets, userId, ids.source, body)
  if (found.state === 'refused') return found
  try {
    const copy = await found.spreadsheet.copyTabTo(found.tab.sheetId, ids.destination)
    const answer: CopyTabResponse = {
      destination_spreadsheet_id: ids.destination,
      sheet_id: copy.sheetId,
      title: copy.title,
    }
    return { state: 'ok', json: JSON.stringify(answer) }
  } catch (error) {
    return refusalOf(error, 'destination')
  }
}

type Found = { state: 'ok'; spreadsheet: Spreadsheet; tab: Tab } | Refused

async function findTab(
  sheets: Sheets,
  userId: string,
  sourceId: string,
  wanted: Pick<CopyTabRequest, 'sheet_id' | 'sheet_name'>,
): Promise<Found> {
  try {
    const spreadsheet = await sheets.open(userId, sourceId, { quick: true })
    const tabs = await spreadsheet.tabs()
    const tab = tabs.find(({ sheetId, title }) =>
      wanted.sheet_id === undefined ? title === wanted.sheet_name : sheetId === wanted.sheet_id,
    )
    if (tab) return { state: 'ok', spreadsheet, tab }
    const field = wanted.sheet_id === undefined ? 'sheet_name' : 'sheet_id'
    return refuse(
      'INVALID_REQUEST',
      `${field} names no tab of the source spreadsheet. Look up its tabs and give an existing one.`,
    )
  } catch (error) {
    return refusalOf(error, 'source')
  }
}

const words = {
  source: {
    missing: 'The source spreadsheet does not exist. Check source_id.',
    forbidden: 'Your Google account has no access to the source spreadsheet. Ask its owner to share it.',
    unclear: 'No tab was copied. Try again.',
  },
  destination: {
    missing: 'The destination spreadsheet does not exist. Check destination_spreadsheet_id.',
    forbidden:
      'Your Google account may not edit the destination spreadsheet. Ask its owner to share it with you as an editor.',
    unclear: 'The tab may or may not have been copied: look at the destination before you try again.',
  },
}

/** Passes on what isn't Google's. */
function refusalOf(error: unknown, which: keyof typeof words): Refused {
  if (!(error instanceof SheetsError)) throw error
  const { missing, forbidden, unclear } = words[which]
  switch (error.failure) {
    case 'GOOGLE_NOT_CONNECTED':
      return refuse('GOOGLE_NOT_CONNECTED', error.message)
    case 'SPREADSHEET_NOT_FOUND':
      return refuse('SPREADSHEET_NOT_FOUND', missing)
    case 'SPREADSHEET_FORBIDDEN':
      return refuse('SPREADSHEET_FORBIDDEN', forbidden)
    case 'BAD_REQUEST':
      return refuse('INVALID_REQUEST', `Google refused to copy the tab: ${error.message}`)
    case 'UPSTREAM_TIMEOUT':
      return refuse('UPSTREAM_TIMEOUT', `Google Sheets did not answer in time. ${unclear}`)
    case 'UPSTREAM_INVALID_RESPONSE':
      // 502 says that the request may be sent again.
      if (error.isUnclear)
        return refuse('UPSTREAM_TIMEOUT', `Google Sheets gave no usable answer. ${unclear}`)
      return refuse('UPSTREAM_INVALID_RESPONSE', `Google Sheets did not give a usable answer. ${unclear}`)
  }
}
