/** Spending to look at, in a space of a test. */
import type { Db } from '../../service/store/db.ts'

const DAY_MS = 86_400_000

/** Some weeks of spending, the same in every run: made for looking at, not for counting. */
export async function spendForWeeks(db: Db, spaceId: string, userIds: string[], now: Date): Promise<void> {
  const { rows: keys } = await db.query<{ id: string }>('select id from api_keys where space_id = $1', [
    spaceId,
  ])
  const agents = ['3f1b77c2', 'a90dc4e8', '58e6021f', 'd7b3490a'].map(
    head => `${head}-4d2f-4c1e-9a55-0b5e1c7a2d4f`,
  )
  for (const [index, id] of agents.entries()) {
    await db.query(
      `insert into agents (id, user_id, space_id, key_id, spreadsheet_id, number_of_turns, last_activity_at)
       values ($1, $2, $3, $4, 'a spreadsheet', $5, $6)`,
      [
        id,
        userIds[index % userIds.length],
        spaceId,
        keys[0]?.id,
        2 + index * 3,
        new Date(now.getTime() - index * 2 * DAY_MS),
      ],
    )
  }
  for (let day = 0; day < 29; day++) {
    const at = new Date(now.getTime() - day * DAY_MS)
    if (at.getUTCDay() === 0 || at.getUTCDay() === 6) continue
    for (const kind of ['agent', 'tool'] as const) {
      const cents = ((day * 37 + (kind === 'agent' ? 41 : 13)) % 70) + 4
      await db.query(
        `insert into ledger (space_id, user_id, agent_id, kind, model, amount_nano, idempotency_key, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          spaceId,
          userIds[(day % agents.length) % userIds.length],
          agents[day % agents.length],
          kind,
          kind === 'agent' ? 'managed:agent:anthropic/claude-sonnet-5' : 'managed:bulk:openai/gpt-5-mini',
          String(BigInt(cents) * 10_000_000n),
          `test:${spaceId}:${day}:${kind}`,
          at,
        ],
      )
    }
  }
  for (const [index, userId] of userIds.entries()) {
    await db.query(
      `insert into spending_months (space_id, month, user_id, spent_nano)
       values ($1, date_trunc('month', $2::timestamptz at time zone 'UTC')::date, $3, $4)`,
      [spaceId, now, userId, String(4_870_000_000 - index * 2_130_000_000)],
    )
  }
}
