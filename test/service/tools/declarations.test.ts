import { describe, expect, test } from 'vitest'
import { schemaOf } from '../../../service/models/declarations.ts'
import { estimateTokens } from '../../../service/sheets/tokens.ts'
import { declaration, tools } from '../../../service/tools/index.ts'
import { isDeclared } from '../../../service/tools/more-tools.ts'

const NAMED_BY_THE_INTERFACE = [
  'get_sheet_overview',
  'read_range',
  'write_range',
  'copy_paste_range',
  'read_spreadsheet_fields',
  'web_search',
  'load_skill',
  'create_skill',
]

describe('tool declarations', () => {
  test('every tool that the interface names is there, each name once', () => {
    const names = tools.map(tool => tool.name)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(expect.arrayContaining(NAMED_BY_THE_INTERFACE))
    expect(names).toEqual(
      expect.arrayContaining(['bulk_prompt', 'bulk_search', 'insert_chart', 'insert_pivot_table']),
    )
  })

  test('what a model is told of tools at every step costs less than 1,800 tokens', () => {
    const texts = tools.filter(isDeclared).map(tool => {
      const { name, description, args } = declaration(tool)
      return JSON.stringify({ name, description, parameters: schemaOf(args) })
    })
    const tokens = texts.map(estimateTokens)
    const total = tokens.reduce((sum, count) => sum + count, 0)
    console.log(
      `declarations: ${total} tokens (estimate), ${texts.join('').length} characters; largest ${Math.max(...tokens)}`,
    )
    expect(total).toBeLessThan(1_800)
  })

  test('wrong arguments are an outcome that names them and not a throw', async () => {
    for (const tool of tools) {
      // These need no argument at all.
      if (['get_sheet_overview', 'edit_chart', 'edit_pivot_table', 'find'].includes(tool.name)) continue
      const outcome = await tool.run({ nonsense: true, range: 7, query: 7 } as never, {} as never)
      expect(outcome).toMatchObject({
        state: 'failed',
        message: expect.stringContaining('nothing was changed'),
      })
      expect(tool.fields({ range: 7, query: 7 } as never, {} as never)).toEqual({})
    }
  })
})

test('what copy_paste_range can paste stands in the line that declares it', () => {
  const paste = tools.find(({ name }) => name === 'copy_paste_range')!
  const values = schemaOf(paste.args) as { properties: { paste_type: { enum: string[] } } }
  expect(values.properties.paste_type.enum.length).toBeGreaterThan(1)
  for (const value of values.properties.paste_type.enum) expect(paste.brief).toContain(value)
})
