/**
 * One call of the REST API, read and authorised: what every method's code is given.
 */
import type { EmulatorDeps } from '../../parts.ts'
import { forbidden, invalid, notFound } from '../google/errors.ts'
import { refreshPivotTables } from '../objects/pivot-tables.ts'
import type { Role } from '../workbook/library.ts'
import type { Workbook } from '../workbook/workbook.ts'

export class Call {
  readonly deps: EmulatorDeps
  /** E-mail address of the caller. */
  readonly user: string
  readonly query: URLSearchParams
  readonly body: unknown
  readonly #match: RegExpExecArray

  constructor(options: {
    deps: EmulatorDeps
    user: string
    query: URLSearchParams
    body: unknown
    match: RegExpExecArray
  }) {
    this.deps = options.deps
    this.user = options.user
    this.query = options.query
    this.body = options.body
    this.#match = options.match
  }

  /** A part of the path, decoded. */
  part(index: number): string {
    try {
      return decodeURIComponent(this.#match[index] ?? '')
    } catch {
      throw invalid('Malformed path.')
    }
  }

  get role(): Role {
    const role = this.deps.library.roleOf(this.part(1), this.user)
    if (role === undefined) throw forbidden()
    return role
  }

  /** The path's spreadsheet, for a caller who may read or write it. */
  workbook(need: 'read' | 'write'): Workbook {
    return openFor(this.deps, this.part(1), this.user, need)
  }

  flag(name: string): boolean {
    const value = this.query.get(name)
    if (value === null || value === 'false') return false
    if (value === 'true' || value === '') return true
    throw invalid(`Invalid value at '${name}' (TYPE_BOOL), "${value}"`)
  }
}

export function openFor(deps: EmulatorDeps, id: string, user: string, need: 'read' | 'write'): Workbook {
  if (!deps.library.has(id)) throw notFound()
  const role = deps.library.roleOf(id, user)
  if (role === undefined || (need === 'write' && role === 'reader')) throw forbidden()
  const workbook = deps.library.get(id)
  if (workbook === undefined) throw notFound()
  refreshPivotTables(workbook)
  return workbook
}
