import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createBilling,
  grantCredits,
  setSpaceLimit,
  setUserLimit,
} from '../../../service/accounts/billing.ts'
import { formatDollars, parseDollars } from '../../../service/accounts/money.ts'
import { setMember } from '../../../service/accounts/spaces.ts'
import type { Database } from '../../../service/store/open.ts'
import type { Cost, Payer } from '../../../service/turns/ports.ts'
import { openFresh } from '../turns/databases.ts'
import { type Account, makeAccount } from './make-account.ts'

const DOLLAR = 1_000_000_000n

describe.each(['pglite', 'postgres'] as const)('billing on %s', kind => {
  let database: Database
  const clock = { now: new Date('2026-05-10T12:00:00Z') }
  const billing = createBilling(() => clock.now)
  beforeAll(async () => {
    database = await openFresh(kind)
  })
  afterAll(() => database.close())

  const payer = (account: Account): Payer => ({ ...account, agentId: randomUUID(), turnId: randomUUID() })
  const cost = (nano: bigint, idempotencyKey: string = randomUUID()): Cost => ({
    kind: 'agent',
    model: 'managed:agent:test/model',
    costNanoDollars: nano,
    idempotencyKey,
  })
  const charge = (who: Payer, costs: Cost[]) => database.db.transaction(tx => billing.charge(tx, who, costs))
  const admit = (who: Account) => database.db.transaction(tx => billing.admit(tx, who))
  const credits = async (account: Account) => {
    const { rows } = await database.db.query<{ credits_nano: string }>(
      'select credits_nano from spaces where id = $1',
      [account.spaceId],
    )
    return BigInt(rows[0]!.credits_nano)
  }

  it('costs lower the credits of the space and are booked once, ever', async () => {
    const account = await makeAccount(database.db)
    const who = payer(account)
    const [a, b] = [cost(3n), cost(5n)]
    expect(await charge(who, [a, b, a])).toEqual({ state: 'ok', booked: [true, true, false] })
    expect(await charge(who, [b, cost(7n)])).toEqual({ state: 'ok', booked: [false, true] })
    expect(await credits(account)).toBe(10n * DOLLAR - 15n)
    const { rows } = await database.db.query<{ sum: string }>(
      'select sum(amount_nano)::bigint as sum from ledger where turn_id = $1',
      [who.turnId],
    )
    expect(rows[0]!.sum).toBe('15')
  })

  it('what is rolled back was never spent', async () => {
    const account = await makeAccount(database.db)
    const failed = database.db.transaction(async tx => {
      await billing.charge(tx, payer(account), [cost(DOLLAR)])
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect(await credits(account)).toBe(10n * DOLLAR)
  })

  it('concurrent charges of one space lose nothing', async () => {
    const account = await makeAccount(database.db)
    await Promise.all(Array.from({ length: 20 }, () => charge(payer(account), [cost(1_000n)])))
    expect(await credits(account)).toBe(10n * DOLLAR - 20_000n)
  })

  it('a space without credits starts nothing, and a turn that runs out is told to stop', async () => {
    const account = await makeAccount(database.db, { creditsNano: 10n })
    expect(await admit(account)).toEqual({ state: 'ok' })
    expect(await charge(payer(account), [cost(10n)])).toMatchObject({
      state: 'stop',
      booked: [true],
      message: expect.stringContaining('no credits left'),
      params: { limit: 'credits', credits_left: 0 },
    })
    expect(await admit(account)).toMatchObject({ state: 'refused' })
  })

  it("the space's limit counts what everyone spent this month, and the next month is a new one", async () => {
    const account = await makeAccount(database.db)
    const colleague = { ...(await makeAccount(database.db)), spaceId: account.spaceId }
    await setMember(database.db, account.spaceId, colleague.userId, 'member')
    await setSpaceLimit(database.db, account.spaceId, DOLLAR)
    expect((await charge(payer(account), [cost(DOLLAR / 2n)])).state).toBe('ok')
    expect(await charge(payer(colleague), [cost(DOLLAR / 2n)])).toMatchObject({
      state: 'stop',
      message: expect.stringContaining('spending limit of $1.00 a month'),
      params: { limit: 'space', resets_on: '2026-06-01' },
    })
    expect((await admit(account)).state).toBe('refused')
    clock.now = new Date('2026-06-01T00:00:00Z')
    expect((await admit(account)).state).toBe('ok')
    clock.now = new Date('2026-05-31T23:59:59Z')
    expect((await admit(account)).state).toBe('refused')
  })

  it("one person's limit stops nobody else", async () => {
    const account = await makeAccount(database.db)
    const colleague = { ...(await makeAccount(database.db)), spaceId: account.spaceId }
    await setMember(database.db, account.spaceId, colleague.userId, 'member')
    expect(await setUserLimit(database.db, account.spaceId, colleague.userId, DOLLAR)).toBe(true)
    expect((await charge(payer(colleague), [cost(DOLLAR)])).state).toBe('stop')
    expect((await admit(colleague)).state).toBe('refused')
    expect((await admit(account)).state).toBe('ok')
    expect(await setUserLimit(database.db, account.spaceId, randomUUID(), DOLLAR)).toBe(false)
  })

  it('a limit of zero lets nothing start, and no limit is no limit', async () => {
    const account = await makeAccount(database.db)
    await setSpaceLimit(database.db, account.spaceId, 0n)
    expect((await admit(account)).state).toBe('refused')
    await setSpaceLimit(database.db, account.spaceId, null)
    expect((await admit(account)).state).toBe('ok')
  })

  it('an empty list of costs only asks', async () => {
    const account = await makeAccount(database.db)
    expect(await charge(payer(account), [])).toEqual({ state: 'ok', booked: [] })
    expect(await credits(account)).toBe(10n * DOLLAR)
  })

  it('credits are granted once for each key', async () => {
    const account = await makeAccount(database.db)
    const grant = { spaceId: account.spaceId, amountNano: DOLLAR, idempotencyKey: randomUUID() }
    expect(await grantCredits(database.db, grant)).toBe(true)
    expect(await grantCredits(database.db, grant)).toBe(false)
    expect(await credits(account)).toBe(11n * DOLLAR)
  })
})

describe('money', () => {
  it.each([
    [0n, '$0.00', '$0.00', '$0.00'],
    [12_500_000_000n, '$12.50', '$12.50', '$12.50'],
    [1_234_567_890_000_001n, '$1,234,567.90', '$1,234,567.89', '$1,234,567.890000001'],
    [1_999_999_999n, '$2.00', '$1.99', '$1.999999999'],
    [999_600_000n, '$1.00', '$0.999', '$0.9996'],
    [123_456_789n, '$0.124', '$0.123', '$0.123456789'],
    [9_999_999n, '$0.01', '$0.0099', '$0.009999999'],
    [400_000n, '$0.0004', '$0.0004', '$0.0004'],
    [11n, '$0.000000011', '$0.000000011', '$0.000000011'],
    [1n, '$0.000000001', '$0.000000001', '$0.000000001'],
    [-2_505_000_000n, '-$2.50', '-$2.51', '-$2.505'],
  ])(
    '%s nano-dollars read %s where they were spent, %s where they are left, %s where agreed',
    (nano, ...texts) => {
      expect((['spent', 'left', 'exact'] as const).map(kind => formatDollars(nano, kind))).toEqual(texts)
    },
  )

  it('never makes a cost look smaller or what is left larger, and is off by less than a cent or a tenth', () => {
    const nanoOf = (text: string) => parseDollars(text)!
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 17n), nano => {
        const [spent, left, exact] = (['spent', 'left', 'exact'] as const).map(kind =>
          nanoOf(formatDollars(nano, kind)),
        )
        expect(spent! >= nano && left! <= nano && exact === nano).toBe(true)
        const most = nano >= DOLLAR ? DOLLAR / 100n : nano / 10n + 1n
        expect(spent! - nano < most && nano - left! < most).toBe(true)
      }),
    )
  })

  it.each([
    ['12', 12n * DOLLAR],
    ['$1,200.50', 1_200n * DOLLAR + DOLLAR / 2n],
    ['0.000000001', 1n],
    ['  3.5 ', 3n * DOLLAR + DOLLAR / 2n],
  ])('"%s" is understood', (text, nano) => {
    expect(parseDollars(text)).toBe(nano)
  })

  it.each(['', '-1', '1,2', '1e3', 'ten', '1.0000000001', '$', '12 000', '99999999999'])(
    '"%s" is no amount',
    text => {
      expect(parseDollars(text)).toBeNull()
    },
  )
})
