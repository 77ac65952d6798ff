/** Prometheus metrics of what is observed. Labels are few and closed: no id of a person, key or sheet. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Db } from '../store/db.ts'
import type { Kind, Moment, Watcher, Work } from './observed.ts'

const SECONDS = [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10, 30, 120]
const TURN_SECONDS = [1, 5, 15, 60, 300, 900, 1800]

export interface Metrics extends Watcher {
  /** The text that Prometheus reads, with its content type. */
  render(): Promise<{ contentType: string; text: string }>
}

export function createMetrics(db: Db, version: string): Metrics {
  const registry = new Registry()
  // Loop delay, memory, collections of garbage.
  collectDefaultMetrics({ register: registry, prefix: 'rowhand_' })
  new Gauge({
    name: 'rowhand_info',
    help: 'The running version.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version }, 1)
  queueGauges(registry, db)
  const work = workMeters(registry)
  const moments = momentMeters(registry)
  return {
    begin: <K extends Kind>(kind: K) => ({
      end: (facts: object, failed: boolean, milliseconds: number) =>
        work(kind, facts as Work[K], failed, milliseconds / 1000),
    }),
    moment: moments,
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  }
}

/** Read when somebody looks: what waits, in this replica's database. */
function queueGauges(registry: Registry, db: Db): void {
  const gauge = (name: string, help: string, sql: string) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const { rows } = await db.query<{ n: number }>(sql)
        this.set(rows[0]?.n ?? 0)
      },
    })
  gauge(
    'rowhand_turns_active',
    'Turns in progress.',
    "select count(*)::int as n from turns where status = 'active'",
  )
  gauge(
    'rowhand_webhooks_waiting',
    'Webhooks that are not delivered yet.',
    'select count(*)::int as n from webhook_deliveries where finished_at is null',
  )
  gauge(
    'rowhand_turns_queued',
    'Turns that no replica has taken up.',
    "select count(*)::int as n from dbos.workflow_status where status = 'ENQUEUED'",
  )
}

/** Which labels a kind's work ends with. */
const LABELS: { [K in Kind]: (facts: Work[K], failed: boolean) => Record<string, string> } = {
  request: ({ operation, status, code }) => ({ operation, status: `${status ?? 500}`, code: code ?? '' }),
  turn: ({ model }) => ({ model }),
  step: ({ kind, tool }, failed) => ({ kind, tool: tool ?? '', failed: `${failed}` }),
  model: ({ model, outcome }, failed) => ({ model, outcome: outcome ?? (failed ? 'thrown' : 'ok') }),
  google: ({ kind, failure }, failed) => ({ kind, failure: failure ?? (failed ? 'thrown' : '') }),
  query: (_, failed) => ({ failed: `${failed}` }),
  webhook: ({ outcome }) => ({ outcome: outcome ?? 'thrown' }),
}

const HELP: Record<Kind, string> = {
  request: 'HTTP requests by operation, status and error code.',
  turn: 'Executions of turns in this replica; one that is taken over counts in both.',
  step: 'Steps of turns: model calls and tool calls.',
  model: 'Calls to language models.',
  google: 'Calls to Google Sheets, tries within a call counted as one.',
  query: 'Statements and transactions on the database.',
  webhook: 'Deliveries of webhooks.',
}

function workMeters(registry: Registry) {
  const meters = new Map<Kind, Histogram>()
  const meter = (kind: Kind, labelNames: string[]) => {
    const known = meters.get(kind)
    if (known) return known
    const made = new Histogram({
      name: `rowhand_${kind}_seconds`,
      help: HELP[kind],
      labelNames,
      buckets: kind === 'turn' ? TURN_SECONDS : SECONDS,
      registers: [registry],
    })
    meters.set(kind, made)
    return made
  }
  return <K extends Kind>(kind: K, facts: Work[K], failed: boolean, seconds: number) => {
    const labels = LABELS[kind](facts, failed)
    meter(kind, Object.keys(labels)).observe(labels, seconds)
  }
}

function momentMeters(registry: Registry): NonNullable<Watcher['moment']> {
  const turns = new Counter({
    name: 'rowhand_turns_ended_total',
    help: 'Turns by how they ended.',
    labelNames: ['status', 'code'],
    registers: [registry],
  })
  const money = new Counter({
    name: 'rowhand_charged_nanodollars_total',
    help: 'What was charged, in billionths of a dollar.',
    labelNames: ['kind', 'model'],
    registers: [registry],
  })
  return (moment, facts) => {
    if (moment === 'turnEnded') {
      const { status, code } = facts as Moment['turnEnded']
      turns.inc({ status, code: code ?? '' })
    } else {
      const { kind, model, nanoDollars } = facts as Moment['charged']
      money.inc({ kind, model }, nanoDollars)
    }
  }
}
