/** Holds the architecture's one rule that a compiler can't: who may import whom. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const IMPORT = /^\s*(?:import|export)\s+(type\s+)?[^'"]*?from\s+['"]([^'"]+)['"]|import\(['"]([^'"]+)['"]\)/gm

interface Import {
  from: string
  to: string
  typeOnly: boolean
}

function importsOf(folder: string): Import[] {
  return globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).flatMap(file => {
    const source = readFileSync(join(root, file), 'utf8')
    return [...source.matchAll(IMPORT)].map(match => {
      const target = match[2] ?? match[3] ?? ''
      const to = target.startsWith('.') ? relative(root, join(root, dirname(file), target)) : target
      return { from: file, to, typeOnly: Boolean(match[1]) }
    })
  })
}

const within = (path: string, folder: string) => path.startsWith(`${folder}/`)
const areas = ['contract', 'src', 'sidebar', 'service', 'emulator', 'clients', 'test', 'scripts', 'bench']

/** Layers of the service, highest first; a file imports its own layer's folder and those further down. */
const layers = [
  ['main', 'process', 'start-service', 'config', 'admin'],
  ['http', 'dashboard'],
  ['agents', 'accounts', 'keeping', 'webhooks'],
  ['turns'],
  ['tools', 'models', 'offline-planner'],
  ['search', 'changes', 'permissions'],
  ['sheets', 'store', 'network', 'log', 'seeing', 'nearest-name'],
]

/** Rooms of the local Google's sheets, highest first. Types count too: no room knows one above it. */
const sheetRooms = ['http', 'requests', 'answers', 'objects', 'cells', 'workbook', 'google']

function layerOf(path: string): number {
  const name = path.split('/')[1]?.replace(/\.ts$/, '') ?? ''
  return layers.findIndex(names => names.includes(name))
}

describe('import direction', () => {
  test.each(['src', 'sidebar', 'service', 'emulator', 'clients'])(
    '%s imports no other part but contract',
    area => {
      const strays = importsOf(area).filter(
        ({ to }) => areas.some(other => within(to, other)) && !within(to, area) && !within(to, 'contract'),
      )
      expect(strays).toEqual([])
    },
  )

  test('contract imports nothing but zod', () => {
    const strays = importsOf('contract').filter(({ to }) => to !== 'zod' && !within(to, 'contract'))
    expect(strays).toEqual([])
  })

  test.each(['src', 'sidebar'])('%s takes only types from contract, and how amounts are shown', area => {
    // The schemas would bring zod along; what shows amounts imports nothing.
    const values = importsOf(area).filter(
      ({ to, typeOnly }) => within(to, 'contract') && !typeOnly && to !== 'contract/money.ts',
    )
    expect(importsOf('contract').filter(({ from }) => from === 'contract/money.ts')).toEqual([])
    expect(values).toEqual([])
  })

  test('every file of the service belongs to a layer', () => {
    const files = globSync('service/**/*.ts', { cwd: root })
    expect(files.filter(file => layerOf(file) < 0)).toEqual([])
  })

  test('the service imports only downwards', () => {
    const upwards = importsOf('service').filter(
      ({ from, to, typeOnly }) => within(to, 'service') && !typeOnly && layerOf(to) < layerOf(from),
    )
    expect(upwards).toEqual([])
  })

  test("the local Google's rooms import only downwards, types too", () => {
    const roomOf = (path: string) => sheetRooms.indexOf(path.split('/')[2] ?? '')
    const files = globSync('emulator/sheets/**/*.ts', { cwd: root })
    expect(files.filter(file => roomOf(file) < 0)).toEqual([])
    const upwards = importsOf('emulator/sheets').filter(
      ({ from, to }) => within(to, 'emulator/sheets') && roomOf(to) < roomOf(from),
    )
    expect(upwards).toEqual([])
  })
})
