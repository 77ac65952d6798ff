import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSkill, listSkills } from '../../../service/tools/skills.ts'
import { isAskedToRemember } from '../../../service/tools/support/asked-to-remember.ts'
import { type Bench, refused, succeeded, useWorkbench } from './workbench.ts'

const { openBench } = useWorkbench()

const SKILL = { name: 'Monthly report', description: 'For reports', content: 'Use tab Sales.' }
const open = (prompt: string) => openBench({ tabs: [{ title: 'T', rows: [['a']] }], prompt })
const skillsOf = ({ context }: Bench) => listSkills(context.db, context.turn.spaceId)

test('a skill that no message of the user asked for is not stored', async () => {
  const bench = await open('Summarise the notes in column A')
  expect(refused(await bench.run(createSkill, SKILL))).toContain('Nothing was stored')
  expect(await skillsOf(bench)).toEqual([])
})

test('a skill of another user is replaced only where the message names it', async () => {
  const bench = await open('Save this as a skill')
  succeeded(await bench.run(createSkill, SKILL))
  const userId = randomUUID()
  const { db, turn } = bench.context
  await db.query('insert into users (id, email) values ($1, $2)', [userId, `${userId}@example.com`])
  const replace = (prompt: string) =>
    bench.run(createSkill, { ...SKILL, description: 'Changed' }, { turn: { ...turn, userId, prompt } })

  expect(refused(await replace('Save this as a skill for monthly things'))).toContain('Another user')
  expect(await skillsOf(bench)).toMatchObject([{ description: 'For reports' }])
  expect(succeeded(await replace('Update the monthly report skill'))).toMatchObject({ replaced: true })
  expect(await skillsOf(bench)).toMatchObject([{ description: 'Changed' }])
})

test.each([
  'Save this as a skill',
  'Remember that revenue is always net',
  'From now on, use euros',
  'Write down how to make the report',
  'Merk dir: Umsätze sind netto',
  'Speichere das bitte als Anweisung.',
  'Ab jetzt immer in Euro',
  'Enregistre cela comme compétence',
  "Désormais, l'euro partout",
  'Retiens cette règle',
  'Guarda esto como una habilidad',
  'A partir de ahora, usa euros',
  'この手順をスキルとして保存して',
  '今後は円で書いて',
])('the words "%s" ask for a skill', prompt => {
  expect(isAskedToRemember(prompt)).toBe(true)
})

test.each([
  'Summarise the notes in column A',
  'Make a chart of the revenue',
  'Which rule applies here? Add a column.',
  'Erstelle eine Pivot-Tabelle nach Region',
  'Crée un graphique par mois',
  'Crea un gráfico por mes',
  '売上のグラフを作成して',
])('the words "%s" ask for no skill', prompt => {
  expect(isAskedToRemember(prompt)).toBe(false)
})
