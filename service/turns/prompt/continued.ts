/**
 * A turn that a permission started goes on with an earlier one: the model sees both as one, up to the
 * question and the person's yes.
 */
import type { ModelMessage } from 'ai'
import type { Db } from '../../store/db.ts'
import type { HeldTurn } from '../record/held-turn.ts'
import { readSteps, type StoredStep } from '../record/step-store.ts'

interface LinkRow {
  number: number
  prompt: string
  last_words: string | null
}

/** The prompt of the turn that began it, and every step since. */
export async function readContinued(
  db: Db,
  { agentId, rootNumber, number }: HeldTurn,
): Promise<{ prompt: string; steps: StoredStep[] }> {
  const [{ rows }, steps] = await Promise.all([
    db.query<LinkRow>(
      `select t.number, t.prompt,
         (select e.body::jsonb ->> 'content' from entries e
           where e.turn_id = t.id and e.type = 'assistant_message' order by e.position desc limit 1) as last_words
       from turns t where t.agent_id = $1 and t.number between $2 and $3 order by t.number`,
      [agentId, rootNumber, number],
    ),
    readSteps(db, agentId, rootNumber, number - 1),
  ])
  const linked = rows.slice(0, -1).flatMap((turn, index) => {
    const own = steps.filter(({ turnNumber }) => turnNumber === turn.number)
    return [...own, yes(turn.last_words, rows[index + 1]!)]
  })
  return { prompt: rows[0]?.prompt ?? '', steps: linked }
}

/** An element of its own: what the service says in the person's name is not among their words. */
const yes = (question: string | null, { number, prompt }: LinkRow): StoredStep => {
  const messages: ModelMessage[] = [
    { role: 'assistant', content: question ?? 'I need your permission to go on.' },
    { role: 'user', content: [{ type: 'text', text: `<allowed-once>${escaped(prompt)}</allowed-once>` }] },
  ]
  return { turnNumber: number, step: -1, messages, decision: { next: 'tools', calls: [] }, results: [] }
}

const escaped = (text: string): string => text.replaceAll('<', '‹')

/** What the person said no to since the turn before. */
export async function readDenied(db: Db, { agentId, number }: HeldTurn): Promise<string[]> {
  const { rows } = await db.query<{ effect: string }>(
    `select p.effect from permissions p join turns t on t.id = p.turn_id
     where p.agent_id = $1 and t.number = $2 and p.state = 'denied' order by p.created_at`,
    [agentId, number - 1],
  )
  return rows.map(({ effect }) => effect)
}
