/**
 * o-spreadsheet, loaded once for Node, with the emulator's additions: the dialect it shares with the page,
 * and a command that runs many commands as one revision.
 */
import { createRequire } from 'node:module'
import type { Dispatch, Engine, EngineCommand } from '../../dialect/engine.ts'
import { installDialect } from '../../dialect/index.ts'

export const engine = createRequire(import.meta.url)('@odoo/o-spreadsheet') as Engine

// The engine reports every dispatch over 5 ms on console.debug, which Node prints to stdout.
console.debug = () => {}

installDialect(engine)
installBatch()

/** The payload of RUN_BATCH. `work` gets the dispatch of a running command: all it does is one revision. */
export interface BatchCommand {
  work(dispatch: Dispatch): void
}

function installBatch(): void {
  class BatchPlugin extends engine.UIPlugin {
    override handle(command: EngineCommand): void {
      if (command.type === 'RUN_BATCH') (command as unknown as BatchCommand).work(this.dispatch)
    }
  }
  engine.registries.featurePluginRegistry.add('google_batch', BatchPlugin)
}
