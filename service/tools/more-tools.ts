/**
 * Tools that are seldom needed stand in one declaration, a line each, and are called through it. The
 * declarations never change within a conversation, so a provider's cache of them stays warm; how a tool is
 * called is told when it is asked for, as an answer. Knows nothing of what the tools do.
 */
import { z } from 'zod'
import { schemaOf } from '../models/declarations.ts'
import type { ModelToolCall, ToolDeclaration } from '../models/types.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import type { Tool } from './tool.ts'

export const USE_TOOL = 'use_tool'

const args = z.looseObject({
  tool: z.string(),
  args: z.record(z.string(), z.unknown()).optional().describe('Left out = answers how to call it'),
})

/** The one declaration for all tools that have a `brief`. */
export function createUseTool(tools: readonly Tool[]): Tool<typeof args> {
  const more = tools.filter(isBriefly)
  return spreadsheetTool({
    name: USE_TOOL,
    reads: true,
    description: linesOf(more),
    args,
    fields: () => ({}),
    async run({ tool: name }) {
      const asked = name.split(/[\s,]+/).flatMap(one => more.find(tool => tool.name === one) ?? [])
      if (asked.length > 0) {
        return { state: 'succeeded', output: { call_with_args: asked.map(describeTool) } }
      }
      return { state: 'failed', message: `There is no tool "${name}". Nothing was changed.` }
    },
  })
}

const isBriefly = ({ brief }: Tool): boolean => brief !== undefined

const linesOf = (more: readonly Tool[]): string =>
  `Calls one of these. Guess args: a wrong guess changes nothing and is answered with the description.\n${more.map(({ name, brief }) => `${name}: ${brief}`).join('\n')}`

/** All that a model is told of before it asks; nothing that it could not make use of. */
export const declarationsFor = (
  tools: readonly Tool[],
  { takesPictures }: { takesPictures: boolean },
): ToolDeclaration[] =>
  tools.filter(isDeclared).map(({ name, description, args }) => ({
    name,
    description:
      name === USE_TOOL
        ? linesOf(tools.filter(tool => isBriefly(tool) && (takesPictures || !tool.showsPictures)))
        : description,
    args,
  }))

/** A tool in full, as an answer. */
export const describeTool = ({ name, description, args }: Tool) => ({
  tool: name,
  description,
  args: schemaOf(args),
})

/** What the model is told of before it asks. */
export const isDeclared = (tool: Tool): boolean => tool.brief === undefined

export interface ResolvedCall extends ModelToolCall {
  /** The name under which the model made the call, where it isn't the tool's own. */
  calledAs?: string
}

/** The call that is meant: what goes through use_tool, or straight to a tool that is told in a line only. */
export function resolveCall(tools: readonly Tool[], call: ModelToolCall): ResolvedCall {
  if (call.name !== USE_TOOL) return isBrief(tools, call.name) ? withoutInvalid(call, call.args) : call
  const given = asObject(call.args)
  if (!given || typeof given.tool !== 'string') return call
  const tool = tools.find(candidate => candidate.name === given.tool)
  if (!tool || tool.name === USE_TOOL) return call
  const { tool: _, args: inner, ...flat } = given
  // Models write the arguments beside the name as often as inside args.
  const meant = asObject(inner) ?? (Object.keys(flat).length > 0 ? flat : undefined)
  if (meant === undefined) return isDeclared(tool) ? { ...withoutInvalid(call, {}), name: tool.name } : call
  return { ...withoutInvalid(call, meant), name: tool.name, calledAs: USE_TOOL }
}

const isBrief = (tools: readonly Tool[], name: string): boolean =>
  tools.some(tool => tool.name === name && tool.brief !== undefined)

/** The SDK calls a name that was not declared invalid; here it is one that is known. */
function withoutInvalid({ id, name }: ModelToolCall, args: unknown): ResolvedCall {
  return { id, name, args: asObject(args) ?? args }
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  const read = typeof value === 'string' ? parsed(value) : value
  return read !== null && typeof read === 'object' && !Array.isArray(read)
    ? (read as Record<string, unknown>)
    : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
