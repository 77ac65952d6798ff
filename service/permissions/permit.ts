/**
 * Stands before every write of a tool, and before the few other things that a tool must ask for. Answers by
 * resolving, or throws what the turn then makes of it: a permission that is needed, or a refusal because
 * the turn may only plan. The decision itself is in judging/judge.ts.
 */
import type { PermissionKind } from '../../contract/permissions.ts'
import { NEEDS_PERMISSION } from '../../contract/permissions.ts'
import type { Queryable } from '../store/db.ts'
import type { Write } from './deeds/deed.ts'
import { deedsOfRequests } from './deeds/requests.ts'
import { deedsOfValues } from './deeds/values.ts'
import { type Case, markOf, type Need } from './judging/case.ts'
import { judge } from './judging/judge.ts'
import { judgeSkill, type Skill } from './judging/persist.ts'
import { judgePage } from './judging/reach-out.ts'
import { type Reader, Workbook } from './judging/workbook.ts'
import { madeBy, readOwn, writeOwn } from './own-work.ts'
import { callHash, useGrant } from './permission-store.ts'
import { type Reading, readMessage } from './reading/wishes.ts'

export interface Asked {
  kind: PermissionKind
  effect: string
  details: string[]
  mark: string
}

/** A word of the person's is needed first. Not a refusal of the tool: the turn ends with the question. */
export class PermissionNeeded extends Error {
  readonly asked: Asked
  /** A part of the call was made before it came to this. */
  readonly wasBegun: boolean
  constructor(asked: Asked, wasBegun = false) {
    super(`${NEEDS_PERMISSION}${asked.effect}.`)
    this.name = 'PermissionNeeded'
    this.asked = asked
    this.wasBegun = wasBegun
  }
}

/** The turn makes a plan and may change nothing. */
export class PlanOnly extends Error {
  constructor() {
    super(PLAN_ONLY)
    this.name = 'PlanOnly'
  }
}

/** The key that the turn was started with may only read. */
export class ReadOnly extends Error {
  constructor() {
    super(READ_ONLY)
    this.name = 'ReadOnly'
  }
}

export const READ_ONLY =
  'Not made: the API key of this turn may only read, so nothing may be changed. Answer from what you can read, and say that a change needs another key.'

export const PLAN_ONLY =
  'Not made: the person wants a plan first, so nothing may be changed in this turn. Read what you need, then answer with the numbered plan.'

/** What may be asked for beside writes to the sheet. */
export type OtherEffect = { effect: 'open_pages'; urls: string[] } | { effect: 'keep_skill'; skill: Skill }

export interface PermitParts {
  db: Queryable
  turn: {
    id: string
    spreadsheetId: string
    sheetId: number
    sheetName: string
    mode: 'act' | 'plan'
    /** Its key may only read. */
    readOnly?: boolean
    words: string
  }
  call: { id: string; tool: string; args: unknown }
}

export interface Permit {
  write(write: Write, spreadsheet: Reader): Promise<void>
  other(effect: OtherEffect): Promise<void>
}

export function createPermit(parts: PermitParts): Permit {
  const { db, turn, call } = parts
  let sequence = 0
  let reading: Reading | undefined
  const read = () => (reading ??= readMessage(turn.words))

  let granted = false

  async function settle(needs: readonly Need[]): Promise<void> {
    const asked = joined(needs)
    if (asked === null || granted) return
    const use = { turnId: turn.id, callId: call.id, callHash: callHash(call.tool, call.args) }
    const used = await useGrant(db, use)
    if (used === null) throw new PermissionNeeded(asked, sequence > 0)
    if (used.mark !== asked.mark && !(await wasBegun())) {
      const details = [...asked.details, 'The sheet has changed since you were asked']
      throw new PermissionNeeded({ ...asked, details }, sequence > 0)
    }
    granted = true
  }

  /** A run that was cut short has made a part of it: what is left differs, and was agreed to all the same. */
  async function wasBegun(): Promise<boolean> {
    const { rows } = await db.query(
      'select 1 from turn_deeds where turn_id = $1 and tool_call_id = $2 and sequence >= $3',
      [turn.id, call.id, sequence],
    )
    return rows.length > 0
  }

  return {
    async write(write, spreadsheet) {
      if (turn.readOnly) throw new ReadOnly()
      if (turn.mode === 'plan') throw new PlanOnly()
      const tabs = await spreadsheet.tabs()
      const deeds =
        write.kind === 'requests' ? deedsOfRequests(write.requests, tabs) : deedsOfValues(write, tabs)
      if (deeds.length === 0) return
      const place = { toolCallId: call.id, sequence }
      const own = await readOwn(db, turn.id, place)
      const matter: Case = {
        reading: read(),
        book: await Workbook.of(turn.spreadsheetId, spreadsheet, own.renamed),
        turn,
        own,
      }
      const { needs, lost, rows, areas } = await judge(deeds, matter)
      await settle(needs)
      const made = madeBy(deeds, areas, tabs)
      await writeOwn(db, turn.id, place, made, { lost: needs.length > 0 ? 0 : lost, rows })
      sequence += 1
    },
    async other(effect) {
      if (effect.effect === 'keep_skill') {
        if (turn.readOnly) throw new ReadOnly()
        if (turn.mode === 'plan') throw new PlanOnly()
        const need = judgeSkill(effect.skill, read())
        return settle(need ? [need] : [])
      }
      const needs = effect.urls.flatMap(url => judgePage(url, turn.words) ?? [])
      return settle(needs)
    },
  }
}

/** What is said first: what is lost, and what leaves, before what is only not seen. */
const WEIGHT: Record<PermissionKind, number> = { destroy: 0, reach_out: 1, persist: 2, hide: 3 }
const MOST_TOLD = 6
const MOST_DETAILS = 20

/** Several things in one call are one question: each sort of effect is named, whatever stands before it. */
function joined(needs: readonly Need[]): Asked | null {
  const sorted = [...needs].sort((a, b) => WEIGHT[a.kind] - WEIGHT[b.kind])
  const [first] = sorted
  if (!first) return null
  const effects = [...new Set(sorted.map(({ effect }) => effect))]
  const told = firstOfEach(effects)
  const rest = effects.filter(effect => !told.includes(effect))
  return {
    kind: first.kind,
    effect: rest.length === 0 ? told.join('; ') : `${told.join('; ')}; and ${rest.length} more of these`,
    details: [...new Set([...rest, ...sorted.flatMap(({ details }) => details)])].slice(0, MOST_DETAILS),
    mark: effects.length === 1 ? first.mark : markOf(...needs.map(({ mark }) => mark)),
  }
}

/** "Hide rows 2:2", "Hide rows 4:4" are one sort: what differs are numbers and names of cells. */
function firstOfEach(effects: readonly string[]): string[] {
  const sortOf = (effect: string) => effect.replaceAll(/[A-Z]{1,3}\d+|\d[\d,.]*|[A-Z]{1,3}:[A-Z]{1,3}/g, '#')
  const sorts = Map.groupBy(effects, sortOf)
  const firsts = [...sorts.values()].flatMap(([first]) => first ?? [])
  const others = effects.filter(effect => !firsts.includes(effect))
  const room = Math.max(0, 3 - firsts.length)
  return [...firsts.slice(0, MOST_TOLD), ...others.slice(0, room)]
}
