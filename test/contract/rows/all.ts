/** All rows, against one world. */
import { describe } from 'vitest'
import { copyTabRows } from './copy-tab.ts'
import { errorRows, floodRows, limitRows } from './errors.ts'
import { eventRows } from './events.ts'
import { agentRows, entryRows, makeTurns, pageRows, serviceRows } from './resources.ts'
import type { GetWorld } from './row.ts'
import { startAgentRows } from './start-agent.ts'
import { endpointRows, stateRows } from './states.ts'
import { toolCallRows } from './tool-calls.ts'

export function allRows(world: GetWorld, { floods = true } = {}): void {
  const turns = makeTurns(world)
  describe('resources', () => {
    agentRows(world, turns)
    entryRows(turns)
    toolCallRows(world, turns)
    pageRows(world)
    serviceRows(world)
  })
  describe('states and endpoints', () => {
    stateRows(world)
    endpointRows(world)
  })
  describe('requests', () => {
    startAgentRows(world)
    copyTabRows(world)
  })
  describe('events', () => eventRows(world))
  describe('errors and limits', () => {
    errorRows(world)
    if (floods) floodRows(world)
    limitRows(world)
  })
}
