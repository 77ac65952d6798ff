/** credits, limits, usage: what a space may spend and what it did spend. */
import { grantCredits, monthOf, readStanding, setSpaceLimit, setUserLimit } from '../../accounts/billing.ts'
import { formatDollars } from '../../accounts/money.ts'
import { listMembers } from '../../accounts/spaces.ts'
import {
  spentInMonth,
  startOfDays,
  usageByAgent,
  usageByDay,
  usageByModel,
  usageByPerson,
} from '../../accounts/usage.ts'
import {
  type AdminDeps,
  type Command,
  type Input,
  ok,
  Refusal,
  SPACE,
  table,
  textOption,
} from '../command.ts'
import { dollars, thePerson, theSpace } from '../lookup.ts'

const MAX_DAYS = 366
const noOne = '00000000-0000-0000-0000-000000000000'

const creditsShow: Command = {
  name: 'credits show',
  words: [],
  summary: 'What is left to spend in a space.',
  options: [SPACE],
  async run({ db }, input) {
    const space = await theSpace(db, input)
    const data = { space_id: space.id, credits_nano: Number(space.creditsNano) }
    return ok(data, formatDollars(space.creditsNano, 'left'))
  },
}

const creditsAdd: Command = {
  name: 'credits add',
  words: ['dollars'],
  summary: 'Adds credits to a space.',
  options: [
    SPACE,
    { name: 'once', value: 'text', help: 'Adds them only if nothing was added under this word before.' },
  ],
  async run({ db, newId }, input) {
    const space = await theSpace(db, input)
    const amountNano = dollars(input.words[0]!)
    if (amountNano === 0n) throw new Refusal('there is nothing to add')
    const once = textOption(input, 'once')
    const idempotencyKey = once === undefined ? `admin:${newId()}` : `admin:${space.id}:${once}`
    const added = await db.transaction(tx =>
      grantCredits(tx, { spaceId: space.id, amountNano, idempotencyKey }),
    )
    const left = added ? space.creditsNano + amountNano : space.creditsNano
    const text = added
      ? `Added ${formatDollars(amountNano, 'exact')}.`
      : `Nothing added: "${once}" was added before.`
    return ok(
      { space_id: space.id, added, credits_nano: Number(left) },
      `${text} The space has ${formatDollars(left, 'left')}.`,
    )
  },
}

const limitText = (nano: bigint | null) =>
  nano === null ? 'none' : `${formatDollars(nano, 'exact')} a month`
const limitData = (nano: bigint | null) => (nano === null ? null : Number(nano))

const limitsShow: Command = {
  name: 'limits show',
  words: [],
  summary: 'Spending limits of a space and its members, and what was spent this month (UTC).',
  options: [SPACE],
  async run({ db, now }, input) {
    const space = await theSpace(db, input)
    const month = monthOf(now())
    const spent = await spentInMonth(db, space.id, month)
    const standing = await readStanding(db, { spaceId: space.id, userId: noOne }, month)
    const members = await listMembers(db, space.id)
    const rows = [
      ['the space', limitText(space.spendingLimitNano), formatDollars(standing.space.spentNano, 'spent')],
      ...members.map(one => [
        one.email,
        limitText(one.spendingLimitNano),
        formatDollars(spent.get(one.userId) ?? 0n, 'spent'),
      ]),
    ]
    const data = {
      space: { limit_nano: limitData(space.spendingLimitNano), spent_nano: Number(standing.space.spentNano) },
      members: members.map(one => ({
        email: one.email,
        limit_nano: limitData(one.spendingLimitNano),
        spent_nano: Number(spent.get(one.userId) ?? 0n),
      })),
    }
    return ok(data, table(['WHOSE', 'LIMIT', 'SPENT'], rows, ''))
  },
}

const limitsSet: Command = {
  name: 'limits set',
  words: ['dollars or none'],
  summary: 'Sets what a space, or one member of it, may spend in a calendar month (UTC).',
  options: [
    SPACE,
    { name: 'user', value: 'email', help: 'The limit of this member instead of the space’s.' },
  ],
  async run({ db }, input) {
    const space = await theSpace(db, input)
    const limitNano = input.words[0] === 'none' ? null : dollars(input.words[0]!)
    const email = textOption(input, 'user')
    if (email === undefined) await setSpaceLimit(db, space.id, limitNano)
    else {
      const person = await thePerson(db, email)
      if (!(await setUserLimit(db, space.id, person.id, limitNano))) {
        throw new Refusal(`${person.email} is not a member of that space`)
      }
    }
    const whose = email ?? 'the space'
    return ok(
      { whose, limit_nano: limitData(limitNano) },
      `The limit of ${whose} is now ${limitText(limitNano)}.`,
    )
  },
}

interface Line {
  name: string
  spentNano: bigint
}

async function usageLines(deps: AdminDeps, input: Input, spaceId: string, days: number): Promise<Line[]> {
  const { db, now } = deps
  const email = textOption(input, 'user')
  const userId = email === undefined ? undefined : (await thePerson(db, email)).id
  const scope = { spaceId, userId, since: startOfDays(days, now()) }
  const by = textOption(input, 'by') ?? 'day'
  switch (by) {
    case 'day':
      return (await usageByDay(db, scope, now())).map(day => ({
        name: day.day,
        spentNano: day.agentNano + day.toolNano,
      }))
    case 'agent':
      return (await usageByAgent(db, scope)).map(agent => ({
        name: agent.agentId,
        spentNano: agent.spentNano,
      }))
    case 'model':
      return usageByModel(db, scope)
    case 'person':
      return usageByPerson(db, scope)
    default:
      throw new Refusal(`--by is day, agent, model or person, not "${by}"`)
  }
}

const usage: Command = {
  name: 'usage',
  words: [],
  summary: 'What a space spent.',
  options: [
    SPACE,
    { name: 'days', value: 'number', help: 'How many days back, today included. Default: 30.' },
    { name: 'by', value: 'day, agent, model or person', help: 'Default: day.' },
    { name: 'user', value: 'email', help: 'Only what this person spent.' },
  ],
  async run(deps, input) {
    const space = await theSpace(deps.db, input)
    const days = Number(textOption(input, 'days') ?? '30')
    if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS) {
      throw new Refusal(`--days is a whole number from 1 to ${MAX_DAYS}`)
    }
    const lines = await usageLines(deps, input, space.id, days)
    const total = lines.reduce((sum, line) => sum + line.spentNano, 0n)
    const shown = lines.filter(line => line.spentNano > 0n)
    const rows = [
      ...shown.map(line => [line.name, formatDollars(line.spentNano, 'spent')]),
      ['total', formatDollars(total, 'spent')],
    ]
    const data = {
      days,
      total_nano: Number(total),
      lines: lines.map(line => ({ name: line.name, spent_nano: Number(line.spentNano) })),
    }
    return ok(
      data,
      shown.length === 0 ? `Nothing was spent in ${days} days.` : table(['', 'SPENT'], rows, ''),
    )
  },
}

export const moneyCommands = [creditsShow, creditsAdd, limitsShow, limitsSet, usage]
