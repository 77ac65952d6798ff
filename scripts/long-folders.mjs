// Folders with more source files than somebody looks through. Counts files, not those of folders within.
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

const PARTS = ['bench', 'clients', 'contract', 'emulator', 'scripts', 'service', 'sidebar', 'src', 'test']
const NOT_OURS = /(?:^|[/\\])(?:node_modules|dist)(?:[/\\]|$)/

/** Longest first, each as its path from `root` and its number of files. */
export function longFolders(root, most) {
  const counts = new Map()
  for (const part of PARTS)
    for (const entry of readFolder(join(root, part))) {
      const folder = relative(root, entry.parentPath)
      if (!entry.isFile() || !/\.(?:ts|tsx|mjs)$/.test(entry.name) || NOT_OURS.test(folder)) continue
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
  return [...counts].filter(([, count]) => count > most).sort(([, a], [, b]) => b - a)
}

function readFolder(folder) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}
