// npm run deploy:check: each file of deploy/ by its own tool, as far as the tools are on this machine. With
// --npm, checkers that npm has are fetched into a folder of the system's for the time of the run; none of
// them is a package of the project. Says what was run, in which version, and what was not. Ends with 1 where
// a tool found something.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..')
const deploy = join(root, 'deploy')
const scratch = mkdtempSync(join(tmpdir(), 'rowhand-deploy-'))
const fromNpm = process.argv.includes('--npm')

const COMPOSE = join(deploy, 'compose.yaml')
const CADDYFILE = join(deploy, 'Caddyfile')
const DOCKERFILE = join(deploy, 'Dockerfile')
const MANIFESTS = join(deploy, 'kubernetes/rowhand.yaml')

/** What npm has, where a tool of its own is missing. */
const PACKAGES = {
  dclint: '3.1.0',
  'dockerfile-utils': '0.16.3',
  'kubernetes-models': '5.1.0',
  'kubernetes-types': '1.30.0',
  yaml: '2.8.1',
}

function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...options })
  return { ok: !error && status === 0, said: error ? error.message : `${stdout}${stderr}`.trim() }
}

const versionOf = (command, args) => {
  const { ok, said } = run(command, args)
  return ok ? (/\d+\.\d+[\w.+-]*/.exec(said)?.[0] ?? said.split('\n')[0]) : null
}

/** By a tool of its own; null where it is not on this machine. */
function ownTool(command, versionArgs, args) {
  const version = versionOf(command, versionArgs)
  return version ? { version, ...run(command, args) } : null
}

const npmBin = name => join(scratch, 'node_modules/.bin', name)
const npmFile = path => pathToFileURL(join(scratch, 'node_modules', path)).href

/** Values that an operator would give; none of them is one. */
function examples() {
  const names = ['DOMAIN', 'POSTGRES_PASSWORD', 'ROWHAND_SECRET', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']
  return names.map(name => `${name}=example-of-${name.toLowerCase()}.example.com`).join('\n')
}

function checkCompose() {
  const env = join(scratch, 'env')
  writeFileSync(env, `${examples()}\n`)
  const args = ['--env-file', env, '-f', COMPOSE, 'config', '--quiet']
  const asPlugin = versionOf('docker', ['compose', 'version'])
  if (asPlugin) return { version: asPlugin, ...run('docker', ['compose', ...args]) }
  const alone = versionOf('docker-compose', ['version', '--short'])
  if (!alone) return null
  // Version 1 knows no project's name in the file, and all else that we use of it.
  const args1 = ['--project-directory', deploy, '--env-file', env, '-f', withoutName(), 'config', '--quiet']
  return { version: alone, ...run('docker-compose', alone.startsWith('1.') ? args1 : args) }
}

function withoutName() {
  const file = join(scratch, 'compose-1.yaml')
  writeFileSync(file, readFileSync(COMPOSE, 'utf8').replace(/^name: .*\n/m, ''))
  return file
}

/** The schema of the Compose specification; no taste of the checker's. */
const checkComposeSchema = () => ({
  version: PACKAGES.dclint,
  ...run(process.execPath, [
    npmBin('dclint'),
    COMPOSE,
    '--quiet',
    '--disable-rule',
    'no-unbound-port-interfaces',
  ]),
})

function checkCaddy() {
  const version = versionOf('caddy', ['version'])
  if (!version) return null
  const env = { ...process.env, DOMAIN: 'rowhand.example.com', HOME: scratch, XDG_DATA_HOME: scratch }
  return { version, ...run('caddy', ['validate', '--adapter', 'caddyfile', '--config', CADDYFILE], { env }) }
}

const checkKubeconform = () => ownTool('kubeconform', ['-v'], ['-strict', '-summary', MANIFESTS])

async function manifests() {
  const { parseAllDocuments } = await import(npmFile('yaml/dist/index.js'))
  return parseAllDocuments(readFileSync(MANIFESTS, 'utf8')).map(document => document.toJS())
}

/** By the schemas of Kubernetes' own OpenAPI document. */
async function checkKubernetesSchemas() {
  const found = []
  for (const manifest of await manifests()) {
    const { apiVersion, kind, metadata } = manifest
    const module = await import(npmFile(`kubernetes-models/${apiVersion}/${kind}.js`))
    const Kind = (module.default ?? module)[kind] ?? module[kind]
    try {
      new Kind(manifest).validate()
    } catch (error) {
      found.push(`${kind} ${metadata?.name}: ${error.message}`)
    }
  }
  return { version: PACKAGES['kubernetes-models'], ok: found.length === 0, said: found.join('\n') }
}

/** By their types: unlike the schemas, they know no name that Kubernetes does not know. */
async function checkKubernetesTypes() {
  const lines = (await manifests()).map((manifest, index) => {
    const path = manifest.apiVersion === 'v1' ? 'core/v1' : manifest.apiVersion.replace('.k8s.io', '')
    const json = JSON.stringify(manifest)
    return `import type { ${manifest.kind} as K${index} } from 'kubernetes-types/${path}.js'\nexport const m${index}: K${index} = ${json}`
  })
  const file = join(scratch, 'manifests.ts')
  writeFileSync(file, `${lines.join('\n')}\n`)
  const args = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--ignoreConfig', file]
  const tsc = join(root, 'node_modules/.bin/tsc')
  return { version: PACKAGES['kubernetes-types'], ...run(tsc, args, { cwd: scratch }) }
}

const checkDockerfile = () => ownTool('hadolint', ['--version'], [DOCKERFILE])

const checkDockerfileSyntax = () => ({
  version: PACKAGES['dockerfile-utils'],
  ...run(process.execPath, [npmBin('dockerfile-utils'), 'lint', DOCKERFILE]),
})

const promtool = (...args) => ownTool('promtool', ['--version'], args)

const CHECKS = [
  ['compose.yaml', 'docker compose config', checkCompose],
  ['compose.yaml', 'dclint, schema of the Compose specification (npm)', checkComposeSchema, 'npm'],
  ['Caddyfile', 'caddy validate', checkCaddy],
  ['Dockerfile', 'hadolint', checkDockerfile],
  ['Dockerfile', 'dockerfile-utils lint (npm)', checkDockerfileSyntax, 'npm'],
  ['kubernetes/rowhand.yaml', 'kubeconform -strict', checkKubeconform],
  ['kubernetes/rowhand.yaml', 'kubernetes-models, schemas (npm)', checkKubernetesSchemas, 'npm'],
  ['kubernetes/rowhand.yaml', 'kubernetes-types, strict (npm)', checkKubernetesTypes, 'npm'],
  [
    'prometheus/prometheus.yaml',
    'promtool check config',
    () => promtool('check', 'config', join(deploy, 'prometheus/prometheus.yaml')),
  ],
  [
    'prometheus/alerts.yaml',
    'promtool test rules',
    () => promtool('test', 'rules', join(deploy, 'prometheus/alerts.test.yaml')),
  ],
]

function install() {
  writeFileSync(join(scratch, 'package.json'), '{"type":"module"}')
  const wanted = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`)
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock', ...wanted]
  const { ok, said } = run('npm', args, { cwd: scratch })
  if (!ok) throw new Error(`The checkers could not be fetched:\n${said}`)
}

let failed = 0
try {
  if (fromNpm) install()
  for (const [file, tool, check, from] of CHECKS) {
    const result = from === 'npm' && !fromNpm ? null : await check()
    const told = result === null ? 'not run' : result.ok ? 'right' : 'WRONG'
    console.log(`${told.padEnd(8)} ${file.padEnd(28)} ${tool}${result ? `, ${result.version}` : ''}`)
    if (result && !result.ok) {
      failed += 1
      console.log(result.said.replaceAll(/^/gm, '         '))
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
process.exitCode = failed === 0 ? 0 : 1
