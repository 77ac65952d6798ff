/**
 * The dashboard and the alerts of deploy/: every metric that they name is one of ours, and, where a Prometheus
 * is installed, it takes the rules, reads a running service and answers every question of the dashboard.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Agent } from '../../../contract/index.ts'
import { freePorts } from '../../../scripts/local/ports.ts'
import { createMetrics } from '../../../service/seeing/metrics.ts'
import { startWorld, type World } from '../../contract/support/world.ts'
import { freshDatabase } from '../../support/database.ts'
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

describe('what deploy/ asks of Prometheus', () => {
  it('names only metrics that the service has', async () => {
    const database = await freshDatabase()
    await database.db.query('create schema dbos')
    await database.db.query('create table dbos.workflow_status (status text)')
    const metrics = createMetrics(database.db, 'test')
    const { text } = await metrics.render()
    await database.close()
    const kinds = ['request', 'turn', 'step', 'model', 'google', 'query', 'webhook']
    const known = new Set([
      ...[...text.matchAll(/^# TYPE (\S+)/gm)].map(match => match[1]!),
      ...kinds.flatMap(kind => ['count', 'sum', 'bucket'].map(end => `rowhand_${kind}_seconds_${end}`)),
    ])
    const asked = `${alerts} ${expressions.map(([, expression]) => expression).join(' ')}`
    const named = new Set([...asked.matchAll(/\browhand_[a-z0-9_]+/g)].map(match => match[0]))
    expect(named.size).toBeGreaterThan(10)
    expect([...named].filter(name => !known.has(name))).toEqual([])
  })
})

const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0

describe.runIf(hasPrometheus)('a real Prometheus', () => {
  let world: World
  let folder: string
  let prometheus: ChildProcess
  let url: string
  beforeAll(async () => {
    world = await startWorld({ env: { ROWHAND_METRICS_PORT: '0' } })
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
    const { body } = await world.client.call<Agent>('startAgent', {
      body: { prompt: 'write something', spreadsheet_id: world.books.ana },
    })
    await until(async () => {
      const answer = await world.client.call<Agent>('getAgent', { params: { id: body.id } })
      return answer.body.status === 'idle'
    })
  })
  afterAll(async () => {
    const ended = new Promise(done => prometheus.once('exit', done))
    prometheus.kill('SIGKILL')
    await ended
    await world?.close()
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
