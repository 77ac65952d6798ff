/** The files of deploy/: right for the tools that are here, and in step with what the service reads. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(match => match[1]!)

describe('the files of deploy/', () => {
  it('are right for every tool that is on this machine', () => {
    const { status, stdout } = spawnSync(process.execPath, ['scripts/check-deploy.mjs'], {
      cwd: root,
      encoding: 'utf8',
    })
    expect(stdout).not.toContain('WRONG')
    expect(stdout.split('\n').length).toBeGreaterThan(8)
    expect(status).toBe(0)
  }, 60_000)

  it('set nothing that the settings do not name', () => {
    const documented = new Set(all(read('docs/deploy.md'), /\b([A-Z][A-Z0-9]*_[A-Z0-9_]+|HOST|PORT)\b/g))
    const named = [
      ...all(
        / {2}service:\n[\s\S]*?\n {2}postgres:/.exec(read('deploy/compose.yaml'))![0],
        /^ {6}([A-Z_0-9]+):/gm,
      ),
      ...all(read('deploy/kubernetes/rowhand.yaml'), /name: ([A-Z][A-Z_0-9]+),/g),
      ...all(read('deploy/kubernetes/rowhand.yaml'), /--from-literal=([A-Z_0-9]+)=/g),
      ...all(read('deploy/Dockerfile'), /\b([A-Z_]+)=/g).filter(name => name !== 'NODE_ENV'),
    ]
    expect(named.length).toBeGreaterThan(12)
    expect(named.filter(name => !documented.has(name))).toEqual([])
  })

  it('try each alert', () => {
    const alerts = all(read('deploy/prometheus/alerts.yaml'), /- alert: (\w+)/g)
    const tried = new Set(all(read('deploy/prometheus/alerts.test.yaml'), /alertname: (\w+)/g))
    expect(alerts.length).toBeGreaterThan(5)
    expect(alerts.filter(name => !tried.has(name))).toEqual([])
  })

  it('meet the service where it answers', () => {
    const probes = all(read('deploy/kubernetes/rowhand.yaml'), /path: (\/\w+),/g)
    const port = /PORT=(\d+)/.exec(read('deploy/Dockerfile'))![1]
    expect(new Set(probes)).toEqual(new Set(['/readyz', '/livez']))
    for (const path of ['deploy/Caddyfile', 'deploy/kubernetes/rowhand.yaml'])
      expect(all(read(path), /(?:containerPort: |reverse_proxy service:)(\d+)/g)).toContain(port)
    const metrics = /ROWHAND_METRICS_PORT(?:: |, value: )"(\d+)"/
    for (const path of ['deploy/compose.yaml', 'deploy/kubernetes/rowhand.yaml'])
      expect(read('deploy/prometheus/prometheus.yaml')).toContain(`:${metrics.exec(read(path))![1]}"`)
  })
})
