/**
 * Which files go first: those that take long, so that none of them is left to run alone in the end. A fresh
 * clone does not know how long each took; so the slow ones are named here, roughly slowest first.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

export const SLOW = [
  'service/changes/every-action',
  'service/turns/recovery',
  'contract/pglite',
  'contract/postgres',
  'browser/dashboard',
  'local/main-job',
  'sidebar/page',
  'service/tools/query/data',
  'chaos/faults',
  'addon/plain-page',
  'addon/real-page',
  'service/admin/process',
  'emulator/page/sidebar',
  'service/offline-planner/corpus',
  'local/faults',
  'service/turns/undo-killed',
  'emulator/excel/import',
  'clients/live',
  'browser/main-job',
  'service/tools/query/origins',
  'emulator/excel/download',
  'contract/undo',
  'contract/fuzz',
  'contract/limits',
  'service/changes/large-looks',
  'emulator/excel/libraries',
]

/** The path behind `test/`, without its endings. */
const rank = ({ moduleId }: TestSpecification): number => {
  const at = SLOW.findIndex(name => moduleId.replaceAll('\\', '/').includes(`/test/${name}.test.`))
  return at === -1 ? SLOW.length : at
}

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}
