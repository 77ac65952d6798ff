// npm run bench -- <name>: runs one measurement of bench/, or lists them.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', 'bench')
const names = readdirSync(folder)
  .filter(file => file.endsWith('.ts'))
  .map(file => file.replace(/\.ts$/, ''))
const [name, ...rest] = process.argv.slice(2)

if (!name || !existsSync(join(folder, `${name}.ts`))) {
  console.log(`Usage: npm run bench -- <name>\n\n${names.map(each => `  ${each}`).join('\n')}`)
  process.exit(name ? 2 : 0)
}
const { status } = spawnSync(process.execPath, [join(folder, `${name}.ts`), ...rest], { stdio: 'inherit' })
process.exit(status ?? 1)
