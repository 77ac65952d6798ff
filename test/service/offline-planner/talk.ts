/** A conversation of the offline planner with the real tools on the emulator, messages as the engine writes them. */
import type { ModelMessage, ToolResultPart } from 'ai'
import { createModels } from '../../../service/models/index.ts'
import { tools } from '../../../service/tools/index.ts'
import type { Bench } from '../tools/open-bench.ts'

export interface Said {
  answer: string
  /** Tools in the order of their calls, without looks at the sheet. */
  called: string[]
}

const models = createModels({})

export interface Talk {
  say(prompt: string): Promise<Said>
}

export function talk(bench: Bench, today = '2026-11-20'): Talk {
  const messages: ModelMessage[] = []
  const turn = { ...bench.context.turn, bulkModel: 'managed:bulk:offline/planner' }
  return {
    async say(prompt) {
      const note = `<context>\nToday is ${today}. Sort by everything.\n</context>`
      messages.push({
        role: 'user',
        content: [
          { type: 'text', text: note },
          { type: 'text', text: prompt },
        ],
      })
      const called: string[] = []
      for (let step = 0; step < 35; step++) {
        const answer = await models.step({
          modelId: 'managed:agent:offline/planner',
          instructions: 'You are an agent.',
          messages,
          tools: tools.map(({ name, description, args }) => ({ name, description, args })),
          signal: new AbortController().signal,
        })
        if (answer.state === 'failed') throw new Error(answer.message)
        messages.push(...answer.messages)
        if (answer.calls.length === 0) return { answer: answer.text, called }
        const content: ToolResultPart[] = []
        for (const call of answer.calls) {
          if (call.invalid !== undefined) throw new Error(`${call.name}: ${call.invalid}`)
          if (call.name !== 'get_sheet_overview') called.push(call.name)
          const tool = tools.find(({ name }) => name === call.name)!
          const outcome = await bench.run(tool, tool.args.parse(call.args), { models, turn })
          content.push({
            type: 'tool-result',
            toolCallId: call.id,
            toolName: call.name,
            output:
              outcome.state === 'failed'
                ? { type: 'error-text', value: outcome.message }
                : { type: 'json', value: JSON.parse(JSON.stringify(outcome.output)) },
          })
        }
        messages.push({ role: 'tool', content })
      }
      throw new Error(`The planner does not end on: ${prompt}`)
    },
  }
}
