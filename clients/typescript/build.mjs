// npm run client:build: the package as it is published, in dist/: plain JavaScript for Node 20 and later.
import { join } from 'node:path'
import { build } from 'esbuild'

const here = import.meta.dirname
await build({
  entryPoints: ['index', 'cli', 'mcp'].map(name => join(here, 'src', `${name}.ts`)),
  outdir: join(here, 'dist'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
})
