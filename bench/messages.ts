/**
 * What a page of messages and GET agent cost in conversations of 10, 1,000 and 100,000 entries: the same,
 * or long conversations get slow for everyone.
 *
 *   npm run bench -- messages [pglite|postgres ...] [--rounds 31]
 *
 * The three take turns, so that a busy moment hits them alike. Prints medians with their spread, and ends
 * with 1 where the slowest takes more than 1.2 times as long as the quickest.
 */
import { parseArgs } from 'node:util'
import { readMessages } from '../service/agents/messages.ts'
import { createReader } from '../service/agents/read.ts'
import type { Db } from '../service/store/db.ts'
import { makeAgentTurn } from '../test/support/agent-turn.ts'
import { freshDatabase, freshPostgres } from '../test/support/database.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { median, spread } from './support/figures.ts'

const MAX_RATIO = 1.2
const SIZES = [10, 1_000, 100_000]
/** Entries of a turn, and of a page. */
const PAGE = 10
const CALLS_A_ROUND = 20

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '31' } },
})
const rounds = Number(values.rounds)

interface Conversation {
  size: number
  userId: string
  agentId: string
}

/** Turns of ten entries each, the latest of which GET agent shows. */
async function makeConversation(db: Db, size: number): Promise<Conversation> {
  const { agentId, userId, id: firstTurn } = await makeAgentTurn(db, 'S')
  const turns = size / PAGE
  await db.query(`update turns set status = 'succeeded' where id = $1`, [firstTurn])
  await db.query(
    `insert into turns (id, agent_id, key_id, user_id, space_id, number, status, prompt, sheet_id, sheet_name,
       agent_model, bulk_model, bulk_search_model)
     select gen_random_uuid(), $1, key_id, user_id, space_id, n, 'succeeded', 'p', 0, 'T', 'a', 'b', 'c'
     from turns, generate_series(2, $2::int) n where id = $3`,
    [agentId, turns, firstTurn],
  )
  await db.query(
    `insert into entries (agent_id, position, id, turn_id, type, status, body)
     select $1, (t.number - 1) * $2 + n, gen_random_uuid(), t.id, 'assistant_message', null,
       json_build_object('type', 'assistant_message', 'content', repeat('x', 200))::text
     from turns t, generate_series(1, $2::int) n where t.agent_id = $1`,
    [agentId, PAGE],
  )
  await db.query('update agents set number_of_turns = $2, next_position = $3 where id = $1', [
    agentId,
    turns,
    size + 1,
  ])
  return { size, userId, agentId }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  for (let call = 0; call < CALLS_A_ROUND; call++) await work()
  return (performance.now() - began) / CALLS_A_ROUND
}

async function compare(
  name: string,
  conversations: readonly Conversation[],
  call: (conversation: Conversation) => Promise<unknown>,
): Promise<boolean> {
  const times = new Map<number, number[]>(conversations.map(({ size }) => [size, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const conversation of conversations) {
      const ms = await timed(() => call(conversation))
      // The first round warms up.
      if (round > 0) times.get(conversation.size)!.push(ms)
    }
  }
  const medians = [...times.values()].map(median)
  const ratio = Math.max(...medians) / Math.min(...medians)
  const told = [...times].map(([size, list]) => `${size}: ${median(list).toFixed(2)} ms (${spread(list, 2)})`)
  console.log(`${name.padEnd(26)} ${told.join('   ')}   ratio ${ratio.toFixed(2)} (limit ${MAX_RATIO})`)
  return ratio <= MAX_RATIO
}

async function measure(name: string, db: Db): Promise<boolean> {
  const conversations: Conversation[] = []
  for (const size of SIZES) conversations.push(await makeConversation(db, size))
  await db.query('analyze')
  const page = await compare(`a page of ${PAGE}, ${name}`, conversations, ({ userId, agentId }) =>
    readMessages(db, userId, agentId, { limit: PAGE, after: null }),
  )
  // A reader without memory: each call asks the database for the whole agent.
  const agent = await compare(`GET agent, ${name}`, conversations, ({ userId, agentId }) =>
    createReader(db).read(userId, agentId, true),
  )
  return page && agent
}

let isFlat = true
const databases = positionals.length > 0 ? positionals : ['pglite', 'postgres']
if (databases.includes('pglite')) {
  const database = await freshDatabase()
  isFlat = (await measure('PGlite', database.db)) && isFlat
  await database.close()
}
if (databases.includes('postgres')) {
  const server = await startPostgres()
  const database = await freshPostgres(server.url)
  isFlat = (await measure('Postgres', database.db)) && isFlat
  await database.close()
  await server.stop()
}
process.exitCode = isFlat ? 0 : 1
