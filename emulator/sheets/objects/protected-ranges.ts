/** Google's ProtectedRange: reading, adding, changing, deleting. Who may edit what is in protection.ts. */
import type { sheets_v4 } from '@googleapis/sheets'
import type { Annotation, RangeData } from '../../dialect/engine.ts'
import { invalid } from '../google/errors.ts'
import { updateMask } from '../google/fields.ts'
import { type Area, areaOf, gridRangeOf, sheetOf } from '../workbook/a1.ts'
import type { Role } from '../workbook/library.ts'
import type { Transaction, Workbook } from '../workbook/workbook.ts'
import { numberOf } from './metadata.ts'
import { namedRangesOf } from './named-ranges.ts'
import { canManage, openRangesOf, PROTECTED_MESSAGE, type Protection } from './protection.ts'

type ProtectedRange = sheets_v4.Schema$ProtectedRange

/** Who asks; adding and changing depend on it. */
export interface Actor {
  user: string
  role: Role
  owner: string
}

export function protectedRangesOf(workbook: Workbook, sheetId: string): ProtectedRange[] {
  return workbook.getters.getAnnotations('protected', sheetId).map(it => read(workbook, sheetId, it))
}

function read(workbook: Workbook, sheetId: string, annotation: Annotation): ProtectedRange {
  const { description, warningOnly, editors, namedRangeId } = annotation.data as Protection
  const zone = annotation.ranges[0]?.zone
  const open = openRangesOf(workbook, annotation)
  return {
    protectedRangeId: numberOf(annotation),
    range:
      zone === undefined ? { sheetId: workbook.gidOf(sheetId) } : gridRangeOf(workbook, { sheetId, zone }),
    ...(namedRangeId === undefined ? {} : { namedRangeId }),
    ...(description === undefined ? {} : { description }),
    ...(warningOnly ? { warningOnly } : { editors: { users: editors } }),
    ...(open.length === 0
      ? {}
      : { unprotectedRanges: open.map(it => gridRangeOf(workbook, { sheetId, zone: it })) }),
  }
}

export function addProtectedRange(
  workbook: Workbook,
  tx: Transaction,
  given: ProtectedRange | undefined,
  actor: Actor,
  path: string,
): ProtectedRange {
  const id = given?.protectedRangeId ?? workbook.newGid()
  if (workbook.getters.getAnnotation(`protected:${id}`) !== undefined)
    throw invalid(`Invalid ${path}: A protected range with id ${id} already exists.`)
  return save(workbook, tx, id, given ?? {}, actor, path)
}

function save(
  workbook: Workbook,
  tx: Transaction,
  id: number,
  given: ProtectedRange,
  actor: Actor,
  path: string,
): ProtectedRange {
  const { sheetId, ranges } = readPlace(workbook, given, path)
  const warningOnly = given.warningOnly ?? false
  if (warningOnly && given.editors) throw invalid(`Invalid ${path}: editors cannot be set with warningOnly.`)
  const users = given.editors?.users ?? []
  tx.setAnnotation({
    id: `protected:${id}`,
    kind: 'protected',
    sheetId,
    ranges,
    data: {
      warningOnly,
      editors: warningOnly ? [] : [...new Set([...users, actor.user, actor.owner])],
      ...(given.description == null ? {} : { description: given.description }),
      ...(given.namedRangeId == null ? {} : { namedRangeId: given.namedRangeId }),
    } satisfies Protection,
  })
  saveOpenRanges(workbook, tx, id, sheetId, given, path)
  const annotation = workbook.getters.getAnnotation(`protected:${id}`)
  if (annotation === undefined) throw new Error('The protection was not stored.')
  return read(workbook, sheetId, annotation)
}

function readPlace(
  workbook: Workbook,
  given: ProtectedRange,
  path: string,
): { sheetId: string; ranges: RangeData[] } {
  if (given.namedRangeId) {
    const named = namedRangesOf(workbook).find(it => it.namedRangeId === given.namedRangeId)
    if (named === undefined)
      throw invalid(`Invalid ${path}: There is no named range with id ${given.namedRangeId}.`)
    return placeOf(areaOf(workbook, named.range, path))
  }
  if (!given.range) throw invalid(`Invalid ${path}: Must specify a range.`)
  const { sheetId: gid, ...sides } = given.range
  if (Object.values(sides).every(side => side == null))
    return { sheetId: sheetOf(workbook, gid, path), ranges: [] }
  return placeOf(areaOf(workbook, given.range, path))
}

function placeOf({ sheetId, zone }: Area): { sheetId: string; ranges: RangeData[] } {
  return { sheetId, ranges: [{ _sheetId: sheetId, _zone: zone }] }
}

function saveOpenRanges(
  workbook: Workbook,
  tx: Transaction,
  id: number,
  sheetId: string,
  given: ProtectedRange,
  path: string,
): void {
  const open = (given.unprotectedRanges ?? []).map(range => areaOf(workbook, range, path))
  if (open.length === 0) {
    if (workbook.getters.getAnnotation(`unprotected:${id}`) !== undefined)
      tx.removeAnnotation(`unprotected:${id}`)
    return
  }
  tx.setAnnotation({
    id: `unprotected:${id}`,
    kind: 'unprotected',
    sheetId,
    ranges: open.map(({ zone }) => ({ _sheetId: sheetId, _zone: zone })),
    data: null,
  })
}

function find(workbook: Workbook, id: number | null | undefined, actor: Actor, path: string): Annotation {
  const annotation = workbook.getters.getAnnotation(`protected:${id}`)
  if (annotation === undefined) throw invalid(`Invalid ${path}: No protected range with id: ${id}`)
  if (!canManage(annotation, actor.user, actor.role)) throw invalid(`Invalid ${path}: ${PROTECTED_MESSAGE}`)
  return annotation
}

export function updateProtectedRange(
  workbook: Workbook,
  tx: Transaction,
  request: sheets_v4.Schema$UpdateProtectedRangeRequest,
  actor: Actor,
  path: string,
): void {
  const given = request.protectedRange ?? {}
  const annotation = find(workbook, given.protectedRangeId, actor, path)
  const mask = updateMask(request.fields, 'ProtectedRange', path)
  const before = read(workbook, annotation.sheetId ?? '', annotation)
  const merged: Record<string, unknown> = { ...before }
  for (const field of [
    'range',
    'namedRangeId',
    'description',
    'warningOnly',
    'unprotectedRanges',
    'editors',
  ] as const)
    if (mask.has(field)) merged[field] = given[field]
  if (merged.warningOnly === true) delete merged.editors
  save(workbook, tx, numberOf(annotation), merged as ProtectedRange, actor, path)
}

export function deleteProtectedRange(
  workbook: Workbook,
  tx: Transaction,
  id: number | null | undefined,
  actor: Actor,
  path: string,
): void {
  const annotation = find(workbook, id, actor, path)
  tx.removeAnnotation(annotation.id)
  if (workbook.getters.getAnnotation(`unprotected:${id}`) !== undefined)
    tx.removeAnnotation(`unprotected:${id}`)
}
