/** Skills: instructions that a space keeps for its agents, found by name and loaded when needed. */
import { z } from 'zod'
import type { Queryable } from '../store/db.ts'
import { Refusal } from './support/refusal.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import { counted, isNamedIn, storable, toWords } from './support/text.ts'

const MOST_SKILLS = 100
const MOST_CONTENT_CHARACTERS = 20_000

/** For the model's instructions: what there is to load. */
export async function listSkills(
  db: Queryable,
  spaceId: string,
): Promise<{ name: string; description: string }[]> {
  const { rows } = await db.query<{ name: string; description: string }>(
    'select name, description from skills where space_id = $1 order by name limit $2',
    [spaceId, MOST_SKILLS],
  )
  return rows
}

const toName = (text: string): string => toWords(text).slice(0, 60)

const loadArgs = z.object({ names: z.array(z.string()).min(1).max(5) })

export const loadSkill = spreadsheetTool({
  name: 'load_skill',
  brief: 'names',
  reads: true,
  description:
    'Reads skills (stored instructions of this space) by name before doing a task that one of them covers.',
  args: loadArgs,
  fields: ({ names }) => ({ skill: names.join(', ') }),
  async run({ names }, { db, turn }) {
    const wanted = [...new Set(names.map(toName))]
    const { rows } = await db.query<{ name: string; description: string; content: string }>(
      'select name, description, content from skills where space_id = $1 and name = any($2::text[]) order by name',
      [turn.spaceId, wanted],
    )
    const missing = wanted.filter(name => !rows.some(row => row.name === name))
    if (rows.length === 0) {
      const known = (await listSkills(db, turn.spaceId)).map(skill => skill.name)
      throw new Refusal(
        `There is no skill ${missing.join(', ')}. Skills of this space: ${known.join(', ') || 'none yet'}.`,
      )
    }
    return {
      state: 'succeeded',
      output: { skills: rows, ...(missing.length > 0 ? { missing } : {}) },
      fields: { skill: rows.map(row => row.name).join(', ') },
    }
  },
})

const createArgs = z.object({
  name: z.string().min(1).max(80),
  description: z.string().min(1).max(300).describe('When to use it, in one sentence'),
  content: z.string().min(1).describe('The instructions, in markdown'),
})

export const createSkill = spreadsheetTool({
  name: 'create_skill',
  brief: 'only if asked to remember',
  description:
    'Stores instructions for later turns of everyone in this space. Only when the user asks for it in this message. The same name replaces; of another user only if the message names it.',
  args: createArgs,
  fields: ({ name }) => ({ skill: toName(name) }),
  async run({ name, description, content }, { db, turn, now, permit }) {
    const key = toName(name)
    if (key === '')
      throw new Refusal(`"${name}" has no letters or digits to make a name of. Nothing was stored.`)
    if (content.length > MOST_CONTENT_CHARACTERS) {
      throw new Refusal(
        `The content has ${content.length} characters; at most ${MOST_CONTENT_CHARACTERS}. Nothing was stored.`,
      )
    }
    const { rows: others } = await db.query<{ count: string }>(
      'select count(*) as count from skills where space_id = $1 and name <> $2',
      [turn.spaceId, key],
    )
    if (Number(others[0]!.count) >= MOST_SKILLS) {
      throw new Refusal(
        `This space has ${counted(MOST_SKILLS, 'skill')} already. Nothing was stored. Replace one by using its name.`,
      )
    }
    const isAnothers = await belongsToAnother(db, turn, key)
    const replaces = isAnothers && !isNamedIn(turn.prompt, key) ? { replacesAnothers: key } : {}
    await permit({ effect: 'keep_skill', skill: { name: key, description, content, ...replaces } })
    const { rows } = await db.query<{ is_new: boolean }>(
      `insert into skills (space_id, name, description, content, created_by, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $6)
       on conflict (space_id, name) do update
         set description = excluded.description, content = excluded.content, updated_at = excluded.updated_at
       returning created_at = updated_at as is_new`,
      [turn.spaceId, key, storable(description), storable(content), turn.userId, now()],
    )
    const replaced = rows[0]?.is_new === false
    return { state: 'succeeded', output: { name: key, replaced }, fields: { skill: key } }
  },
})

async function belongsToAnother(
  db: Queryable,
  { spaceId, userId }: { spaceId: string; userId: string },
  name: string,
): Promise<boolean> {
  const { rows } = await db.query(
    'select 1 from skills where space_id = $1 and name = $2 and created_by is distinct from $3',
    [spaceId, name, userId],
  )
  return rows.length > 0
}
