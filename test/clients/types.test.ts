import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { clientTypes } from '../../scripts/client-types.ts'

it("the client's types are those of the OpenAPI document as it is now", async () => {
  const file = join(import.meta.dirname, '../../clients/typescript/src/types.gen.ts')
  expect(readFileSync(file, 'utf8'), 'run "npm run client:types"').toBe(await clientTypes())
})
