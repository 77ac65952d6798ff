/** Bank statement against ledger: same amount, at most three days apart, each line once. */
import { day, money, tab } from '../book.ts'
import { absent, holds, newTab, noErrors, untouched } from '../checks.ts'
import { serial } from '../days.ts'
import type { Job } from '../job.ts'
import { rows } from '../lines.ts'
import type { Random } from '../random.ts'
import { size } from '../wants.ts'

interface Movement {
  date: number
  /** Money in is positive. */
  amount: number
  party: string
}

const PARTIES =
  'Meyer & Sons|Nordwind GmbH|City Power|Cafe Lumen|Bright Print|Hotel Astra|Oak Furniture|Telco One|Stadtwerke|J. Alvarez|Kite Logistics|Papeterie Roux|Delta Tools|Greenfield Ltd'.split(
    '|',
  )
const BANK_ONLY = ['Account fee', 'Interest', 'Card annual fee', 'Returned debit', 'Unknown credit']
const RECONCILIATION = /reconciliation/i

export const reconcileBank: Job = {
  id: 'reconcile-bank',
  title: 'Bank and ledger 2024',
  prompts: [
    'Please reconcile the bank statement with our ledger. A bank line and a ledger entry belong together when the amount is the same (money in is a debit in the ledger, money out a credit) and the dates are at most 3 days apart; every line can be used only once. I need a new tab Reconciliation that lists only what has no partner: the bank lines missing in the ledger (date, TRX number, amount) and, apart from them, the ledger entries missing at the bank (date, entry number, amount), with a total under each list. Leave the tabs Bank and Ledger exactly as they are.',
  ],
  prepare(random) {
    const { bank, ledger, bankOnly, ledgerOnly, matchedBank, matchedLedger } = movements(random)
    const total = (of: { amount: number }[]) => of.reduce((sum, { amount }) => sum + amount, 0)
    return {
      tabs: [bankTab(bank), ledgerTab(ledger)],
      checks: [
        newTab(RECONCILIATION),
        untouched('Bank', 'Ledger'),
        rows(
          'every bank line without a partner is listed',
          bankOnly.map(({ id, amount }) => [id, size(amount)]),
          { on: RECONCILIATION },
        ),
        rows(
          'every ledger entry without a partner is listed',
          ledgerOnly.map(({ id, amount }) => [id, size(amount)]),
          { on: RECONCILIATION },
        ),
        absent('no matched bank line is listed', matchedBank, RECONCILIATION),
        absent('no matched ledger entry is listed', matchedLedger, RECONCILIATION),
        holds('the bank list has its total', size(total(bankOnly)), { on: RECONCILIATION }),
        holds('the ledger list has its total', size(total(ledgerOnly)), { on: RECONCILIATION }),
        noErrors,
      ],
    }
  },
}

type Line = Movement & { id: string }

function movements(random: Random) {
  const amounts = distinctAmounts(random)
  const start = serial(2024, 1, 3)
  const draw = (): Movement => ({
    date: start + random.int(0, 330),
    amount: amounts(),
    party: random.pick(PARTIES),
  })
  const pairs = Array.from({ length: 214 }, () => {
    const bank = draw()
    return { bank, ledger: { ...bank, date: bank.date - random.int(0, 3) } }
  })
  const onBank = Array.from({ length: 9 }, () => ({ ...draw(), party: random.pick(BANK_ONLY) }))
  const onLedger = Array.from({ length: 11 }, draw)
  // The same amount, but weeks apart: no partners, though a match by amount alone takes them for some.
  const traps = Array.from({ length: 3 }, () => {
    const bank = draw()
    return { bank, ledger: { ...bank, date: bank.date - 21 } }
  })
  // Entered twice in the ledger, paid once.
  const twice = pairs.slice(0, 3).map(({ ledger }) => ({ ...ledger, date: ledger.date + 40 }))
  let entry = 1000
  const booked = (movement: Movement): Line => ({ ...movement, id: `JE-${++entry}` })
  const seen = (movement: Movement, at: number): Line => ({ ...movement, id: `TRX-${48211 + at * 7}` })
  const matchedLedger = pairs.map(({ ledger }) => booked(ledger))
  const ledgerOnly = [...onLedger, ...traps.map(({ ledger }) => ledger), ...twice].map(booked)
  const bankLines = [...pairs.map(({ bank }) => bank), ...onBank, ...traps.map(({ bank }) => bank)].map(seen)
  const matchedBank = bankLines.slice(0, pairs.length)
  const byDate = (a: Line, b: Line) => a.date - b.date
  return {
    bank: [...bankLines].sort(byDate),
    ledger: random.shuffled([...matchedLedger, ...ledgerOnly]).sort(byDate),
    bankOnly: bankLines.slice(pairs.length),
    ledgerOnly,
    matchedBank: matchedBank.map(({ id }) => id),
    matchedLedger: matchedLedger.map(({ id }) => id),
  }
}

/** No amount twice, unless it is planted. */
function distinctAmounts(random: Random): () => number {
  const used = new Set<number>()
  return () => {
    for (;;) {
      const amount = random.money(8, 4_900)
      if (used.has(amount)) continue
      used.add(amount)
      return random.chance(0.35) ? amount : -amount
    }
  }
}

function bankTab(lines: Line[]) {
  let balance = 18_204.55
  return tab('Bank', [
    ['Statement of account 4711 0815', null, null, null, null],
    ['Period', '2024', null, null, null],
    [],
    ['Booking date', 'Reference', 'Details', 'Amount', 'Balance'],
    ...lines.map(({ date, id, party, amount }) => {
      balance = Math.round((balance + amount) * 100) / 100
      return [day(date, 'dd.mm.yyyy'), id, party.toUpperCase(), money(amount), money(balance)]
    }),
  ])
}

const ledgerTab = (lines: Line[]) =>
  tab('Ledger', [
    ['Entry', 'Posted', 'Counterparty', 'Debit', 'Credit', 'Cost centre'],
    ...lines.map(({ date, id, party, amount }, at) => [
      id,
      day(date),
      party,
      amount > 0 ? money(amount) : null,
      amount < 0 ? money(-amount) : null,
      at % 3 === 0 ? 'ADM' : 'OPS',
    ]),
  ])
