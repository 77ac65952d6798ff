/** A call that is made, undone and redone: what it is called in the test, its tool, its arguments. */
import type { Tool } from '../../../../service/tools/tool.ts'

export type Action = [name: string, tool: Tool, args: unknown]
