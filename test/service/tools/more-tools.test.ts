/** Tools that a model is told of in a line: how a call finds the tool that is meant. */
import { describe, expect, test } from 'vitest'
import { tools } from '../../../service/tools/index.ts'
import {
  createUseTool,
  declarationsFor,
  isDeclared,
  resolveCall,
  USE_TOOL,
} from '../../../service/tools/more-tools.ts'
import type { ToolContext } from '../../../service/tools/tool.ts'
import { changesNothing } from '../../../service/tools/tool.ts'
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

test('a model that takes no pictures is told of no tool that shows one', () => {
  const lines = (takesPictures: boolean) =>
    declarationsFor(tools, { takesPictures }).find(({ name }) => name === USE_TOOL)!.description
  expect(lines(true)).toContain('\nview_range: ')
  expect(lines(false)).not.toContain('view_range')
  expect(lines(false).split('\n')).toHaveLength(lines(true).split('\n').length - 1)
  expect(lines(true)).toBe(tools.find(({ name }) => name === USE_TOOL)!.description)
})

test.each([
  ['read_range', { ranges: ['A1'] }, true],
  ['write_range', { range: 'A1', values: [[1]] }, false],
  ['check', { expectations: [{ what: 'x', formula: '=TRUE' }] }, true],
  ['try_formula', { formulas: ['=1'] }, true],
  ['query_data', { tables: { t: 'A:B' } }, true],
  ['query_data', { tables: { t: 'A:B' }, sql: 'select 1', target_tab: 'New' }, false],
  ['edit_pivot_table', {}, true],
  ['edit_pivot_table', { action: 'delete' }, false],
  ['conditional_format', { action: 'list', range: 'A:A' }, true],
  ['conditional_format', { range: 'A:A', op: '>', value: 1 }, false],
  ['edit_chart', { action: 'list' }, true],
  ['edit_chart', { chart_id: 1, title: 'x' }, false],
  ['bulk_prompt', { prompt_template: 'x {{A}}', output_column: 'B' }, false],
] as const)('%s with %j changes nothing: %s', (name, args, expected) => {
  const tool = tools.find(candidate => candidate.name === name)!
  expect(changesNothing(tool, args)).toBe(expected)
})
