/** Asked before: what an agent may do only once the person has said so. Additions to the interface. */
import { z } from 'zod'
import { agent } from './agents.ts'
import { dateTime, named, uuid } from './schema.ts'

export const permissionKinds = ['destroy', 'reach_out', 'persist', 'hide'] as const
export const permissionKind = z.enum(permissionKinds)
export type PermissionKind = z.infer<typeof permissionKind>

export const permissionStates = ['open', 'granted', 'denied', 'used', 'expired'] as const
export const permissionState = z.enum(permissionStates)
export type PermissionState = z.infer<typeof permissionState>

/** What the message of a call begins with that waits for a permission. */
export const NEEDS_PERMISSION = 'Needs your permission: '

/** How the turn's last words ask for it, for clients that show no card, and what they say where nothing was begun. */
export const ASKS_TO_GO_ON = 'I need your permission to go on:'
export const NOTHING_DONE = 'Nothing of this was done.'

export const permission = named(
  'Permission',
  z.strictObject({
    id: uuid,
    turn_id: uuid.describe('The turn that ended with it.'),
    tool_call_id: uuid.describe('The call that was not made.'),
    tool: z.string(),
    kind: permissionKind.describe(
      'destroy: rows, columns, tabs or cells are lost. reach_out: data could leave the spreadsheet. persist: kept for later turns of everyone in the space. hide: no longer seen.',
    ),
    effect: z
      .string()
      .describe('Exactly what would happen, in plain words, for example "Delete the tab Budget: 412 cells".'),
    details: z.array(z.string()).describe('More of it, a line each.'),
    state: permissionState.describe(
      'open: waits for a decision. granted: its turn has started. used: the call was made. expired: the conversation went on without it.',
    ),
    created_at: dateTime,
    decided_at: dateTime.nullable(),
  }),
)
export type Permission = z.infer<typeof permission>

/** Most permissions in one answer. */
export const MAX_PERMISSIONS = 50

export const permissionsResponse = named(
  'PermissionsResponse',
  z.strictObject({ permissions: z.array(permission).max(MAX_PERMISSIONS).describe('Newest first.') }),
)
export type PermissionsResponse = z.infer<typeof permissionsResponse>

export const permissionDecision = named(
  'PermissionDecision',
  z.strictObject({
    decision: z
      .enum(['allow', 'deny'])
      .describe('allow starts a turn that makes exactly this call, once, and goes on. deny only notes it.'),
  }),
)
export type PermissionDecision = z.infer<typeof permissionDecision>

export const decidedPermission = named('DecidedPermission', z.strictObject({ permission, agent }))
export type DecidedPermission = z.infer<typeof decidedPermission>
