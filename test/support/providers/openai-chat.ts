/** OpenAI's chat completions, as most compatible servers speak it. */
import { asText, list, type Reply, textsOf, type WireFormat } from './neutral.ts'

const usageOf = (usage: NonNullable<Reply['usage']>) => ({
  prompt_tokens: usage.input + (usage.cached ?? 0),
  completion_tokens: usage.output,
  total_tokens: usage.input + (usage.cached ?? 0) + usage.output,
  ...(usage.cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: usage.cached } }),
})

export const openaiChat: WireFormat = {
  readRequest(_path, body) {
    const messages = list(body.messages)
    const isSystem = (role: unknown) => role === 'system' || role === 'developer'
    return {
      instructions: messages
        .filter(({ role }) => isSystem(role))
        .flatMap(({ content }) => textsOf(content))
        .join('\n'),
      texts: messages
        .filter(({ role }) => !isSystem(role) && role !== 'tool')
        .flatMap(({ content }) => textsOf(content)),
      toolNames: list(body.tools).map(tool => asText((tool.function as { name: string }).name)),
      toolResults: messages
        .filter(({ role }) => role === 'tool')
        .map(({ tool_call_id, content }) => ({
          id: asText(tool_call_id),
          output: textsOf(content).join(''),
        })),
      wantsJson: body.response_format !== undefined,
    }
  },
  renderReply(reply, id, model) {
    const calls = (reply.calls ?? []).map((call, index) => ({
      id: call.id ?? `call_${id}_${index}`,
      type: 'function',
      function: { name: call.name, arguments: call.rawArgs ?? JSON.stringify(call.args) },
    }))
    const finish = reply.finish === 'length' ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop'
    return completion(id, model, finish, {
      content: reply.text ?? null,
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
      usage: reply.usage,
    })
  },
  renderRefusal: (id, model) =>
    completion(id, model, 'content_filter', { content: null, usage: { input: 10, output: 1 } }),
  renderError: (_status, code, message) => ({ error: { message, type: 'error', code } }),
  contextOverflow: {
    status: 400,
    code: 'context_length_exceeded',
    message: "This model's maximum context length is 128000 tokens.",
  },
}

function completion(
  id: string,
  model: string,
  finish: string,
  { usage, ...message }: { content: string | null; tool_calls?: unknown; usage: Reply['usage'] | undefined },
): unknown {
  return {
    id: `chatcmpl-${id}`,
    object: 'chat.completion',
    created: 1_790_000_000,
    model,
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
    ...(usage ? { usage: usageOf(usage) } : {}),
  }
}
