/**
 * The dashboard and the alerts of deploy/: a running service tells every metric that they name, and, where a
 * Prometheus is installed, it takes the rules, reads a running service and answers every question of the
 * dashboard.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Agent } from '../../../contract/index.ts'
import { freePorts } from '../../../scripts/local/ports.ts'
import { startWorld, type World } from '../../contract/support/world.ts'
import { until } from '../../support/until.ts'

const deploy = join(import.meta.dirname, '../../../deploy')
const ALERTS = join(deploy, 'prometheus/alerts.yaml')
const alerts = readFileSync(ALERTS, 'utf8')
const dashboard = JSON.parse(readFileSync(join(deploy, 'grafana/rowhand.json'), 'utf8')) as {
  panels: { title: string; targets: { expr: string }[] }[]
}
const expressions = dashboard.panels.flatMap(({ title, targets }) =>
  targets.map(({ expr }) => [title, expr.replaceAll('$__rate_interval', '1m')] as const),
)

const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0

let world: World
beforeAll(async () => {
  world = await startWorld({ env: { ROWHAND_METRICS_PORT: '0' } })
  const { body } = await world.client.call<Agent>('startAgent', {
    body: { prompt: 'write something', spreadsheet_id: world.books.ana, webhook_url: world.hookUrl },
  })
  await until(async () => {
    const answer = await world.client.call<Agent>('getAgent', { params: { id: body.id } })
    return answer.body.status === 'idle'
  })
}, 180_000)
afterAll(() => world?.close())

/** What is measured a moment after a client sees the end. */
const LAST = ['rowhand_webhook_seconds_count', 'rowhand_turn_seconds_count']

/** Labels by metric, as a running service tells them once a turn and its webhook are over. */
async function scraped(): Promise<Map<string, Set<string>>> {
  const text = await until(async () => {
    const answer = await fetch(world.metricsUrls[0]!)
    const body = await answer.text()
    return LAST.every(name => body.includes(name)) ? body : null
  })
  const found = new Map<string, Set<string>>()
  for (const [, name, labels] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = found.get(name!) ?? new Set()
    for (const [, label] of (labels ?? '').matchAll(/(\w+)="/g)) known.add(label!)
    found.set(name!, known)
  }
  return found
}

const questions: (readonly [string, string])[] = [
  ...expressions,
  ...[...alerts.matchAll(/alert: (\w+)\n\s+expr: (.*)/g)].map(match => [match[1]!, match[2]!] as const),
]

describe('what deploy/ asks of Prometheus', () => {
  it('names only metrics and labels that a scrape of a running service has', async () => {
    const known = await scraped()
    expect(questions.length).toBeGreaterThan(25)
    const strays = questions.flatMap(([title, expression]) => {
      const metrics = [...expression.matchAll(/\browhand_[a-z0-9_]+/g)].map(match => match[0])
      const labels = [
        ...[...expression.matchAll(/(\w+)\s*(?:=~|!~|!=|=)"/g)].map(match => match[1]!),
        ...[...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(match => match[1]!.split(/,\s*/)),
      ]
      const has = new Set(metrics.flatMap(metric => [...(known.get(metric) ?? [])]))
      return [
        ...metrics.filter(metric => !known.has(metric)).map(metric => `${title}: ${metric}`),
        ...labels.filter(label => !has.has(label)).map(label => `${title}: ${label}`),
      ]
    })
    expect(strays).toEqual([])
  })
})

describe.runIf(hasPrometheus)('a real Prometheus', () => {
  let folder: string
  let prometheus: ChildProcess
  let url: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rowhand-prometheus-'))
    const [port] = await freePorts(1)
    url = `http://127.0.0.1:${port}`
    const target = new URL(world.metricsUrls[0]!).host
    const config = join(folder, 'prometheus.yml')
    writeFileSync(
      config,
      `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [${JSON.stringify(ALERTS)}]
scrape_configs: [{ job_name: rowhand, static_configs: [{ targets: ["${target}"] }] }]\n`,
    )
    prometheus = spawn(
      'prometheus',
      [
        `--config.file=${config}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    )
    await until(async () => (await fetch(`${url}/-/ready`).catch(() => null))?.ok, { within: 60_000 })
  })
  afterAll(async () => {
    const ended = new Promise(done => prometheus.once('exit', done))
    prometheus.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })

  interface Answer {
    status: string
    data: { result: { value: [number, string] }[] }
  }
  const ask = async (query: string): Promise<Answer> => {
    const answer = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(query)}`)
    return (await answer.json()) as Answer
  }

  it('takes the alert rules', () => {
    const said = execFileSync('promtool', ['check', 'rules', ALERTS], { encoding: 'utf8' })
    expect(said).toContain('SUCCESS')
  })

  it('reads the service and counts the turn that ended', async () => {
    const counted = await until(async () => {
      const answer = await ask('sum(rowhand_turns_ended_total{status="succeeded"})').catch(() => null)
      return answer?.data.result[0]?.value[1]
    })
    expect(Number(counted)).toBeGreaterThanOrEqual(1)
    const rules = (await (await fetch(`${url}/api/v1/rules`)).json()) as {
      data: { groups: { rules: { name: string; health: string }[] }[] }
    }
    expect(rules.data.groups[0]!.rules.length).toBeGreaterThan(5)
  })

  it('understands every question of the dashboard', async () => {
    for (const [title, expression] of expressions)
      expect([title, (await ask(expression)).status]).toEqual([title, 'success'])
  })
})
