/**
 * Protected ranges: who may edit what. The owner always may; a warning-only protection stops nobody who
 * writes through the API.
 */
import type { Annotation, Zone } from '../../dialect/engine.ts'
import { invalid } from '../google/errors.ts'
import type { Area } from '../workbook/a1.ts'
import type { Role } from '../workbook/library.ts'
import type { Workbook } from '../workbook/workbook.ts'

/** The data of an annotation of kind 'protected'. Its ranges are the annotation's; none: the whole tab. */
export interface Protection {
  description?: string
  warningOnly: boolean
  editors: string[]
  /** Ranges left open in a protected tab, as the annotation 'unprotected:<id>' keeps them. */
  namedRangeId?: string
}

export const PROTECTED_MESSAGE =
  'You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit.'

export function checkEditable(workbook: Workbook, user: string, role: Role, areas: readonly Area[]): void {
  if (role === 'owner') return
  for (const annotation of workbook.getters.getAnnotations('protected')) {
    const protection = annotation.data as Protection
    if (protection.warningOnly || protection.editors.includes(user)) continue
    if (areas.some(area => isProtected(workbook, annotation, area))) throw invalid(PROTECTED_MESSAGE)
  }
}

function isProtected(workbook: Workbook, annotation: Annotation, area: Area): boolean {
  if (annotation.sheetId !== area.sheetId) return false
  if (annotation.ranges.length > 0) return annotation.ranges.some(range => overlaps(range.zone, area.zone))
  const open = openRangesOf(workbook, annotation)
  return !open.some(zone => contains(zone, area.zone))
}

export function openRangesOf(workbook: Workbook, annotation: Annotation): Zone[] {
  const { id } = annotation
  const open = workbook.getters.getAnnotation(`unprotected:${id.slice(id.indexOf(':') + 1)}`)
  return open?.ranges.map(range => range.zone) ?? []
}

export function overlaps(a: Zone, b: Zone): boolean {
  return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom
}

export function contains(outer: Zone, inner: Zone): boolean {
  return (
    outer.left <= inner.left &&
    outer.right >= inner.right &&
    outer.top <= inner.top &&
    outer.bottom >= inner.bottom
  )
}

/** Only for a caller who may edit the protected range itself. */
export function canManage(annotation: Annotation, user: string, role: Role): boolean {
  return role === 'owner' || (annotation.data as Protection).editors.includes(user)
}
