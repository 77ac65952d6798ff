/** One turn of the whole service, as Prometheus and a collector of traces see it. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Agent } from '../../../contract/index.ts'
import { startWorld, type World } from '../../contract/support/world.ts'
import { until } from '../../support/until.ts'
import { type SeenSpan, startCollector } from './collector.ts'

const SECRET_WORDS = `secret${randomUUID().replaceAll('-', '')}`

let collector: Awaited<ReturnType<typeof startCollector>>
let world: World
let turnId: string
let metrics: string
beforeAll(async () => {
  collector = await startCollector()
  world = await startWorld({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '100',
      ROWHAND_METRICS_PORT: '0',
    },
  })
  const { body } = await world.client.call<Agent>('startAgent', {
    body: { prompt: `write ${SECRET_WORDS}`, spreadsheet_id: world.books.ana },
  })
  turnId = body.messages[0]!.turn_id
  await until(async () => {
    const answer = await world.client.call<Agent>('getAgent', { params: { id: body.id } })
    return answer.body.status === 'idle'
  })
  await until(() => collector.spans.some(({ name }) => name === 'turn'))
  metrics = await (await fetch(world.metricsUrls[0]!)).text()
})
afterAll(async () => {
  await world?.close()
  await collector?.close()
})

describe('the trace of a turn', () => {
  const traced = () => collector.spans.filter(({ traceId }) => traceId === turnId.replaceAll('-', ''))
  const named = (name: string) => traced().filter(span => span.name === name)
  const childrenOf = (parent: SeenSpan) => traced().filter(span => span.parentSpanId === parent.spanId)

  it("is found by the turn's id and begins with the request that started it", () => {
    const [turn] = named('turn')
    expect(turn).toBeDefined()
    expect(named('request startAgent')).toMatchObject([
      { parentSpanId: turn!.spanId, attributes: { 'rowhand.status': 201 } },
    ])
  })

  it('holds each step, and in it the calls to the model and to Google', () => {
    const steps = childrenOf(named('turn')[0]!)
    expect(steps.filter(({ name }) => name === 'model step')).toHaveLength(2)
    const tool = steps.find(({ name }) => name === 'tool write_range')!
    const calls = childrenOf(tool).map(({ name }) => name)
    expect(calls).toContain('google writes')
    const model = childrenOf(steps.find(({ name }) => name === 'model step')!).find(
      ({ name }) => name === 'model',
    )
    expect(model?.attributes).toMatchObject({ 'rowhand.outcome': 'ok', 'rowhand.inputTokens': 1000 })
  })

  it('says nothing of the prompt or of cells', () => {
    expect(collector.raw.join('')).not.toContain(SECRET_WORDS)
    expect(collector.raw.join('')).not.toContain('North')
  })
})

describe('the metrics of a turn', () => {
  it.each([
    /rowhand_turns_ended_total\{status="succeeded",code=""\} 1\b/,
    /rowhand_request_seconds_count\{operation="startAgent",status="201",code=""\} 1\b/,
    /rowhand_step_seconds_count\{kind="tool",tool="write_range",failed="false"\} 1\b/,
    /rowhand_model_seconds_count\{model="managed:agent:openai\/[a-z]+",outcome="ok"\} 2\b/,
    /rowhand_google_seconds_count\{kind="writes",failure=""\} [1-9]/,
    /rowhand_charged_nanodollars_total\{kind="agent",model="managed:agent:openai\/[a-z]+"\} 6000000\b/,
    /rowhand_query_seconds_count\{failed="false"\} [1-9]/,
    /rowhand_turns_active 0\b/,
    /rowhand_nodejs_eventloop_lag_p99_seconds /,
  ])('hold %s', line => {
    expect(metrics).toMatch(line)
  })

  it('name nobody', () => {
    for (const secret of [SECRET_WORDS, world.people.ana.email, world.people.ana.apiKey, world.books.ana]) {
      expect(metrics).not.toContain(secret)
    }
  })

  it('are not served on the public port', async () => {
    expect((await fetch(`${world.urls[0]}/metrics`)).status).toBe(404)
  })
})
