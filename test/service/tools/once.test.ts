/** Writes that Google did and then denied, and writes of a process that woke up too late: made once. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { editStructure } from '../../../service/tools/edit-structure.ts'
import { fenced } from '../../../service/turns/steps/fence.ts'
import { type Bench, openBench, openWorkbench, succeeded, type Workbench } from './workbench.ts'

let workbench: Workbench
beforeAll(async () => {
  workbench = await openWorkbench()
})
afterEach(() => control('DELETE', '/emulator/faults'))
afterAll(() => workbench.close())

async function control(method: string, path: string, body?: object): Promise<void> {
  const answer = await fetch(`${workbench.emulatorUrl}${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  })
  expect(answer.status).toBe(200)
}

const INSERT = { action: 'insert_rows', index: 2, count: 3 }
const rows = [['a'], ['b'], ['c']]
const shownAfterOneInsert = [['a'], [], [], [], ['b'], ['c']]
const open = () => openBench(workbench, { tabs: [{ title: 'T', rows }] })

/** As a tool call gets it from its turn. */
const asCall = (bench: Bench, id: string, check = async () => {}) =>
  fenced(bench.spreadsheet, { id, agentId: 'agent', check, onMark: () => {} })

describe.each([429, 500, 503, 'drop'] as const)('where Google inserts rows and then answers %s', status => {
  test('they are there once, and the call succeeded', async () => {
    const bench = await open()
    await control('POST', '/emulator/faults', { match: ':batchUpdate', status, times: 1, afterwards: true })
    succeeded(await bench.run(editStructure, INSERT))
    expect(await bench.shown('T!A1:A6')).toEqual(shownAfterOneInsert)
  })
})

test('rows that Google refused to insert are inserted when asked again', async () => {
  const bench = await open()
  await control('POST', '/emulator/faults', { match: ':batchUpdate', status: 503, times: 2 })
  succeeded(await bench.run(editStructure, INSERT))
  expect(await bench.shown('T!A1:A6')).toEqual(shownAfterOneInsert)
})

test('what was made, and told by an answer that is lost, ends as unclear', async () => {
  const bench = await openBench(workbench, { tabs: [{ title: 'T', rows: [['a'], ['a']] }] })
  await control('POST', '/emulator/faults', {
    match: ':batchUpdate',
    status: 'drop',
    times: 1,
    afterwards: true,
  })
  const range = { sheetId: 100, startRowIndex: 0, endRowIndex: 2, startColumnIndex: 0, endColumnIndex: 1 }
  const made = bench.spreadsheet.batchUpdate([{ deleteDuplicates: { range } }])
  await expect(made).rejects.toMatchObject({ isUnclear: true })
  expect(await bench.shown('T!A1:A2')).toEqual([['a']])
})

test('the same batch of the same call, sent by two executions, is applied once', async () => {
  const bench = await open()
  const id = randomUUID()
  const request = {
    insertDimension: { range: { sheetId: 100, dimension: 'ROWS', startIndex: 1, endIndex: 4 } },
  }
  await asCall(bench, id).batchUpdate([request])
  await asCall(bench, id).batchUpdate([request])
  expect(await bench.shown('T!A1:A6')).toEqual(shownAfterOneInsert)
})

test('one call may make the same batch twice', async () => {
  const bench = await open()
  const call = asCall(bench, randomUUID())
  const request = {
    insertDimension: { range: { sheetId: 100, dimension: 'ROWS', startIndex: 1, endIndex: 2 } },
  }
  await call.batchUpdate([request])
  await call.batchUpdate([request])
  expect(await bench.shown('T!A1:A5')).toEqual([['a'], [], [], ['b'], ['c']])
})

test('a guard that says no is asked after the token and before the wire, and nothing is written', async () => {
  const bench = await open()
  const refusing = asCall(bench, randomUUID(), () => Promise.reject(new Error('not yours any more')))
  const range = 'T!A1'
  await expect(refusing.writeValues([{ range, values: [['x']] }])).rejects.toThrow('not yours any more')
  await expect(refusing.batchUpdate([{ deleteSheet: { sheetId: 100 } }])).rejects.toThrow('not yours')
  await expect(refusing.copyTabTo(100, bench.id)).rejects.toThrow('not yours any more')
  expect(await bench.shown('T!A1:A3')).toEqual(rows)
})

test('marks leave the spreadsheet when they are forgotten', async () => {
  const bench = await open()
  const call = asCall(bench, randomUUID())
  await call.batchUpdate([{ appendDimension: { sheetId: 100, dimension: 'ROWS', length: 1 } }])
  const marks = async () =>
    (await workbench.api.spreadsheets.get({ spreadsheetId: bench.id, fields: 'developerMetadata' })).data
      .developerMetadata ?? []
  expect(await marks()).toHaveLength(1)
  await call.forgetMarks?.('agent')
  expect(await marks()).toEqual([])
})
