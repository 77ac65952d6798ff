/**
 * Named ranges are the engine's own, so formulas use them. Google's id for one is kept in an annotation
 * that knows the name; a range named in the page gets an id computed from its name.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import { stableNumber } from '../../dialect/ids.ts'
import { invalid } from '../google/errors.ts'
import { updateMask } from '../google/fields.ts'
import { areaOf, gridRangeOf } from '../workbook/a1.ts'
import type { Transaction, Workbook } from '../workbook/workbook.ts'

const NAME = /^[A-Za-z_\u00c0-\uffff][\w.\u00c0-\uffff]{0,249}$/

export function namedRangesOf(workbook: Workbook): sheets_v4.Schema$NamedRange[] {
  return workbook.getters.getNamedRanges().map(({ name, range }) => ({
    namedRangeId: idOf(workbook, name),
    name,
    range: gridRangeOf(workbook, { sheetId: range.sheetId, zone: range.zone }),
  }))
}

function idOf(workbook: Workbook, name: string): string {
  const kept = workbook.getters.getAnnotations('namedRange').find(it => it.data === name)
  return kept === undefined ? String(stableNumber(name.toLowerCase())) : kept.id.slice('namedRange:'.length)
}

function find(workbook: Workbook, id: string, path: string): sheets_v4.Schema$NamedRange & { name: string } {
  const found = namedRangesOf(workbook).find(it => it.namedRangeId === id)
  if (found?.name == null) throw invalid(`Invalid ${path}: There is no named range with id ${id}.`)
  return { ...found, name: found.name }
}

export function addNamedRange(
  workbook: Workbook,
  tx: Transaction,
  given: sheets_v4.Schema$NamedRange | undefined,
  path: string,
): sheets_v4.Schema$NamedRange {
  const name = given?.name ?? ''
  checkName(workbook, name, undefined, path)
  const { sheetId, zone } = areaOf(workbook, given?.range, path)
  const id = given?.namedRangeId ?? String(workbook.newGid())
  if (namedRangesOf(workbook).some(it => it.namedRangeId === id))
    throw invalid(`Invalid ${path}: A named range with id ${id} already exists.`)
  tx.dispatch('CREATE_NAMED_RANGE', { name, ranges: [{ _sheetId: sheetId, _zone: zone }] })
  tx.setAnnotation({ id: `namedRange:${id}`, kind: 'namedRange', ranges: [], data: name })
  return find(workbook, id, path)
}

function checkName(workbook: Workbook, name: string, except: string | undefined, path: string): void {
  if (
    !NAME.test(name) ||
    /^[A-Za-z]{1,3}\d+$/.test(name) ||
    /^R\d+C\d+$/i.test(name) ||
    /^(true|false)$/i.test(name)
  )
    throw invalid(`Invalid ${path}: The name "${name}" is not a valid name for a named range.`)
  const taken = workbook.getters
    .getNamedRanges()
    .some(it => it.name.toLowerCase() === name.toLowerCase() && it.name !== except)
  if (taken) throw invalid(`Invalid ${path}: A named range with name "${name}" already exists.`)
}

export function updateNamedRange(
  workbook: Workbook,
  tx: Transaction,
  request: sheets_v4.Schema$UpdateNamedRangeRequest,
  path: string,
): void {
  const given = request.namedRange ?? {}
  const before = find(workbook, given.namedRangeId ?? '', path)
  const mask = updateMask(request.fields, 'NamedRange', path)
  const newName = mask.has('name') ? (given.name ?? '') : before.name
  checkName(workbook, newName, before.name, path)
  const { sheetId, zone } = areaOf(workbook, mask.has('range') ? given.range : before.range, path)
  tx.dispatch('UPDATE_NAMED_RANGE', {
    oldRangeName: before.name,
    newRangeName: newName,
    ranges: [{ _sheetId: sheetId, _zone: zone }],
  })
  tx.setAnnotation({ id: `namedRange:${before.namedRangeId}`, kind: 'namedRange', ranges: [], data: newName })
}

export function deleteNamedRange(workbook: Workbook, tx: Transaction, id: string, path: string): void {
  const { name } = find(workbook, id, path)
  tx.dispatch('DELETE_NAMED_RANGE', { name })
  tx.removeAnnotation(`namedRange:${id}`)
}
