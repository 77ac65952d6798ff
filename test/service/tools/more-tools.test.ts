/** Tools that a model is told of in a line: how a call finds the tool that is meant. */
import { describe, expect, test } from 'vitest'
import { tools } from '../../../service/tools/index.ts'
import { createUseTool, isDeclared, resolveCall, USE_TOOL } from '../../../service/tools/more-tools.ts'
import type { ToolContext } from '../../../service/tools/tool.ts'
import { refused, succeeded } from './workbench.ts'

const call = (name: string, args: unknown, invalid?: string) => ({
  id: 'c1',
  name,
  args,
  ...(invalid ? { invalid } : {}),
})
const chart = { type: 'line', data_range: 'A1:B9' }
const context = { signal: new AbortController().signal, spreadsheet: {} } as ToolContext
const useTool = createUseTool(tools)

describe('use_tool', () => {
  test('a call through it is a call of the tool it names', () => {
    const resolved = resolveCall(tools, call(USE_TOOL, { tool: 'insert_chart', args: chart }))
    expect(resolved).toEqual({ id: 'c1', name: 'insert_chart', args: chart, calledAs: USE_TOOL })
  })

  test('arguments beside the name, and arguments as a text, are understood', () => {
    const flat = resolveCall(tools, call(USE_TOOL, { tool: 'insert_chart', ...chart }))
    const quoted = resolveCall(tools, call(USE_TOOL, { tool: 'insert_chart', args: JSON.stringify(chart) }))
    expect([flat.args, quoted.args]).toEqual([chart, chart])
  })

  test('a tool that was told in a line may be called by its own name', () => {
    const resolved = resolveCall(tools, call('insert_chart', chart, 'There is no tool "insert_chart".'))
    expect(resolved).toEqual({ id: 'c1', name: 'insert_chart', args: chart })
  })

  test('a name alone is answered with how the tool is called', async () => {
    const answer = succeeded<{ call_with_args: { tool: string; args: unknown }[] }>(
      await useTool.run({ tool: 'insert_chart, web_search' }, context),
    )
    expect(answer.call_with_args.map(({ tool }) => tool)).toEqual(['insert_chart', 'web_search'])
    expect(JSON.stringify(answer.call_with_args[0])).toContain('data_range')
  })

  test('an unknown name is refused', async () => {
    expect(refused(await useTool.run({ tool: 'fly_to_moon' }, context))).toContain('no tool "fly_to_moon"')
  })

  test('every tool that is not declared has its line in it', () => {
    for (const tool of tools.filter(tool => !isDeclared(tool))) {
      expect(useTool.description).toContain(`${tool.name}: ${tool.brief}`)
    }
  })
})
