/**
 * Whether an agent is still as it is known here: asked along with the check of the key that its reader sent, so
 * that a poll of a shared database is one statement and not two. Made when the request has come: what the
 * answer says is never older than the request.
 */
export interface Look {
  readonly agentId: string
  readonly version: number
  /** Set by whoever asked; false where nobody did. */
  unchanged: boolean
}

export const LOOK_SQL = (ids: string, versions: string): string =>
  `from unnest(${ids}::uuid[], ${versions}::bigint[]) as known (id, version)
    left join agents a on a.id = known.id
    where a.version is distinct from known.version`

/** What to ask for: each agent once, at one version. */
export const lookedFor = (looks: readonly Look[]): Map<string, number> =>
  new Map(looks.map(({ agentId, version }) => [agentId, version]))

export function tellLooks(looks: readonly Look[], asked: Map<string, number>, changed: Set<string>): void {
  for (const look of looks)
    look.unchanged = asked.get(look.agentId) === look.version && !changed.has(look.agentId)
}
